"""One run of a team over a runtime, as its agents see it."""

import asyncio
import re
from collections.abc import Coroutine, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from studio.agentchat.messages import StopMessage
from studio.core import CancellationToken, TopicId

from .errors import TeamRunError, run_error
from .parts import Parts

ResultT = TypeVar("ResultT")


@dataclass(frozen=True)
class Addresses:
    """Where a team is found on a runtime."""

    key: str
    """Key of all agents of the team, and source of its topics."""

    group: str
    output: str
    manager: str
    members: dict[str, str]

    @classmethod
    def of_team(cls, team_id: str, manager: str, members: Sequence[str]) -> Self:
        """Return addresses that no other team on the runtime has."""

        def address(name: str) -> str:
            return f"{re.sub(r'[^A-Za-z0-9_.-]', '_', name)}_{team_id}"

        return cls(
            key=team_id,
            group=address("group_topic"),
            output=address("output_topic"),
            manager=address(manager),
            members={name: address(name) for name in members},
        )


class RuntimeRun:
    """What manager and members need of the run: where to speak, what to obey, how to end it."""

    def __init__(self, parts: Parts, addresses: Addresses) -> None:
        self.parts: Parts = parts
        self.addresses: Addresses = addresses
        self.token: CancellationToken = CancellationToken()
        self._context: Context = copy_context()
        self._over: asyncio.Future[StopMessage] | None = None
        self._work: set[asyncio.Task[Any]] = set()

    def topic(self, topic_type: str) -> TopicId:
        """Return a topic of the team."""
        return TopicId(topic_type, self.addresses.key)

    def begin(self, token: CancellationToken) -> "asyncio.Future[StopMessage]":
        """Begin a run that obeys `token`, and return what holds the reason of its end."""
        self.token = CancellationToken()
        token.add_callback(self.token.cancel)
        self._context = copy_context()
        self._over = asyncio.get_running_loop().create_future()
        return self._over

    async def do(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        """Do a part of the run's work: where the run can see it, and only as long as it lasts."""
        task = asyncio.get_running_loop().create_task(work, context=self._context.copy())
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        self.token.link_future(task)
        return await task

    def finish(self, stop: StopMessage) -> None:
        """End the run."""
        if self._over is not None and not self._over.done():
            self._over.set_result(stop)

    def fail(self, error: Exception) -> None:
        """End the run with an error."""
        if self._over is None or self._over.done():
            return
        if not isinstance(error, TeamRunError):
            wrapped = run_error(error)
            wrapped.__cause__ = error
            error = wrapped
        self._over.set_exception(error)

    def end(self) -> None:
        """Take notice that nobody waits for the end any more."""
        self._over = None

    async def abandon(self) -> None:
        """Cancel the work in progress and wait until it has ended."""
        self.token.cancel()
        if self._work:
            await asyncio.wait(list(self._work))
