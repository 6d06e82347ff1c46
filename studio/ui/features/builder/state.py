"""What the Build page shows of the open team."""

from contextlib import aclosing
from typing import Any

import reflex as rx

from studio._kit.errors import StudioError
from studio.domain.bypass import bypassed_paths
from studio.domain.canvas import Graph, node_paths, project
from studio.domain.exceptions import PathError
from studio.domain.pointer import is_within
from studio.services.documents import Draft, TeamPulse
from studio.services.exceptions import ConflictError, NotFoundError
from studio.ui.kit.cards import toast_error
from studio.ui.kit.route import address_argument
from studio.ui.kit.services import services

JsonDict = dict[str, Any]

_EMPTY: Graph = {"rev": 0, "nodes": [], "edges": []}
_IN_PLACE = frozenset({"move"})
"""Operations after which the browser's canvas is already what ours would be."""


_KEPT = 8
"""A browser's operations are rarely made to a canvas older than so many."""


class BuilderState(rx.State):
    """The open team: identifiers, revision and what changed; the document stays on the server."""

    view: str = "loading"
    team_id: str = ""
    name: str = ""
    scope: str = ""
    graph: rx.Field[Graph] = rx.field(default_factory=lambda: _EMPTY)
    flags: rx.Field[JsonDict] = rx.field(default_factory=dict)
    problems: rx.Field[list[JsonDict]] = rx.field(default_factory=list)
    ack: int = 0
    refused: int = 0
    active_run: str = ""
    """The run of this team that has been going on while the page was open, if there was one."""
    conflict: int = 0
    """The version that someone else has saved in between; 0 when nobody has."""

    _shown: Graph | None = None
    _known: TeamPulse | None = None
    """What the browser has been shown."""
    _last_run: str | None = None
    _saves: int = 0
    """How often saving was tried; tells the browser that it was, even if nothing came of it."""
    _paths: rx.Field[dict[int, dict[str, str]]] = rx.field(default_factory=dict)
    """Where the nodes were on the canvases that were published last, by revision."""

    @rx.event
    async def load(self):
        """Open the team that the address names, as it was left."""
        team_id = address_argument(self, "build")
        self.view = "loading" if team_id else "start"
        self.team_id, self.scope, self.conflict, self.ack = team_id, "", 0, 0
        self.graph, self._shown, self._known = _EMPTY, None, None
        self.active_run, self._last_run = "", None
        if not team_id:
            return
        yield
        try:
            await self._publish(await services().drafts.open(team_id))
        except NotFoundError:
            self.view, self.team_id = "missing", ""
            return
        self.view = "ready"
        yield BuilderState.follow

    @rx.event(background=True)
    async def follow(self):
        """Show what other tabs, or programs, do to the open team."""
        async with self:
            team_id = self.team_id
        async with aclosing(services().drafts.follow(team_id)) as changes:
            async for now in changes:
                async with self:
                    if self.team_id != team_id:
                        return
                    await self._adopt(now)

    @rx.event
    async def apply_ops(self, ops: list[JsonDict], seq: int, base: int):
        """Apply a batch of operations, made to the canvas of revision `base`; all or none."""
        nodes = self._paths.get(base)
        try:
            draft = await services().drafts.apply(self.team_id, ops, nodes=nodes)
        except StudioError as error:
            self.ack, self.refused = seq, self.refused + 1
            yield toast_error(error)
            draft = await services().drafts.open(self.team_id)
            self._shown = None
        self.ack = seq
        await self._publish(draft, canvas=any(op.get("op") not in _IN_PLACE for op in ops))

    @rx.event
    async def command(self, name: str, value: Any = None):
        """Do what a button or a key asks for."""
        if name in {"undo", "redo"}:
            held = services().drafts
            step = held.undo if name == "undo" else held.redo
            self._shown = None
            await self._publish(await step(self.team_id))
        elif name == "scope":
            self.scope, self._shown = str(value or ""), None
            await self._publish(await services().drafts.open(self.team_id))
        elif name == "save":
            return BuilderState.save
        elif name == "run":
            return BuilderState.run
        elif name == "deploy":
            return BuilderState.deploy
        return None

    @rx.event
    async def save(self, over: int | None = None):
        """Save the draft as the team's next version."""
        self._saves += 1
        try:
            await services().drafts.save(self.team_id, over=over)
        except ConflictError as error:
            self.conflict = error.theirs.version
        except StudioError as error:
            yield toast_error(error)
        else:
            self.conflict = 0
        await self._publish(await services().drafts.open(self.team_id))

    @rx.event
    async def take_theirs(self):
        """Drop our changes for the version that someone else has saved; can be undone."""
        self.conflict, self._shown = 0, None
        await self._publish(await services().drafts.discard(self.team_id))

    @rx.event
    def keep_editing(self):
        """Leave the question of whose version it is for later."""
        self.conflict = 0

    @rx.event
    async def rename_team(self, name: str):
        """Call the team something else."""
        if name.strip() and name.strip() != self.name:
            self.name = (await services().teams.rename(self.team_id, name)).name

    @rx.event
    async def run(self):
        """Save what is on the canvas and open it in the playground."""
        errors = [item for item in self.problems if item["severity"] == "error"]
        if errors:
            yield rx.toast.error(errors[0]["message"], description=errors[0]["hint"] or "")
            return
        try:
            await services().drafts.save(self.team_id)
            session = await services().sessions.create(team_id=self.team_id)
        except ConflictError as error:
            self.conflict = error.theirs.version
            return
        except StudioError as error:
            yield toast_error(error)
            return
        yield rx.redirect(f"/playground/{session.session_id}")

    @rx.event
    async def deploy(self):
        """Save what is on the canvas and show how to take it away."""
        try:
            await services().drafts.save(self.team_id)
        except ConflictError as error:
            self.conflict = error.theirs.version
            return
        except StudioError as error:
            yield toast_error(error)
            return
        yield rx.redirect(f"/deploy/{self.team_id}")

    async def _adopt(self, now: TeamPulse) -> None:
        begun = now.run_id not in {self._last_run, self.active_run}
        if now.running or (self._last_run is not None and begun):
            self.active_run = now.run_id
        self._last_run = now.run_id
        if self._known != now.model_copy(update={"run_id": "", "running": False}):
            await self._publish(await services().drafts.open(self.team_id))

    async def _publish(self, draft: Draft, *, canvas: bool = True) -> None:
        document = draft.document
        out = bypassed_paths(document)
        found = [
            problem
            for problem in await services().checks.validate(document.component)
            if not any(is_within(problem.path, path) for path in out)
        ]
        self.problems = [problem.model_dump() for problem in found]
        self.name = draft.name
        self.flags = draft.model_dump(
            include={"rev", "dirty", "can_undo", "can_redo", "undo_label", "redo_label", "name"}
        )
        self.flags |= {"bypassed": out, "saves": self._saves}
        self._known = TeamPulse(rev=draft.rev, version=draft.head_version, name=draft.name)
        try:
            graph = project(document, self.scope, problems=found)
        except PathError:
            self.scope = ""
            graph = project(document, problems=found)
        graph["rev"] = draft.rev
        if canvas and (self._shown is None or {**self._shown, "rev": draft.rev} != graph):
            self.graph = self._shown = graph
            self._paths = dict([*self._paths.items(), (draft.rev, node_paths(document))][-_KEPT:])
