"""Carries a conversation by calling the participants one after the other, without a runtime."""

import asyncio
from collections.abc import Sequence

from studio.agentchat.messages import BaseChatMessage, StopMessage
from studio.core import CancellationToken

from .errors import run_error
from .member import Member, Turn
from .parts import Opening, Parts


class DirectCarrier:
    """Drives the members of a team from one task; several of them at once from one task each."""

    def __init__(self, parts: Parts) -> None:
        self._parts: Parts = parts
        self.token: CancellationToken = CancellationToken()
        parts.manager.attach(self, parts.dumps)

    async def share(self, messages: Sequence[BaseChatMessage], *, start: bool = False) -> None:
        """Let all participants read the messages."""
        for message in messages:
            self._parts.log.add(message)

    async def reset_members(self) -> None:
        """Let all participants forget everything."""
        for member in self._parts.members.values():
            await member.reset(self.token)

    async def converse(self, opening: Opening, token: CancellationToken) -> StopMessage:
        """Carry one run to its end and return the reason of it.

        What is wrong with the start is raised as it is, later errors as `TeamRunError`.

        Raises:
            TeamRunError: An agent, the condition or the choice of a speaker has failed.
        """
        parts = self._parts
        self.token = token
        verdict = await parts.manager.open_run(
            opening.messages, output_task_messages=opening.output_task_messages
        )
        while not isinstance(verdict, StopMessage):
            if len(verdict) == 1:
                await self._one_turn(verdict[0])
            else:
                await self._joint_turn(verdict)
            # Listeners get to hear the turn before the next one begins.
            await asyncio.sleep(0)
            verdict = await parts.next_after(verdict)
        return verdict

    async def _one_turn(self, name: str) -> None:
        member = self._parts.members[name]
        try:
            turn = await member.speak(self._parts.outlet.put, self.token)
            await self._record(member, turn)
        except Exception as error:
            self._parts.manager.lose_turn([name])
            raise run_error(error) from error
        except BaseException:
            self._parts.manager.lose_turn([name])
            raise

    async def _joint_turn(self, names: Sequence[str]) -> None:
        parts = self._parts
        done: list[tuple[Member, Turn]] = []

        async def speak(member: Member) -> None:
            done.append((member, await member.speak(parts.outlet.put, self.token)))

        try:
            async with asyncio.TaskGroup() as group:
                for name in names:
                    group.create_task(speak(parts.members[name]))
        except BaseExceptionGroup as group_error:
            await self._record_some(names, done)
            error = group_error.exceptions[0]
            if isinstance(error, Exception):
                raise run_error(error) from error
            raise error from None
        except BaseException:
            await self._record_some(names, done)
            raise
        for member, turn in done:
            await self._record(member, turn)

    async def _record_some(self, names: Sequence[str], done: list[tuple[Member, Turn]]) -> None:
        """Keep what those have said who were done when others failed."""
        for member, turn in done:
            await self._record(member, turn)
        silent = set(names).difference(member.name for member, _ in done)
        self._parts.manager.lose_turn([name for name in names if name in silent])

    async def _record(self, member: Member, turn: Turn) -> None:
        for message in turn.shared:
            self._parts.log.add(message, member.index)
        await self._parts.manager.record(member.name, turn.delta)

    async def reset(self) -> None:
        """Reset members and manager."""
        self.token = CancellationToken()
        await self.reset_members()
        await self._parts.manager.reset()

    async def pause(self) -> None:
        """Ask every member to hold its work."""
        for member in self._parts.members.values():
            await member.pause(CancellationToken())

    async def resume(self) -> None:
        """Ask every member to go on."""
        for member in self._parts.members.values():
            await member.resume(CancellationToken())
