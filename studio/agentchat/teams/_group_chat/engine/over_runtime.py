"""Carries a conversation over a runtime that the caller starts and stops."""

from studio.agentchat.messages import StopMessage
from studio.agentchat.teams._group_chat._events import (
    GroupChatPause,
    GroupChatReset,
    GroupChatResume,
    GroupChatStart,
)
from studio.core import AgentId, AgentRuntime, CancellationToken, TypeSubscription

from .parts import Opening, Parts
from .runtime_agents import ManagerAgent, MemberAgent
from .runtime_run import Addresses, RuntimeRun


class RuntimeCarrier:
    """Registers manager and members as agents and lets them talk by messages."""

    def __init__(self, parts: Parts, runtime: AgentRuntime, addresses: Addresses) -> None:
        self._run: RuntimeRun = RuntimeRun(parts, addresses)
        self._runtime: AgentRuntime = runtime
        self._registered: bool = False
        self._manager: ManagerAgent | None = None

    async def converse(self, opening: Opening, token: CancellationToken) -> StopMessage:
        """Carry one run to its end and return the reason of it.

        What is wrong with the start is raised as it is, later errors as `TeamRunError`.

        Raises:
            TeamRunError: An agent, the condition or the choice of a speaker has failed.
        """
        await self._register()
        over = self._run.begin(token)
        start = GroupChatStart(
            messages=opening.messages, output_task_messages=opening.output_task_messages
        )
        try:
            await self._send(start, self._run.addresses.manager)
            return await over
        except BaseException:
            await self._run.abandon()
            if self._manager is not None:
                self._manager.lose_turn()
            raise
        finally:
            self._run.end()

    async def reset(self) -> None:
        """Reset members and manager."""
        await self._register()
        self._run.token = CancellationToken()
        for address in (*self._run.addresses.members.values(), self._run.addresses.manager):
            await self._send(GroupChatReset(), address)

    async def pause(self) -> None:
        """Ask every member to hold its work."""
        for address in self._run.addresses.members.values():
            await self._send(GroupChatPause(), address)

    async def resume(self) -> None:
        """Ask every member to go on."""
        for address in self._run.addresses.members.values():
            await self._send(GroupChatResume(), address)

    async def _send(self, message: object, address: str) -> None:
        await self._runtime.send_message(
            message, AgentId(address, self._run.addresses.key), cancellation_token=self._run.token
        )

    async def _register(self) -> None:
        if self._registered:
            return
        self._registered = True
        addresses, runtime = self._run.addresses, self._runtime
        for name, address in addresses.members.items():
            member = self._run.parts.members[name]
            await MemberAgent.register(
                runtime, address, lambda member=member: MemberAgent(member, self._run)
            )
            await self._subscribe(address, address, addresses.group)
        await ManagerAgent.register(runtime, addresses.manager, self._make_manager)
        await self._subscribe(
            addresses.manager, addresses.manager, addresses.group, addresses.output
        )

    async def _subscribe(self, agent_type: str, *topic_types: str) -> None:
        for topic_type in topic_types:
            await self._runtime.add_subscription(
                TypeSubscription(topic_type=topic_type, agent_type=agent_type)
            )

    def _make_manager(self) -> ManagerAgent:
        self._manager = ManagerAgent(self._run)
        return self._manager
