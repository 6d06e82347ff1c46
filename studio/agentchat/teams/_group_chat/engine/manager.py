"""Who speaks next, and when it is over: the rules of a conversation, without its transport."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from studio.agentchat.base import TerminationCondition
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    MessageFactory,
    SelectSpeakerEvent,
    StopMessage,
)
from studio.agentchat.state import BaseGroupChatManagerState

from .dumps import DumpCache
from .errors import SpeakerError, TeamSetupError
from .floor import Floor, SilentFloor
from .outlet import Outlet

Item = BaseAgentEvent | BaseChatMessage
Verdict = list[str] | StopMessage
"""The names of the next speakers, or why there are none."""


class BaseGroupChatManager(ABC):
    """Keeps the thread, counts the turns, asks the condition, and has the next speaker chosen.

    A subclass writes `validate_group_state`, `select_speaker` and `reset`, and where it remembers
    something of its own `save_state` and `load_state`.
    """

    def __init__(
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
        emit_team_events: bool = False,
    ) -> None:
        if max_turns is not None and max_turns <= 0:
            raise TeamSetupError("The maximum number of turns must be greater than 0.")
        self._name: str = name
        self._group_topic_type: str = group_topic_type
        self._output_topic_type: str = output_topic_type
        self._participant_topic_types: list[str] = participant_topic_types
        self._participant_names: list[str] = participant_names
        self._participant_descriptions: list[str] = participant_descriptions
        self._output_message_queue: Outlet = output_message_queue
        self._termination_condition: TerminationCondition | None = termination_condition
        self._max_turns: int | None = max_turns
        self._message_factory: MessageFactory = message_factory
        self._emit_team_events: bool = emit_team_events
        self._message_thread: list[Item] = []
        self._current_turn: int = 0
        self._delta: list[Item] = []
        self._floor: Floor = SilentFloor()
        self._dumps: DumpCache = DumpCache()

    def attach(self, floor: Floor, dumps: DumpCache) -> None:
        """Tell the manager how to reach the participants, and share the team's dumps with it."""
        self._floor = floor
        self._dumps = dumps

    # What a subclass writes.

    @abstractmethod
    async def validate_group_state(self, messages: list[BaseChatMessage] | None) -> None:
        """Raise an error if the conversation cannot start with these messages."""

    @abstractmethod
    async def select_speaker(self, thread: Sequence[Item]) -> list[str] | str:
        """Return who speaks next; several names speak at the same time."""

    @abstractmethod
    async def reset(self) -> None:
        """Forget everything."""

    async def save_state(self) -> Mapping[str, Any]:
        """Return what `load_state` needs to go on from here."""
        return {"message_thread": self._dumped_thread(), "current_turn": self._current_turn}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""
        self._load_thread(BaseGroupChatManagerState.model_validate(state))

    async def update_message_thread(self, messages: Sequence[Item]) -> None:
        """Add messages to the thread."""
        self._message_thread.extend(messages)

    # What a run calls.

    async def open_run(
        self, messages: list[BaseChatMessage] | None, *, output_task_messages: bool = True
    ) -> Verdict:
        """Begin a run with the messages of its task, or go on without one."""
        self._delta = []
        condition = self._termination_condition
        if condition is not None and condition.terminated:
            return self._stop("The group chat has already terminated.")
        await self.validate_group_state(messages)
        if messages:
            await self._take_task(messages, output_task_messages)
            stop = await self._find_stop(messages, turn_done=False)
            if stop is not None:
                return stop
        return await self.choose()

    async def record(self, name: str, delta: Sequence[Item]) -> None:
        """Take what a speaker has said in its turn."""
        self._delta.extend(delta)
        await self.update_message_thread(delta)

    async def close_turn(self) -> StopMessage | None:
        """Ask whether it is over, now that all speakers of the turn have answered."""
        delta, self._delta = self._delta, []
        return await self._find_stop(delta, turn_done=True)

    async def choose(self) -> Verdict:
        """Have the next speakers chosen.

        Raises:
            SpeakerError: A chosen speaker is no participant.
        """
        chosen = await self.select_speaker(self._message_thread)
        names = [chosen] if isinstance(chosen, str) else list(chosen)
        for name in names:
            if name not in self._participant_names:
                raise SpeakerError(
                    f"Speaker {name} not found in participant names.",
                    hint=f"The participants are {self._participant_names}.",
                )
        if not names:
            return self._stop("The group chat is stopped.")
        await self._announce(names)
        return names

    def lose_turn(self, names: Sequence[str]) -> None:
        """Take notice that these speakers have been chosen but have not answered."""
        self._delta = []

    async def reset_condition(self) -> None:
        """Let the condition start over."""
        if self._termination_condition is not None:
            await self._termination_condition.reset()

    def save_progress(self) -> dict[str, Any]:
        """Return what a run in progress needs beyond the state."""
        condition = self._termination_condition
        return {"condition": None if condition is None else condition.save_progress()}

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        """Go back to what `save_progress` returned."""
        saved = progress.get("condition")
        if self._termination_condition is not None and saved is not None:
            self._termination_condition.load_progress(saved)

    # What a subclass may use.

    def _stop(self, content: str) -> StopMessage:
        return StopMessage(content=content, source=self._name)

    async def _take_task(self, messages: Sequence[BaseChatMessage], output: bool) -> None:
        if output:
            for message in messages:
                await self._output_message_queue.put(message)
        await self._floor.share(messages, start=True)
        await self.update_message_thread(messages)

    async def _find_stop(self, delta: Sequence[Item], *, turn_done: bool) -> StopMessage | None:
        stop: StopMessage | None = None
        if self._termination_condition is not None:
            stop = await self._termination_condition(delta)
        if stop is None:
            self._current_turn += turn_done
            if self._max_turns is not None and self._current_turn >= self._max_turns:
                stop = self._stop(f"Maximum number of turns {self._max_turns} reached.")
        if stop is not None:
            await self._end_run()
        return stop

    async def _end_run(self) -> None:
        await self.reset_condition()
        self._current_turn = 0

    async def _announce(self, names: list[str]) -> None:
        if self._emit_team_events:
            await self._output_message_queue.put(
                SelectSpeakerEvent(content=names, source=self._name)
            )

    def _dumped_thread(self) -> list[Mapping[str, Any]]:
        return self._dumps.dump_thread(self._message_thread)

    def _load_thread(self, state: BaseGroupChatManagerState) -> None:
        create = self._message_factory.create
        self._message_thread = [create(message) for message in state.message_thread]
        self._current_turn = state.current_turn
