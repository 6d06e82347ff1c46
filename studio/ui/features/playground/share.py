"""The links by which others may read the open session or run."""

from typing import Any

import reflex as rx

from studio._kit.errors import StudioError
from studio.ui.kit.cards import toast_error
from studio.ui.kit.services import services


class ShareState(rx.State):
    """Which sessions and runs are shared."""

    links: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    """Token by session or run."""

    @rx.event
    async def load(self):
        """Read which links there are."""
        found = await services().shares.list()
        self.links = {(share.run_id or share.session_id or ""): share.token for share in found}

    @rx.event
    async def command(self, name: str, value: dict[str, Any]):
        """Make a link, take one back, or only look which there are."""
        held = services().shares
        try:
            match name:
                case "shares":
                    pass
                case "share":
                    await held.create(
                        session_id=value.get("session_id"), run_id=value.get("run_id")
                    )
                case "unshare":
                    await held.revoke(str(value["token"]))
                case _:
                    return None
        except StudioError as error:
            return toast_error(error)
        return ShareState.load
