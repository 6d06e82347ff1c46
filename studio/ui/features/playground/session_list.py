"""The list of sessions beside the conversation."""

from typing import Any

import reflex as rx
from reflex_components_sonner.toast import ToastAction

from studio._kit.errors import StudioError
from studio.services.documents import Session
from studio.ui.features.playground.state import PlaygroundState
from studio.ui.kit.cards import summary_line, toast_error
from studio.ui.kit.services import services

JsonDict = dict[str, Any]

_PAGE = 40


class SessionListState(rx.State):
    """Sessions as they are listed, and the teams a new one can begin with."""

    sessions: rx.Field[list[JsonDict]] = rx.field(default_factory=list)
    teams: rx.Field[list[JsonDict]] = rx.field(default_factory=list)
    more: bool = False

    _query: str = ""
    _cursor: str | None = None

    @rx.event
    async def load(self):
        """Read the sessions and teams anew."""
        page = await services().teams.list(limit=100)
        self.teams = [
            {"id": team.team_id, "name": team.name, "detail": summary_line(team)}
            for team in page.items
        ]
        await self._list()

    async def _list(self, *, more: bool = False) -> None:
        cursor = self._cursor if more else None
        page = await services().sessions.list(limit=_PAGE, cursor=cursor, query=self._query)
        names = {team["id"]: team["name"] for team in self.teams}
        found = [_row(session, names) for session in page.items]
        self.sessions = [*self.sessions, *found] if more else found
        self._cursor, self.more = page.next_cursor, page.next_cursor is not None

    @rx.event
    async def command(self, name: str, value: JsonDict):
        """Do what the list asks for."""
        held = services().sessions
        session_id = str(value.get("session_id", ""))
        try:
            match name:
                case "search":
                    self._query = str(value.get("query", ""))
                case "more":
                    await self._list(more=True)
                    return
                case "rename":
                    await held.rename(session_id, str(value["name"]))
                    yield PlaygroundState.take_name(session_id, str(value["name"]))
                case "pin":
                    await held.pin(session_id, pinned=bool(value["pinned"]))
                case "delete":
                    yield await self._delete(session_id)
                    await self._list()
                    page = await self.get_state(PlaygroundState)
                    if page.session.get("id") == session_id:
                        yield rx.redirect("/playground")
                    return
                case "create":
                    session = await held.create(team_id=str(value["team_id"]))
                    yield rx.redirect(f"/playground/{session.session_id}")
                case "refresh":
                    pass
                case _:
                    return
        except StudioError as error:
            yield toast_error(error)
        await self._list()

    async def _delete(self, session_id: str) -> rx.event.EventSpec:
        session = await services().sessions.delete(session_id)
        return rx.toast(
            f"“{session.name}” is deleted.",
            duration=10_000,
            action=ToastAction(label="Undo", on_click=SessionListState.restore(session_id)),
        )

    @rx.event
    async def restore(self, session_id: str):
        """Bring a deleted session back."""
        await services().sessions.undelete(session_id)
        await self._list()


def _row(session: Session, names: dict[str, str]) -> JsonDict:
    return {
        "id": session.session_id,
        "name": session.name,
        "pinned": session.pinned,
        "team": names.get(session.team_id or "", ""),
        "updated_at": session.updated_at.isoformat(),
    }
