"""Carries a conversation over a runtime that the caller starts and stops."""

import asyncio
import re
from collections.abc import Coroutine, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from studio.agentchat.messages import StopMessage
from studio.agentchat.teams._group_chat._events import (
    GroupChatPause,
    GroupChatReset,
    GroupChatResume,
    GroupChatStart,
)
from studio.core import AgentId, AgentRuntime, CancellationToken, TopicId, TypeSubscription

from .errors import TeamRunError, run_error
from .parts import Opening, Parts
from .runtime_agents import ManagerAgent, MemberAgent

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


class RuntimeCarrier:
    """Registers manager and members as agents and lets them talk by messages."""

    def __init__(self, parts: Parts, runtime: AgentRuntime, addresses: Addresses) -> None:
        self.parts: Parts = parts
        self.addresses: Addresses = addresses
        self.token: CancellationToken = CancellationToken()
        self._runtime: AgentRuntime = runtime
        self._registered: bool = False
        self._manager: ManagerAgent | None = None
        self._context: Context = copy_context()
        self._over: asyncio.Future[StopMessage] | None = None
        self._work: set[asyncio.Task[Any]] = set()

    def topic(self, topic_type: str) -> TopicId:
        """Return a topic of the team."""
        return TopicId(topic_type, self.addresses.key)

    async def converse(self, opening: Opening, token: CancellationToken) -> StopMessage:
        """Carry one run to its end and return the reason of it.

        What is wrong with the start is raised as it is, later errors as `TeamRunError`.

        Raises:
            TeamRunError: An agent, the condition or the choice of a speaker has failed.
        """
        await self._register()
        self.token = CancellationToken()
        token.add_callback(self.token.cancel)
        self._context = copy_context()
        over = self._over = asyncio.get_running_loop().create_future()
        start = GroupChatStart(
            messages=opening.messages, output_task_messages=opening.output_task_messages
        )
        try:
            await self._send(start, self.addresses.manager)
            return await over
        except BaseException:
            await self._abandon()
            raise
        finally:
            self._over = None

    async def in_run(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
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
        if self._over is not None and not self._over.done():
            wrapped = error if isinstance(error, TeamRunError) else run_error(error)
            wrapped.__cause__ = wrapped.__cause__ or (None if wrapped is error else error)
            self._over.set_exception(wrapped)

    async def _abandon(self) -> None:
        self.token.cancel()
        if self._work:
            await asyncio.wait(list(self._work))
        if self._manager is not None:
            self._manager.lose_turn()

    async def reset(self) -> None:
        """Reset members and manager."""
        await self._register()
        self.token = CancellationToken()
        for address in (*self.addresses.members.values(), self.addresses.manager):
            await self._send(GroupChatReset(), address)

    async def pause(self) -> None:
        """Ask every member to hold its work."""
        for address in self.addresses.members.values():
            await self._send(GroupChatPause(), address)

    async def resume(self) -> None:
        """Ask every member to go on."""
        for address in self.addresses.members.values():
            await self._send(GroupChatResume(), address)

    async def _send(self, message: object, address: str) -> None:
        await self._runtime.send_message(
            message, AgentId(address, self.addresses.key), cancellation_token=self.token
        )

    async def _register(self) -> None:
        if self._registered:
            return
        self._registered = True
        addresses, runtime = self.addresses, self._runtime
        for name, address in addresses.members.items():
            member = self.parts.members[name]
            await MemberAgent.register(
                runtime, address, lambda member=member: MemberAgent(member, self)
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
        self._manager = ManagerAgent(self)
        return self._manager
