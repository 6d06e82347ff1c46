"""What the Playground page shows of the open session; what runs say does not come through here."""

from typing import Any

import reflex as rx

from studio._kit.errors import StudioError
from studio.domain.bypass import runnable
from studio.domain.cast import cast_of
from studio.domain.json_values import JsonDict
from studio.services.documents import Run, Session
from studio.services.exceptions import NotFoundError
from studio.ui.features.playground.commands import COMMANDS, run_brief, start_both
from studio.ui.kit.cards import read_error, toast_error
from studio.ui.kit.route import address_argument
from studio.ui.kit.services import services

_SUGGESTIONS = 4


class PlaygroundState(rx.State):
    """The open session, who is in its team, and how the last command went."""

    view: str = "loading"
    session: rx.Field[dict[str, Any]] = rx.field(default_factory=dict)
    cast: rx.Field[dict[str, Any]] = rx.field(default_factory=dict)
    suggestions: rx.Field[list[str]] = rx.field(default_factory=list)
    told: rx.Field[dict[str, Any]] = rx.field(default_factory=dict)

    @rx.event
    async def load(self):
        """Open the session that the address names, or begin one with the team it names."""
        session_id = address_argument(self, "playground")
        query = self.router.url.query_parameters
        team_id = str(query.get("team", ""))
        if not session_id:
            self.session, self.cast, self.suggestions = {}, {}, []
            self.view = "start"
            return await self._begin(team_id) if team_id else None
        if self.session.get("id") == session_id:
            return None
        try:
            session = await services().sessions.get(session_id)
            await self._show(session)
        except NotFoundError:
            self.view, self.session = "missing", {}
            return None
        run_id = str(query.get("run", ""))
        return PlaygroundState.command("look", {"run_id": run_id}) if run_id else None

    async def _begin(self, team_id: str):
        try:
            session = await services().sessions.create(team_id=team_id)
        except StudioError as error:
            return toast_error(error)
        return rx.redirect(f"/playground/{session.session_id}", replace=True)

    async def _show(self, session: Session) -> None:
        component, team = await _team_of(session)
        members = cast_of(component)
        self.session = {
            "id": session.session_id,
            "name": session.name,
            "team_id": session.team_id or "",
            "team": team,
            "about": str(component.get("description") or ""),
            "tasks": await _tasks_of(session),
            "agents": sum(member["kind"] != "team" for member in members),
        }
        self.cast = {"members": members}
        self.suggestions = await _earlier_tasks(session)
        self.view = "ready"

    @rx.event
    async def take_name(self, session_id: str, name: str):
        """Show a session's new name."""
        if self.session.get("id") == session_id:
            self.session = {**self.session, "name": name}

    @rx.event
    async def command(self, name: str, value: dict[str, Any]):
        """Do what the conversation asks of a run, and tell how it went."""
        told: dict[str, Any] = {"id": value.get("id", ""), "name": name, "error": ""}
        held = services().runs
        try:
            if name == "suggest":
                self.session = {**self.session, "tasks": await self._suggest(value)}
                return None
            if name == "both":
                left, right = await start_both(held, value["sides"], str(value["task"]))
                self.told = {**told, "other": run_brief(left), "run": run_brief(right)}
                return None
            if name not in COMMANDS:
                return None
            run = await COMMANDS[name](held, value)
            if name == "start":
                await self._name_after(run)
        except StudioError as error:
            message, hint = read_error(error)
            self.told = {**told, "error": message, "hint": hint}
            return toast_error(error)
        if name == "look":
            self.cast = {"run_id": run.run_id, "members": cast_of(run.component)}
        elif told["id"]:
            begun = name in {"start", "fork"}
            self.told = {**told, "run": run_brief(run)} if begun else told
        return None

    async def _suggest(self, value: dict[str, Any]) -> list[str]:
        """Keep a task as a suggestion of the team, or no longer."""
        held, team_id = services().teams, str(self.session["team_id"])
        task, tasks = str(value["task"]), (await held.get(team_id)).document.tasks
        wanted = [one for one in tasks if one != task] + ([task] if value["keep"] else [])
        return (await held.suggest(team_id, wanted)).document.tasks

    async def _name_after(self, run: Run) -> None:
        """Call a session after its first task, unless somebody has given it a name."""
        if run.session_id != self.session.get("id") or not run.name.strip():
            return
        if self.session.get("name") == self.session.get("team"):
            name = " ".join(run.name.split())[:60]
            await services().sessions.rename(run.session_id or "", name)
            self.session = {**self.session, "name": name}


async def _team_of(session: Session) -> tuple[JsonDict, str]:
    if session.component is not None:
        return session.component, str(session.component.get("label") or "")
    team = await services().teams.get(session.team_id or "")
    saved = await services().teams.chosen(team.team_id, session.team_version)
    return runnable(saved.document), team.name


async def _tasks_of(session: Session) -> list[str]:
    """Return what the team itself suggests."""
    if session.team_id is None:
        return []
    return (await services().teams.get(session.team_id)).document.tasks


async def _earlier_tasks(session: Session) -> list[str]:
    """Return what this team was asked to do before."""
    if session.team_id is None:
        return []
    page = await services().runs.list(team_id=session.team_id, limit=20)
    tasks = (run.task[0].get("content") for run in page.items if run.task)
    texts = [task for task in tasks if isinstance(task, str) and 0 < len(task) <= 300]
    return list(dict.fromkeys(texts))[:_SUGGESTIONS]
