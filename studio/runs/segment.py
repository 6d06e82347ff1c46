"""One stretch of a run: from its latest checkpoint until it ends, pauses or is cut short."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from studio._kit.run_context import StopKind, entered_run
from studio._kit.tasks import TaskOwner
from studio.agentchat.agents import AssistantAgent
from studio.agentchat.base import TaskResult, Team
from studio.agentchat.messages import BaseChatMessage
from studio.core import CancellationToken
from studio.domain.json_values import JsonDict

from .context import Ask, SegmentContext
from .model_tap import TapeReader
from .recorder import Recorder
from .speakers import enter_team

logger = logging.getLogger(__name__)

_LETTING_GO_S = 5.0


@dataclass(frozen=True)
class Outcome:
    """Why a segment is over."""

    kind: Literal[
        "completed",
        "failed",
        "paused",
        "stopped",
        "cancelled",
        "interrupted",
        "again",
        "budget",
        "parked",
        "abandoned",
    ]
    reason: str | None = None
    code: str | None = None
    error: BaseException | None = None
    state: JsonDict | None = None
    """What the team ended with."""


@dataclass(frozen=True)
class Start:
    """Where a segment begins."""

    component: JsonDict
    checkpoint: JsonDict | None
    """The state to go on from, as the last segment saved it."""
    carried: JsonDict | None
    """The state of the team at the end of the session's last run."""
    messages: list[BaseChatMessage]
    """What is said to the team first."""
    environment: Mapping[str, str]
    tape: TapeReader | None = None
    approve_code: bool = False


class Resumable(Protocol):
    """A team that can go on exactly where another one like it was."""

    async def save_checkpoint(self) -> JsonDict:
        """Return state and progress."""
        ...

    async def load_checkpoint(self, checkpoint: Mapping[str, Any]) -> None:
        """Go back to what `save_checkpoint` returned."""
        ...


class PlainTeam:
    """A team of someone's own that only knows how to save its state."""

    def __init__(self, team: Team) -> None:
        self._team = team

    async def save_checkpoint(self) -> JsonDict:
        """Return the state."""
        return {"team": dict(await self._team.save_state())}

    async def load_checkpoint(self, checkpoint: Mapping[str, Any]) -> None:
        """Go back to the state."""
        await self._team.load_state(checkpoint["team"])


def as_resumable(team: Any) -> Resumable:
    """Return the team itself if it can save checkpoints, else a plain wrapper."""
    return team if hasattr(team, "save_checkpoint") else PlainTeam(team)


def acts_through_tools(team: Any) -> bool:
    """Tell whether all that a team does beside asking models is to call tools."""
    members: Sequence[Any] = getattr(team, "_participants", ())
    return bool(members) and all(
        type(member) is AssistantAgent or (isinstance(member, Team) and acts_through_tools(member))
        for member in members
    )


async def close_team(team: Any) -> None:
    """Let the members of a team give back what they hold, inner teams included."""
    for member in getattr(team, "_participants", ()):
        close = getattr(member, "close", None)
        try:
            await (close() if close is not None else close_team(member))
        except Exception:
            logger.exception("a member of a team could not be closed")


