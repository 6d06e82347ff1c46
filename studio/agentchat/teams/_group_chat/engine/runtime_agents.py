"""The manager and the participants of a team as agents on a runtime."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from studio.agentchat.base import Response
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage
from studio.agentchat.teams._group_chat._events import (
    GroupChatAgentResponse,
    GroupChatError,
    GroupChatMessage,
    GroupChatPause,
    GroupChatRequestPublish,
    GroupChatReset,
    GroupChatResume,
    GroupChatStart,
    GroupChatTeamResponse,
    SerializableException,
)
from studio.agentchat.teams._group_chat._sequential_routed_agent import SequentialRoutedAgent
from studio.core import AgentId, CancellationToken, MessageContext, TopicId, event, rpc

from .errors import TurnError, written_error
from .manager import Verdict
from .member import Member, turn_of
from .runtime_run import RuntimeRun

Item = BaseAgentEvent | BaseChatMessage


class MemberAgent(SequentialRoutedAgent):
    """A participant on a runtime: collects what the others say and speaks when it is asked to."""

    def __init__(self, member: Member, run: RuntimeRun) -> None:
        super().__init__(
            member.participant.description,
            [
                GroupChatStart,
                GroupChatAgentResponse,
                GroupChatTeamResponse,
                GroupChatRequestPublish,
                GroupChatReset,
            ],
        )
        self._member: Member = member
        self._run: RuntimeRun = run

    @event
    async def handle_start(self, message: GroupChatStart, ctx: MessageContext) -> None:
        """Take the messages of the task."""
        self._member.inbox.deliver(message.messages or [])

    @event
    async def handle_agent_response(
        self, message: GroupChatAgentResponse, ctx: MessageContext
    ) -> None:
        """Take what another agent has said."""
        self._member.inbox.deliver([message.response.chat_message])

    @event
    async def handle_team_response(
        self, message: GroupChatTeamResponse, ctx: MessageContext
    ) -> None:
        """Take what a team has said."""
        self._member.inbox.deliver(turn_of(message.result).shared)

    @event
    async def handle_request(self, message: GroupChatRequestPublish, ctx: MessageContext) -> None:
        """Take a turn."""
        token = ctx.cancellation_token
        if token.is_cancelled():
            return
        try:
            await self._run.do(self._take_turn(token))
        except asyncio.CancelledError:
            if not token.is_cancelled():
                raise
        except Exception as error:  # noqa: BLE001 - travels to the caller of the run
            await self.publish_message(
                GroupChatError(error=SerializableException.from_exception(error)),
                self._run.topic(self._run.addresses.manager),
                cancellation_token=token,
            )

    async def _take_turn(self, token: CancellationToken) -> None:
        run = self._run
        output = run.topic(run.addresses.output)

        async def say(item: Item) -> None:
            run.parts.outlet.check(item)
            await self.publish_message(
                GroupChatMessage(message=item), output, cancellation_token=token
            )

        turn = await self._member.speak(say, token)
        name = self._member.name
        answer = turn.answer
        await self.publish_message(
            GroupChatAgentResponse(response=answer, name=name)
            if isinstance(answer, Response)
            else GroupChatTeamResponse(result=answer, name=name),
            run.topic(run.addresses.group),
            cancellation_token=token,
        )

    @rpc
    async def handle_reset(self, message: GroupChatReset, ctx: MessageContext) -> None:
        """Forget everything."""
        await self._member.reset(ctx.cancellation_token)

    @rpc
    async def handle_pause(self, message: GroupChatPause, ctx: MessageContext) -> None:
        """Hold the work in progress."""
        await self._member.pause(ctx.cancellation_token)

    @rpc
    async def handle_resume(self, message: GroupChatResume, ctx: MessageContext) -> None:
        """Go on."""
        await self._member.resume(ctx.cancellation_token)

    async def on_unhandled_message(self, message: Any, ctx: MessageContext) -> None:
        """Refuse messages that are not for participants of teams."""
        raise TurnError(f"unexpected message of type {type(message).__name__} in a team")

    async def save_state(self) -> Mapping[str, Any]:
        """Return the state of the participant."""
        return await self._member.save_state(self._run.parts.dumps)

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""
        await self._member.load_state(state, self._run.parts.factory)


class ManagerAgent(SequentialRoutedAgent):
    """The manager of a team on a runtime."""

    def __init__(self, run: RuntimeRun) -> None:
        super().__init__(
            "Group chat manager",
            [
                GroupChatStart,
                GroupChatAgentResponse,
                GroupChatTeamResponse,
                GroupChatMessage,
                GroupChatReset,
            ],
        )
        self._run: RuntimeRun = run
        self._speakers: list[str] = []
        self._silent: set[str] = set()
        run.parts.manager.attach(self, run.parts.dumps)

    @property
    def token(self) -> CancellationToken:
        """Token of the run."""
        return self._run.token

    async def share(self, messages: Sequence[BaseChatMessage], *, start: bool = False) -> None:
        """Let all participants read the messages."""
        group = self._run.topic(self._run.addresses.group)
        if start:
            await self._publish(GroupChatStart(messages=list(messages)), group)
            return
        for message in messages:
            said = GroupChatAgentResponse(
                response=Response(chat_message=message), name=message.source
            )
            await self._publish(said, group)

    async def reset_members(self) -> None:
        """Let all participants forget everything."""
        for address in self._run.addresses.members.values():
            await self.send_message(
                GroupChatReset(),
                AgentId(address, self._run.addresses.key),
                cancellation_token=self.token,
            )

    async def _publish(self, message: object, topic: TopicId) -> None:
        await self.publish_message(message, topic, cancellation_token=self.token)

    @rpc
    async def handle_start(self, message: GroupChatStart, ctx: MessageContext) -> None:
        """Begin a run."""
        verdict = await self._run.do(
            self._run.parts.manager.open_run(
                message.messages, output_task_messages=message.output_task_messages
            )
        )
        await self._go_on(verdict)

    @event
    async def handle_message(self, message: GroupChatMessage, ctx: MessageContext) -> None:
        """Pass on what is said."""
        if not ctx.cancellation_token.is_cancelled():
            self._run.parts.outlet.put_nowait(message.message)

    @event
    async def handle_agent_response(
        self, message: GroupChatAgentResponse, ctx: MessageContext
    ) -> None:
        """Take an agent's answer."""
        await self._take(message.name, turn_of(message.response).delta, ctx)

    @event
    async def handle_team_response(
        self, message: GroupChatTeamResponse, ctx: MessageContext
    ) -> None:
        """Take a team's answer."""
        await self._take(message.name, turn_of(message.result).delta, ctx)

    @event
    async def handle_error(self, message: GroupChatError, ctx: MessageContext) -> None:
        """End the run because a participant has failed."""
        if not ctx.cancellation_token.is_cancelled():
            self._run.fail(written_error(message.error))

    @rpc
    async def handle_reset(self, message: GroupChatReset, ctx: MessageContext) -> None:
        """Forget everything."""
        await self._run.parts.manager.reset()

    async def _take(self, name: str, delta: Sequence[Item], ctx: MessageContext) -> None:
        if ctx.cancellation_token.is_cancelled() or name not in self._silent:
            return
        parts = self._run.parts
        try:
            await parts.manager.record(name, delta)
            self._silent.discard(name)
            if not self._silent:
                await self._go_on(await self._run.do(parts.next_after(self._speakers)))
        except Exception as error:  # noqa: BLE001 - travels to the caller of the run
            self._run.fail(error)

    async def _go_on(self, verdict: Verdict) -> None:
        if isinstance(verdict, StopMessage):
            self._run.finish(verdict)
            return
        self._speakers = verdict
        self._silent = set(verdict)
        members = self._run.addresses.members
        for name in verdict:
            await self._publish(GroupChatRequestPublish(), self._run.topic(members[name]))

    def lose_turn(self) -> None:
        """Take notice that the run has ended in the middle of a turn."""
        silent = [name for name in self._speakers if name in self._silent]
        self._silent.clear()
        if silent:
            self._run.parts.manager.lose_turn(silent)

    async def on_unhandled_message(self, message: Any, ctx: MessageContext) -> None:
        """Refuse messages that are not for managers of teams."""
        raise TurnError(f"unexpected message of type {type(message).__name__} in a team")

    async def save_state(self) -> Mapping[str, Any]:
        """Return the state of the manager."""
        return await self._run.parts.manager.save_state()

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""
        await self._run.parts.manager.load_state(state)
