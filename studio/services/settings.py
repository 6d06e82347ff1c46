"""Settings that a person makes."""

import re
from typing import Any

from studio._kit.errors import UsageError
from studio._kit.jsonio import dump_json
from studio._kit.settings import Settings
from studio.core.inspection import trust_namespaces
from studio.domain.json_values import as_texts
from studio.storage.repositories.settings import SettingRepository

TRUSTED_NAMESPACES = "trusted_namespaces"
_KEY = re.compile(r"[a-z][a-z0-9_.-]{0,99}")
_MAX_SIZE = 256 * 1024


class SettingService:
    """JSON values by key; pages and parts choose their own keys."""

    def __init__(self, settings: SettingRepository, startup: Settings) -> None:
        self._settings = settings
        self._startup = startup

    async def all(self, *, owner: str = "local") -> dict[str, Any]:
        """Return every setting that was made."""
        return await self._settings.all(owner=owner)

    async def get(self, key: str, default: Any = None, *, owner: str = "local") -> Any:
        """Return a setting, or `default` if it was never made."""
        value = await self._settings.get(key, owner=owner)
        return default if value is None else value

    async def set(self, key: str, value: Any, *, owner: str = "local") -> None:
        """Make a setting; `None` forgets it.

        Raises:
            UsageError: The key or the value cannot be kept.
        """
        if not _KEY.fullmatch(key):
            raise UsageError(
                f"{key!r} is not a name for a setting",
                hint="Use small letters, digits, dots, dashes and underscores, at most 100.",
            )
        if value is None:
            await self._settings.delete(key, owner=owner)
            return
        if key == TRUSTED_NAMESPACES and as_texts(value) != value:
            raise UsageError(
                "trusted_namespaces is a list of names", hint='For example ["my_company.agents"].'
            )
        if len(dump_json(value)) > _MAX_SIZE:
            raise UsageError(
                f"the setting {key!r} is too large", hint=f"At most {_MAX_SIZE} characters."
            )
        await self._settings.set(key, value, owner=owner)
        if key == TRUSTED_NAMESPACES:
            trust_namespaces(*value)  # one taken off the list is forgotten at the next start

    async def trusted_namespaces(self) -> tuple[str, ...]:
        """Return the namespaces that the administrator trusts besides ours."""
        given = (self._startup.lookup("AUTOGEN_ALLOWED_PROVIDER_NAMESPACES") or "").split(",")
        made = as_texts(await self._settings.get(TRUSTED_NAMESPACES, owner="local"))
        return tuple(dict.fromkeys(name for text in (*given, *made) if (name := text.strip())))