class Segment:
    """Drives a live team; used once.

    Args:
        start: Where to begin.
        recorder: Gets everything that is said.
        ask: Asks people.
        waiting: Tells how many places in the team wait for an answer.
        load: Builds the team.
        hold: Called before agents, tools and hand-overs.
        end_turn: Called with the state after each turn of the outermost team.
        on_idle: Told whether there is nothing to do but to wait for people.
        on_fresh: Told when what the session remembers does not fit the team.
        on_built: Given the team before it begins.
    """

    def __init__(
        self,
        start: Start,
        *,
        recorder: Recorder,
        ask: Ask,
        waiting: Callable[[], int],
        load: Callable[[JsonDict], Awaitable[Team]],
        hold: Callable[[StopKind, str], Awaitable[None]],
        end_turn: Callable[[JsonDict, Sequence[str]], Awaitable[Outcome | None]],
        on_idle: Callable[[bool], None],
        on_fresh: Callable[[Exception], None],
        on_built: Callable[[Team], None],
    ) -> None:
        self._on_fresh = on_fresh
        self._on_built = on_built
        self._start = start
        self._recorder = recorder
        self._load = load
        self._end_turn = end_turn
        self._ended: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._token = CancellationToken()
        self._context = SegmentContext(
            recorder=recorder,
            ask=ask,
            waiting=waiting,
            environment=start.environment,
            approve_code=start.approve_code,
            tape=start.tape,
            hold=hold,
            end_turn=self._close_turn,
            on_idle=on_idle,
        )

    def finish(self, outcome: Outcome) -> None:
        """End the segment now, whatever the team is doing; the first reason counts."""
        if not self._ended.done():
            self._ended.set_result(outcome)

    async def run(self) -> Outcome:
        """Drive the team and return why it is over."""
        owner = TaskOwner()
        work = owner.start(self._work())
        try:
            await asyncio.wait({work, self._ended}, return_when=asyncio.FIRST_COMPLETED)
            if work.done() and not self._ended.done():
                return work.result()
            outcome = self._ended.result()
            self._recorder.close(outcome.kind)
            await self._cut(work)
            return outcome
        finally:
            if not work.done():
                work.cancel()

    async def _cut(self, work: "asyncio.Task[Outcome]") -> None:
        self._token.cancel()
        work.cancel()
        done, _ = await asyncio.wait({work}, timeout=_LETTING_GO_S)
        if not done:
            logger.warning("a team does not let go of what it does; it is left alone")

    async def _work(self) -> Outcome:
        with entered_run(self._context):
            try:
                return await self._drive()
            except Exception as error:  # noqa: BLE001 - whatever a team does wrong becomes a reason
                return Outcome("failed", error=error)
            finally:
                self._recorder.close("failed")

    async def _drive(self) -> Outcome:
        start = self._start
        team = await self._load(start.component)
        try:
            team = await self._go_to(team, start)
            self._on_built(team)
            enter_team(team.name)
            stream = team.run_stream(
                task=start.messages or None,
                cancellation_token=self._token,
                output_task_messages=False,
            )
            async with contextlib.aclosing(stream):
                async for item in stream:
                    if isinstance(item, TaskResult):
                        return await self._complete(team, item)
                    self._recorder.take_item(item)
                    self._context.saw(item)
        finally:
            await close_team(team)
        return Outcome("completed", reason="The team has ended.")

    async def _go_to(self, team: Team, start: Start) -> Team:
        """Bring the team where it left off; what was carried over may not fit it any more."""
        saved = start.checkpoint
        if saved is not None:
            await as_resumable(team).load_checkpoint(saved["checkpoint"])
            for part, place in zip(self._context.placed, saved["places"], strict=False):
                part.load_place(place)
        elif start.carried is not None:
            try:
                await team.load_state(start.carried["checkpoint"]["team"])
            except (ValueError, KeyError, TypeError) as error:
                self._on_fresh(error)
                self._context.forget_places()
                return await self._load(start.component)
        return team

    async def _complete(self, team: Team, result: TaskResult) -> Outcome:
        return Outcome("completed", reason=result.stop_reason, state=await self._save(team))

    async def _close_turn(self, team: Any, speakers: Sequence[str]) -> None:
        outcome = await self._end_turn(await self._save(team), speakers)
        self._recorder.end_turn()
        if outcome is not None:
            self.finish(outcome)
            await asyncio.Event().wait()  # until we are cut

    async def _save(self, team: Any) -> JsonDict:
        checkpoint = await as_resumable(team).save_checkpoint()
        places = [part.save_place() for part in self._context.placed]
        return {"checkpoint": checkpoint, "places": places}
