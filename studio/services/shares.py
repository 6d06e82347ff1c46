"""Shared sessions and runs: what somebody with the link may read, and nothing else."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from datetime import datetime
from typing import Final

from pydantic import BaseModel, ConfigDict

from studio._kit.errors import UsageError
from studio._kit.redact import redact
from studio.domain.cast import Member, cast_of
from studio.domain.json_values import JsonDict
from studio.domain.run import Run
from studio.domain.run_event import RunEvent, RunEventType, dump_body
from studio.storage.documents import Share
from studio.storage.exceptions import NotFoundError
from studio.storage.repositories.blobs import Blob
from studio.storage.repositories.events import EventRepository
from studio.storage.repositories.shares import ShareRepository

from .runs import RunService
from .sessions import SessionService

_RUNS = 200
_ALL: Final = frozenset(
    {
        RunEventType.STATUS,
        RunEventType.MESSAGE,
        RunEventType.CHUNK,
        RunEventType.TOOL_CALL,
        RunEventType.TURN,
        RunEventType.DRAFT,
        RunEventType.DISCARDED,
        RunEventType.QUESTION,
        RunEventType.ANSWER,
        RunEventType.BREAKPOINT,
        RunEventType.BUDGET,
        RunEventType.BUDGET_SET,
        RunEventType.RESULT,
    }
)
"""Events that are shown as they are."""

_SOME: Final[Mapping[str, frozenset[str]]] = {
    RunEventType.MODEL_CALL: frozenset(
        {
            "call_id", "agent", "path", "model", "prompt_tokens", "completion_tokens", "cost",
            "latency_s", "stream", "error",
        }
    ),
    RunEventType.RETRY: frozenset(
        {"call_id", "agent", "path", "model", "attempt", "of", "code", "reason", "wait_s"}
    ),
    RunEventType.ERROR: frozenset({"code", "message", "hint"}),
}  # fmt: skip
"""Of these only some facts: what a model was sent holds prompts that nobody has spoken."""


class SharedRun(BaseModel):
    """A run as a reader sees it."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    name: str
    status: str
    parent_run_id: str | None
    fork_seq: int | None
    totals: JsonDict
    created_at: datetime
    cast: list[Member]


class SharedView(BaseModel):
    """What a link opens."""

    model_config = ConfigDict(frozen=True)

    name: str
    runs: list[SharedRun]
    """The last started first."""


class ShareService:
    """Makes links and takes them back; reads on behalf of whoever has one."""

    def __init__(
        self,
        shares: ShareRepository,
        sessions: SessionService,
        runs: RunService,
        *,
        log: EventRepository,
    ) -> None:
        self._shares = shares
        self._sessions = sessions
        self._runs = runs
        self._log = log

    async def create(
        self, *, session_id: str | None = None, run_id: str | None = None, owner: str = "local"
    ) -> Share:
        """Return the link to a session with all its runs, or to a single run.

        Raises:
            UsageError: Both or neither are named.
            NotFoundError: There is no such session or run.
        """
        if (session_id is None) == (run_id is None):
            raise UsageError("a link leads to a session or to a run", hint="Name one of them.")
        if session_id is not None:
            await self._sessions.get(session_id, owner=owner)
        if run_id is not None:
            await self._runs.get(run_id, owner=owner)
        return await self._shares.add(owner=owner, session_id=session_id, run_id=run_id)

    async def revoke(self, token: str, *, owner: str = "local") -> None:
        """Take a link back: from now on it opens nothing."""
        await self._shares.remove(token, owner=owner)

    async def view(self, token: str) -> SharedView:
        """Return what a link opens.

        Raises:
            NotFoundError: It was taken back, or what it led to is gone.
        """
        share = await self._shares.get(token)
        runs = await self._runs_of(share)
        name = runs[0].name if share.session_id is None else await self._name(share)
        shown = [
            SharedRun(
                **run.model_dump(include=_SHOWN), name=redact(run.name), cast=cast_of(run.component)
            )
            for run in runs
        ]
        return SharedView(name=redact(name) or "Run", runs=shown)

    async def events(
        self, token: str, run_id: str, *, after: int = 0, limit: int = 500, last: int | None = None
    ) -> list[RunEvent]:
        """Return a page of the log of a shared run, or only the `last` events of all."""
        share = await self._find(token, {run_id})
        page = await self._runs.events(
            run_id, after=after, limit=limit, last=last, owner=share.owner
        )
        return [shown(event) for event in page]

    async def follow(
        self, token: str, positions: Mapping[str, int]
    ) -> AsyncGenerator[list[RunEvent]]:
        """Follow shared runs until they end, or until the link is taken back."""
        share = await self._find(token, set(positions))
        batches = self._runs.follow(positions, owner=share.owner)
        async with aclosing(batches):
            async for batch in batches:
                if not await self.leads_somewhere(token):
                    return
                yield [shown(event) for event in batch]

    async def check(self, token: str, run_ids: set[str]) -> None:
        """Make sure that a link leads to these runs.

        Raises:
            NotFoundError: It does not.
        """
        await self._find(token, run_ids)

    async def file(self, token: str, digest: str) -> Blob:
        """Return a file that a shared run speaks of."""
        share = await self._shares.get(token)
        said = f'"blob":"{digest}"'
        for run in await self._runs_of(share):
            if await self._log.containing(run.run_id, RunEventType.MESSAGE, said):
                return await self._runs.file(digest, owner=share.owner)
        raise NotFoundError("file", digest)

    async def leads_somewhere(self, token: str) -> bool:
        """Tell whether a link has not been taken back, and what it leads to is still there."""
        try:
            share = await self._shares.get(token)
            if share.session_id is not None:
                await self._name(share)
        except NotFoundError:
            return False
        return True

    async def _name(self, share: Share) -> str:
        return (await self._sessions.get(share.session_id or "", owner=share.owner)).name

    async def _runs_of(self, share: Share) -> list[Run]:
        if share.run_id is not None:
            return [await self._runs.get(share.run_id, owner=share.owner)]
        await self._name(share)
        page = await self._runs.list(session_id=share.session_id, limit=_RUNS, owner=share.owner)
        return page.items

    async def _find(self, token: str, run_ids: set[str]) -> Share:
        share = await self._shares.get(token)
        if share.session_id is not None:
            await self._name(share)
        for run_id in run_ids:
            run = await self._runs.get(run_id, owner=share.owner)
            if share.run_id != run_id and (
                share.session_id is None or run.session_id != share.session_id
            ):
                raise NotFoundError("run", run_id)
        return share

    async def list(self, *, owner: str = "local") -> list[Share]:
        """Return all links, the last made first."""
        return await self._shares.list(owner=owner)


_SHOWN = {"run_id", "status", "parent_run_id", "fork_seq", "totals", "created_at"}


def shown(event: RunEvent) -> RunEvent:
    """Return an event as a reader may see it."""
    text = event.text
    if event.type not in _ALL:
        allowed = _SOME.get(event.type, frozenset[str]())
        text = dump_body({key: value for key, value in event.body.items() if key in allowed})
    return RunEvent(event.run_id, event.type, text=redact(text), seq=event.seq, ts=event.ts)
