"""What Settings shows."""

import re

import reflex as rx

from studio import __version__
from studio.ui.kit.cards import ago
from studio.ui.kit.services import services

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class SettingsState(rx.State):
    """Keys and defaults."""

    secrets: rx.Field[list[dict[str, str]]] = rx.field(default_factory=list)
    version: str = __version__
    appdir: str = ""
    loaded: bool = False

    @rx.event
    async def load(self):
        """Read what is set."""
        held = services()
        self.secrets = [
            {"name": secret.name, "when": ago(secret.updated_at)}
            for secret in await held.secrets.names()
        ]
        self.appdir = str(held.startup.appdir)
        self.loaded = True

    @rx.event
    async def save_secret(self, form: dict[str, str]):
        """Keep a key, encrypted."""
        name, value = form.get("name", "").strip(), form.get("value", "").strip()
        if not _NAME.fullmatch(name):
            return rx.toast.error(
                "A key needs a name of letters, digits and underscores.",
                description="For example OPENAI_API_KEY.",
            )
        if not value:
            return rx.toast.error("Paste the key itself, too.")
        await services().secrets.set(name, value)
        return SettingsState.load

    @rx.event
    async def delete_secret(self, name: str):
        """Forget a key."""
        await services().secrets.delete(name)
        return SettingsState.load
