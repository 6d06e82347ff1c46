"""One participant of a team: its turns, its inbox, its state."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, cast

from studio._kit.run_context import current_run, nested_team
from studio.agentchat.base import ChatAgent, Response, TaskResult, Team
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, MessageFactory
from studio.agentchat.state import ChatAgentContainerState
from studio.core import CancellationToken

from .dumps import DumpCache
from .errors import SavedStateError, TurnError
from .inbox import Inbox, SharedLog

Item = BaseAgentEvent | BaseChatMessage
Say = Callable[[Item], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a participant has said in its turn."""

    delta: list[Item]
    """For the thread and the conditions."""

    shared: list[BaseChatMessage]
    """For the other participants."""

    answer: Response | TaskResult
    """As the agent or the team gave it."""


def turn_of(answer: Response | TaskResult) -> Turn:
    """Return what an answer adds to the thread, and what the other participants get to read."""
    if isinstance(answer, Response):
        final = answer.chat_message
        return Turn([*(answer.inner_messages or ()), final], [final], answer)
    delta = list(answer.messages)
    return Turn(delta, [m for m in delta if isinstance(m, BaseChatMessage)], answer)


class Member:
    """A participant with the messages it has not read yet."""

    def __init__(self, participant: ChatAgent | Team, index: int, log: SharedLog) -> None:
        self.participant: ChatAgent | Team = participant
        self.name: str = participant.name
        self.index: int = index
        self.inbox: Inbox = Inbox(log, index)

    async def speak(self, say: Say, token: CancellationToken) -> Turn:
        """Take a turn with all unread messages; they stay unread when the turn fails.

        Args:
            say: Gets everything that is said on the way, at once.
            token: Ends the turn early when cancelled.

        Raises:
            TurnError: The turn has ended without an answer.
        """
        mark = self.inbox.mark()
        unread = self.inbox.unread()
        if isinstance(self.participant, Team):
            turn = await self._run_team(self.participant, unread, say, token)
        else:
            turn = await self._ask_agent(self.participant, unread, say, token)
        self.inbox.read_up_to(mark)
        return turn

    async def _ask_agent(
        self, agent: ChatAgent, unread: list[BaseChatMessage], say: Say, token: CancellationToken
    ) -> Turn:
        response: Response | None = None
        stream = agent.on_messages_stream(unread, token)
        try:
            async for item in stream:
                if isinstance(item, Response):
                    response = item
                    await say(item.chat_message)
                else:
                    await say(item)
        except BaseException:
            await _close(stream)
            raise
        if response is None:
            raise TurnError(
                f"agent {self.name!r} has ended its turn without a response",
                hint="The stream of `on_messages_stream` has to end with a `Response`.",
            )
        return turn_of(response)

    async def _run_team(
        self, team: Team, unread: list[BaseChatMessage], say: Say, token: CancellationToken
    ) -> Turn:
        result: TaskResult | None = None
        with nested_team(self.name):
            run = current_run()
            stream = team.run_stream(
                task=unread or None, cancellation_token=token, output_task_messages=False
            )
            try:
                async for item in stream:
                    if isinstance(item, TaskResult):
                        result = item
                    else:
                        if run is not None:
                            run.locate(item)
                        await say(item)
            except BaseException:
                await _close(stream)
                raise
        if result is None:
            raise TurnError(
                f"team {self.name!r} has ended its turn without a result",
                hint="The stream of `run_stream` has to end with a `TaskResult`.",
            )
        return turn_of(result)

    async def reset(self, token: CancellationToken) -> None:
        """Forget everything."""
        self.inbox.clear()
        if isinstance(self.participant, Team):
            await self.participant.reset()
        else:
            await self.participant.on_reset(token)

    async def pause(self, token: CancellationToken) -> None:
        """Ask the participant to hold its work."""
        if isinstance(self.participant, Team):
            if _has_run(self.participant):
                await self.participant.pause()
        else:
            await self.participant.on_pause(token)

    async def resume(self, token: CancellationToken) -> None:
        """Ask the participant to go on."""
        if isinstance(self.participant, Team):
            if _has_run(self.participant):
                await self.participant.resume()
        else:
            await self.participant.on_resume(token)

    async def save_state(self, dumps: DumpCache) -> dict[str, Any]:
        """Return the participant's own state and the unread messages."""
        return {
            "type": "ChatAgentContainerState",
            "version": "1.0.0",
            "agent_state": await self._state_of_participant(),
            "message_buffer": dumps.dump(self.inbox.unread()),
        }

    async def _state_of_participant(self) -> Mapping[str, Any]:
        state = await self.participant.save_state()
        if type(self.participant).save_state.__module__.startswith("studio."):
            return state
        # A program's own agent may give away the very list that it goes on to change.
        return deepcopy(state)

    async def load_state(self, state: Mapping[str, Any], factory: MessageFactory) -> None:
        """Go back to a saved state.

        Raises:
            SavedStateError: There is something else than chat messages among the unread ones.
        """
        loaded = ChatAgentContainerState.model_validate(state)
        unread = [factory.create(message) for message in loaded.message_buffer]
        for message in unread:
            if not isinstance(message, BaseChatMessage):
                raise SavedStateError(
                    f"a message that {self.name!r} has not read yet is of type "
                    f"{type(message).__name__}, which is no chat message"
                )
        await self.participant.load_state(loaded.agent_state)
        self.inbox.replace(cast("list[BaseChatMessage]", unread))


def _has_run(team: Team) -> bool:
    # A team whose turn has not come yet has nothing to hold, and says so with an error.
    return bool(getattr(team, "_has_run", True))


async def _close(stream: AsyncIterator[object]) -> None:
    # A stream may be any async iterator; one that is not a generator has nothing to close.
    close = getattr(stream, "aclose", None)
    if close is not None:
        await close()
