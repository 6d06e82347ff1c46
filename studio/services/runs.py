"""Runs: started, steered and followed."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from studio._kit.clock import now
from studio._kit.errors import UsageError
from studio.domain.bypass import runnable
from studio.domain.json_values import JsonDict
from studio.domain.kinds import is_component
from studio.domain.run import (
    Attachment,
    Breakpoint,
    Budget,
    OpenQuestion,
    Run,
    RunOptions,
    RunRequest,
)
from studio.domain.run_event import RunEvent, RunEventType, RunStatus, is_final
from studio.runs.attachments import check_file
from studio.runs.content import TEXT, restore
from studio.runs.engine import RunEngine
from studio.runs.model_calls import CallBook
from studio.storage.documents import Page
from studio.storage.repositories.blobs import Blob, BlobRepository
from studio.storage.repositories.events import EventRepository
from studio.storage.repositories.runs import RunRepository

from .sessions import SessionService
from .teams import TeamService


class RunService:
    """The run engine, with teams and sessions put in for their ids."""

    def __init__(
        self,
        engine: RunEngine,
        runs: RunRepository,
        teams: TeamService,
        sessions: SessionService,
        *,
        log: EventRepository,
        files: BlobRepository,
    ) -> None:
        self._engine = engine
        self._runs = runs
        self._log = log
        self._files = files
        self._teams = teams
        self._sessions = sessions

    async def start(
        self,
        task: str | list[JsonDict] = "",
        *,
        component: JsonDict | None = None,
        team_id: str | None = None,
        team_version: int | None = None,
        session_id: str | None = None,
        attachments: Sequence[Attachment] = (),
        options: RunOptions | None = None,
        owner: str = "local",
    ) -> Run:
        """Start a run of a component, of a team's newest or given version, or of a session's team.

        Args:
            task: What to do: text, or messages as `dump()` gives them.
            component: The component itself, for one that is not saved.
            team_id: A saved team.
            team_version: A version of it, or `PUBLISHED`; the newest by default.
            session_id: The session the run belongs to.
            attachments: Files that go with the task.
            options: Budget, breakpoints and the like.
            owner: Whose run it is.

        Raises:
            UsageError: There is nothing to run.
            NotFoundError: There is no such team, version or session.
            NothingPublishedError: The published version is meant, and there is none.
            AttachmentError: A file cannot be given to the team's models.
        """
        if session_id is not None:
            session = await self._sessions.get(session_id, owner=owner)
            if component is None and team_id is None:
                team_id = session.team_id
                team_version = session.team_version if team_version is None else team_version
                component = session.component
        if component is None:
            component, team_version = await self._saved(team_id, team_version, owner)
        elif not is_component(component):
            raise UsageError(
                "this is not a component: it names no provider",
                hint="A component has the keys `provider` and `config`.",
            )
        request = RunRequest(
            component=component,
            task=task,
            attachments=list(attachments),
            team_id=team_id,
            team_version=team_version,
            session_id=session_id,
            options=options or RunOptions(),
        )
        run = await self._engine.submit(request, owner=owner)
        if session_id is not None:
            await self._sessions.touch(session_id, owner=owner)
        return run

    async def get(self, run_id: str, *, owner: str = "local") -> Run:
        """Return how a run stands."""
        return await self._engine.get(run_id, owner=owner)

    async def events(
        self,
        run_id: str,
        *,
        after: int = 0,
        limit: int = 500,
        last: int | None = None,
        owner: str = "local",
    ) -> list[RunEvent]:
        """Return a page of the log: the events that follow `after`, or only the `last` of all."""
        return await self._engine.events(run_id, after=after, limit=limit, last=last, owner=owner)

    def subscribe(
        self, run_id: str, *, after: int = 0, speed: float | None = None, owner: str = "local"
    ) -> AsyncGenerator[list[RunEvent]]:
        """Follow a run to its end: what has happened since `after`, then what happens."""
        return self._engine.subscribe(run_id, after=after, speed=speed, owner=owner)

    def follow(
        self, positions: Mapping[str, int], *, owner: str = "local"
    ) -> AsyncGenerator[list[RunEvent]]:
        """Follow several runs at once: `positions` gives the last known `seq` of each."""
        return self._engine.follow(positions, owner=owner)

    async def pause(self, run_id: str, *, owner: str = "local") -> Run:
        """Pause at once; what is being written is cut and kept as a draft."""
        return await self._engine.pause(run_id, owner=owner)

    async def resume(
        self,
        run_id: str,
        *,
        message: str | JsonDict | None = None,
        step: bool = False,
        owner: str = "local",
    ) -> Run:
        """Go on, saying `message` first if there is one; with `step` for one turn only."""
        return await self._engine.resume(run_id, message=message, step=step, owner=owner)

    async def insert(self, run_id: str, message: str | JsonDict, *, owner: str = "local") -> Run:
        """Break in: the team hears `message` before its next turn."""
        return await self._engine.insert(run_id, message, owner=owner)

    async def stop(self, run_id: str, *, reason: str | None = None, owner: str = "local") -> Run:
        """End the run in good order after the current turn."""
        return await self._engine.stop(run_id, reason=reason, owner=owner)

    async def cancel(self, run_id: str, *, reason: str | None = None, owner: str = "local") -> Run:
        """End the run now."""
        return await self._engine.cancel(run_id, reason=reason, owner=owner)

    async def answer(
        self,
        run_id: str,
        request_id: str,
        value: Any,
        *,
        attachments: Sequence[Attachment] = (),
        by: str = "",
        owner: str = "local",
    ) -> Run:
        """Answer a question of the run, with files if there are any."""
        return await self._engine.answer(
            run_id, request_id, value, attachments=attachments, by=by, owner=owner
        )

    async def set_budget(self, run_id: str, budget: Budget, *, owner: str = "local") -> Run:
        """Replace the budget of the run."""
        return await self._engine.set_budget(run_id, budget, owner=owner)

    async def set_breakpoints(
        self, run_id: str, breakpoints: Sequence[Breakpoint], *, owner: str = "local"
    ) -> Run:
        """Replace the breakpoints of the run."""
        return await self._engine.set_breakpoints(run_id, breakpoints, owner=owner)

    async def fork(
        self,
        run_id: str,
        seq: int,
        *,
        message: str | JsonDict | None = None,
        owner: str = "local",
    ) -> Run:
        """Start a new run that shares everything up to `seq`, `message` in its place if given."""
        return await self._engine.fork(run_id, seq, message=message, owner=owner)

    async def delete(self, run_id: str, *, owner: str = "local") -> None:
        """Cancel a run and forget it with its log."""
        await self._engine.cancel(run_id, owner=owner)
        await self._runs.delete(run_id, owner=owner)

    async def model_call(
        self, run_id: str, call_id: str, *, owner: str = "local"
    ) -> JsonDict | None:
        """Return a model call with all the messages it was sent, if there is such a one."""
        events = await self._calls_of(run_id, owner)
        call = await asyncio.to_thread(lambda: _book(events).whole(call_id))
        return None if call is None else await self._with_texts(call, owner)

    async def model_calls(
        self, run_id: str, *, offset: int = 0, limit: int = 100, owner: str = "local"
    ) -> list[JsonDict]:
        """Return some of the model calls of a run, each with all the messages it was sent."""
        events = await self._calls_of(run_id, owner)

        def whole() -> list[JsonDict]:
            book = _book(events)
            wanted = book.call_ids[offset : offset + limit]
            return [call for call_id in wanted if (call := book.whole(call_id)) is not None]

        calls = await asyncio.to_thread(whole)
        return [await self._with_texts(call, owner) for call in calls]

    async def _with_texts(self, call: JsonDict, owner: str) -> JsonDict:
        return await restore(self._files, call, owner, media_type=TEXT)

    async def _calls_of(self, run_id: str, owner: str) -> list[RunEvent]:
        await self._engine.get(run_id, owner=owner)
        return await self._log.of_types(run_id, [RunEventType.MODEL_CALL])

    async def questions(self, *, owner: str = "local") -> list[OpenQuestion]:
        """Return what all runs wait to be told, the oldest first."""
        open_runs = [str(s) for s in RunStatus if not is_final(s)]
        page = await self._runs.list(owner=owner, statuses=open_runs, limit=200)
        found = [await self._engine.get(run.run_id, owner=owner) for run in page.items]
        questions = [question for run in found for question in run.questions]
        return sorted(questions, key=lambda question: question.asked_at or now())

    async def tree(self, run_id: str, *, owner: str = "local") -> list[Run]:
        """Return all runs that share a beginning with this one, the first of them first."""
        root = await self._engine.get(run_id, owner=owner)
        while root.parent_run_id is not None:
            root = await self._engine.get(root.parent_run_id, owner=owner)
        found, pending = [root], [root.run_id]
        while pending:
            page = await self._runs.list(owner=owner, parent_run_id=pending.pop(), limit=200)
            found.extend(page.items)
            pending.extend(run.run_id for run in page.items)
        return sorted(found, key=lambda run: run.created_at)

    async def add_file(
        self, data: bytes, *, name: str, media_type: str | None = None, owner: str = "local"
    ) -> Blob:
        """Keep a file to be attached to tasks.

        Raises:
            AttachmentError: It is of a kind that no model can take, or too large.
        """
        kind = check_file(name, media_type or "", data)
        digest = await self._files.put(data, owner=owner, media_type=kind, name=name)
        return await self._files.get(digest, owner=owner)

    async def file(self, digest: str, *, owner: str = "local") -> Blob:
        """Return a stored file or image."""
        return await self._files.get(digest, owner=owner)

    async def _saved(
        self, team_id: str | None, version: int | None, owner: str
    ) -> tuple[JsonDict, int]:
        if team_id is None:
            raise UsageError(
                "there is nothing to run", hint="Give `team_id`, `component` or `session_id`."
            )
        chosen = await self._teams.chosen(team_id, version, owner=owner)
        return runnable(chosen.document), chosen.version

    async def list(
        self,
        *,
        session_id: str | None = None,
        team_id: str | None = None,
        parent_run_id: str | None = None,
        statuses: Sequence[str] = (),
        limit: int = 50,
        cursor: str | None = None,
        owner: str = "local",
    ) -> Page[Run]:
        """Return runs, the last started first."""
        return await self._runs.list(
            session_id=session_id,
            team_id=team_id,
            parent_run_id=parent_run_id,
            statuses=statuses,
            limit=limit,
            cursor=cursor,
            owner=owner,
        )


def _book(events: list[RunEvent]) -> CallBook:
    return CallBook([event.body for event in events])
