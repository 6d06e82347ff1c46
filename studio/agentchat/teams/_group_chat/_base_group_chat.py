"""The base of every team: participants that talk in turns under a manager."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from pydantic import BaseModel, ValidationError

from studio._kit.ids import new_id
from studio._kit.run_context import RunContext, current_run
from studio.agentchat.base import ChatAgent, TaskResult, Team, TerminationCondition
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    MessageFactory,
    StopMessage,
)
from studio.agentchat.state import TeamState
from studio.core import AgentRuntime, CancellationToken, ComponentBase

from ._base_group_chat_manager import BaseGroupChatManager
from .engine.direct import DirectCarrier
from .engine.errors import SavedStateError, TeamBusyError, TeamStateError
from .engine.inbox import SharedLog
from .engine.member import Member
from .engine.outlet import Outlet
from .engine.over_runtime import RuntimeCarrier
from .engine.parts import Opening, Parts
from .engine.runtime_run import Addresses
from .engine.setup import MessageTypes, check_setup, factory_of, message_types
from .engine.task import task_messages

Item = BaseAgentEvent | BaseChatMessage


class BaseGroupChat(Team, ABC, ComponentBase[BaseModel]):
    """A team whose participants talk in turns under a manager that says who is next.

    Write `_create_group_chat_manager_factory` in a subclass to bring a manager of your own.

    Args:
        name: Name of the team.
        description: What the team can do.
        participants: Agents and teams, each with a name of its own.
        group_chat_manager_name: Name of the manager in events and states.
        group_chat_manager_class: Class of the manager.
        termination_condition: Ends a run; without one it goes on until `max_turns`, if ever.
        max_turns: Ends a run after so many turns.
        runtime: Carries the conversation; the caller starts and stops it. Without one the team
            calls its participants itself.
        custom_message_types: Classes of messages besides the built-in ones.
        emit_team_events: Whether the choice of a speaker is an event of the stream.

    Raises:
        TeamSetupError: There are no participants, two have the same name, or `max_turns` is not
            positive.
    """

    component_type: ClassVar[str] = "team"

    def __init__(
        self,
        name: str,
        description: str,
        participants: Sequence[ChatAgent | Team],
        group_chat_manager_name: str,
        group_chat_manager_class: type[BaseGroupChatManager],
        termination_condition: TerminationCondition | None = None,
        max_turns: int | None = None,
        runtime: AgentRuntime | None = None,
        custom_message_types: MessageTypes | None = None,
        emit_team_events: bool = False,
    ) -> None:
        check_setup(participants, max_turns)
        self._name: str = name
        self._description: str = description
        self._participants: list[ChatAgent | Team] = list(participants)
        self._group_chat_manager_name: str = group_chat_manager_name
        self._base_group_chat_manager_class: type[BaseGroupChatManager] = group_chat_manager_class
        self._termination_condition: TerminationCondition | None = termination_condition
        self._max_turns: int | None = max_turns
        self._runtime: AgentRuntime | None = runtime
        self._emit_team_events: bool = emit_team_events
        self._message_types: MessageTypes = message_types(participants, custom_message_types)
        self._message_factory: MessageFactory = factory_of(self._message_types)
        self._team_id: str = new_id()
        self._parts: Parts | None = None
        self._carrier: DirectCarrier | RuntimeCarrier | None = None
        self._is_running: bool = False
        self._has_run: bool = False
        self._run_context: RunContext | None = None
        self._stop_of_turn: str | None = None
        self._stop_to_repeat: str | None = None

    @property
    def name(self) -> str:
        """Name of the team."""
        return self._name

    @property
    def description(self) -> str:
        """What the team can do."""
        return self._description

    @abstractmethod
    def _create_group_chat_manager_factory(
        self,
        name: str,
        group_topic_type: str,
        output_topic_type: str,
        participant_topic_types: list[str],
        participant_names: list[str],
        participant_descriptions: list[str],
        output_message_queue: Outlet,
        termination_condition: TerminationCondition | None,
        max_turns: int | None,
        message_factory: MessageFactory,
    ) -> Callable[[], BaseGroupChatManager]:
        """Return a function that makes the manager."""

    async def run(
        self,
        *,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None = None,
        cancellation_token: CancellationToken | None = None,
        output_task_messages: bool = True,
    ) -> TaskResult:
        """Work on a task, or go on from where the team stands, until there is a reason to stop.

        Args:
            task: Text of a user, one message, or a list; `None` to go on.
            cancellation_token: Ends the run at once when cancelled.
            output_task_messages: Whether the result starts with the task's messages.

        Raises:
            TaskError: The task is not fit to start with.
            TeamBusyError: The team is running.
            TeamRunError: Something went wrong inside of the run.
        """
        if type(self).run_stream is not BaseGroupChat.run_stream:
            return await self._run_own_stream(task, cancellation_token, output_task_messages)
        opening = Opening(task_messages(task, self._message_factory), output_task_messages)
        with self._running():
            parts = self._ready()
            parts.outlet.open(streaming=False)
            stop = await self._start(opening, cancellation_token)
            return _result(parts.outlet, stop)

    async def _run_own_stream(
        self,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None,
        token: CancellationToken | None,
        output_task_messages: bool,
    ) -> TaskResult:
        """Take the result from the stream, which a subclass has written anew."""
        result: TaskResult | None = None
        async for item in self.run_stream(
            task=task, cancellation_token=token, output_task_messages=output_task_messages
        ):
            if isinstance(item, TaskResult):
                result = item
        if result is None:
            raise TeamStateError("the stream of the team has ended without a result")
        return result

    async def run_stream(
        self,
        *,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None = None,
        cancellation_token: CancellationToken | None = None,
        output_task_messages: bool = True,
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | TaskResult, None]:
        """Like `run`, yielding everything as it is said, and the result last.

        Chunks of a model's answer are yielded but are no part of the result.
        """
        opening = Opening(task_messages(task, self._message_factory), output_task_messages)
        with self._running():
            parts = self._ready()
            outlet = parts.outlet
            outlet.open(streaming=True)
            work = self._start(opening, cancellation_token)
            work.add_done_callback(outlet.wake)
            try:
                while True:
                    while (item := outlet.take()) is not None:
                        yield item
                    if work.done():
                        break
                    await outlet.wait()
                result = _result(outlet, await work)
            finally:
                await _end(work)
        yield result

    def _start(
        self, opening: Opening, token: CancellationToken | None
    ) -> "asyncio.Task[StopMessage]":
        token = token or CancellationToken()
        work = asyncio.create_task(self._converse(opening, token), name=f"team {self._name}")
        token.link_future(work)
        return work

    async def _converse(self, opening: Opening, token: CancellationToken) -> StopMessage:
        self._has_run = True
        self._run_context = current_run()
        repeated, self._stop_to_repeat = self._stop_to_repeat, None
        if repeated is not None and opening.messages is None:
            return StopMessage(content=repeated, source=self._group_chat_manager_name)
        return await self._ready_carrier().converse(opening, token)

    @contextmanager
    def _running(self) -> Generator[None]:
        if self._is_running:
            raise TeamBusyError(
                "The team is already running, it cannot run again until it is stopped."
            )
        self._is_running = True
        try:
            yield
        finally:
            self._is_running = False

    async def reset(self) -> None:
        """Let participants and manager forget everything.

        Raises:
            TeamStateError: The team is running.
        """
        if self._is_running:
            raise TeamStateError(
                "The group chat is currently running. It must be stopped before it can be reset."
            )
        with self._running():
            self._stop_to_repeat = None
            self._ready()
            await self._ready_carrier().reset()

    async def pause(self) -> None:
        """Call `on_pause` of every participant while the team runs; what that does is up to them.

        Raises:
            TeamStateError: The team has never been run.
        """
        self._check_has_run("paused")
        await self._ready_carrier().pause()

    async def resume(self) -> None:
        """Call `on_resume` of every participant while the team runs.

        Raises:
            TeamStateError: The team has never been run.
        """
        self._check_has_run("resumed")
        await self._ready_carrier().resume()

    def _check_has_run(self, done: str) -> None:
        if not self._has_run:
            raise TeamStateError(
                f"The group chat has not been initialized. It must be run before it can be {done}."
            )

    async def save_state(self) -> Mapping[str, Any]:
        """Return the state of all participants and of the manager.

        Between runs, or between turns, it is whole; messages of a turn in progress are not in it.
        """
        parts = self._ready()
        parts.dumps.begin()
        states: dict[str, Any] = {
            name: await member.save_state(parts.dumps) for name, member in parts.members.items()
        }
        states[self._group_chat_manager_name] = await parts.manager.save_state()
        return {"type": "TeamState", "version": "1.0.0", "agent_states": states}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state, of this team or of another one like it.

        Raises:
            TeamStateError: The team is running.
            SavedStateError: The state does not fit the team.
        """
        if self._is_running:
            raise TeamStateError("The team cannot be loaded while it is running.")
        with self._running():
            self._stop_to_repeat = None
            await self._load(state)

    async def _load(self, state: Mapping[str, Any]) -> None:
        parts = self._ready()
        try:
            states = TeamState.model_validate(state).agent_states
            for name in (*parts.members, self._group_chat_manager_name):
                if name not in states:
                    raise SavedStateError(f"Agent state for {name} not found in the saved state.")
            for name, member in parts.members.items():
                await member.load_state(states[name], parts.factory)
            await parts.manager.load_state(states[self._group_chat_manager_name])
        except ValidationError as error:
            raise SavedStateError(
                "Invalid state format. The state was not saved by a team of this shape.",
                details={"problems": error.error_count()},
            ) from error

    async def save_checkpoint(self) -> dict[str, Any]:
        """Return the state and, beyond it, how far a run in progress has come.

        Taken between two turns, it lets `run_stream(task=None)` of another team like this one go on
        exactly as this one does.
        """
        return {"team": await self.save_state(), "progress": self._progress()}

    async def load_checkpoint(self, checkpoint: Mapping[str, Any]) -> None:
        """Go back to a checkpoint; `run_stream(task=None)` then goes on from there.

        Raises:
            TeamStateError: The team is running.
            SavedStateError: The checkpoint does not fit the team.
        """
        await self.load_state(checkpoint["team"])
        self._load_progress(checkpoint.get("progress") or {})

    def _progress(self) -> dict[str, Any]:
        progress = self._ready().manager.save_progress()
        inner = {team.name: team._progress() for team in self._inner_teams()}  # noqa: SLF001 - its own class
        return {**progress, "stopped": self._stop_of_turn, "teams": inner}

    def _load_progress(self, progress: Mapping[str, Any]) -> None:
        self._ready().manager.load_progress(progress)
        self._stop_to_repeat = progress.get("stopped")
        inner: Mapping[str, Any] = progress.get("teams") or {}
        for team in self._inner_teams():
            if team.name in inner:
                team._load_progress(inner[team.name])  # noqa: SLF001 - its own class

    def _inner_teams(self) -> "list[BaseGroupChat]":
        return [team for team in self._participants if isinstance(team, BaseGroupChat)]

    async def _after_turn(self, stop: StopMessage | None, speakers: Sequence[str]) -> None:
        run = self._run_context
        if run is None:
            return
        self._stop_of_turn = None if stop is None else stop.content
        try:
            await run.after_turn(self, speakers)
        finally:
            self._stop_of_turn = None

    def _ready(self) -> Parts:
        if self._parts is None:
            self._parts = self._assemble(self._addresses())
        return self._parts

    def _ready_carrier(self) -> DirectCarrier | RuntimeCarrier:
        parts = self._ready()
        if self._carrier is None:
            if self._runtime is None:
                self._carrier = DirectCarrier(parts)
            else:
                self._carrier = RuntimeCarrier(parts, self._runtime, self._addresses())
        return self._carrier

    def _addresses(self) -> Addresses:
        return Addresses.of_team(
            self._team_id, self._group_chat_manager_name, [p.name for p in self._participants]
        )

    def _assemble(self, addresses: Addresses) -> Parts:
        outlet = Outlet(self._message_factory)
        log = SharedLog()
        members = {p.name: Member(p, i, log) for i, p in enumerate(self._participants)}
        make_manager = self._create_group_chat_manager_factory(
            name=self._group_chat_manager_name,
            group_topic_type=addresses.group,
            output_topic_type=addresses.output,
            participant_topic_types=list(addresses.members.values()),
            participant_names=[p.name for p in self._participants],
            participant_descriptions=[p.description for p in self._participants],
            output_message_queue=outlet,
            termination_condition=self._termination_condition,
            max_turns=self._max_turns,
            message_factory=self._message_factory,
        )
        return Parts(
            manager=make_manager(),
            members=members,
            outlet=outlet,
            log=log,
            factory=self._message_factory,
            after_turn=self._after_turn,
        )


def _result(outlet: Outlet, stop: StopMessage) -> TaskResult:
    # The messages are valid already; checking thousands of them again takes milliseconds.
    return TaskResult.model_construct(messages=outlet.collected, stop_reason=stop.content)


async def _end(work: "asyncio.Task[StopMessage]") -> None:
    if not work.done():
        work.cancel()
        await asyncio.wait([work])
    if not work.cancelled():
        # A listener that has gone away does not want to know how it ended.
        work.exception()
