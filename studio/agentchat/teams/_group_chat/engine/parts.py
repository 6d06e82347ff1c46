"""The parts of a team that both carriers of a conversation work with."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from studio.agentchat.messages import BaseChatMessage, MessageFactory, StopMessage

from .dumps import DumpCache
from .errors import run_error
from .inbox import SharedLog
from .manager import BaseGroupChatManager, Verdict
from .member import Member
from .outlet import Outlet

AfterTurn = Callable[[StopMessage | None, Sequence[str]], Awaitable[None]]


@dataclass(frozen=True)
class Opening:
    """How a run begins."""

    messages: list[BaseChatMessage] | None
    output_task_messages: bool = True


@dataclass
class Parts:
    """Manager, members and what lies between them."""

    manager: BaseGroupChatManager
    members: dict[str, Member]
    outlet: Outlet
    log: SharedLog
    factory: MessageFactory
    after_turn: AfterTurn
    """Called when all speakers of a turn have answered and the condition has been asked."""

    dumps: DumpCache = field(default_factory=DumpCache)

    async def next_after(self, speakers: Sequence[str]) -> Verdict:
        """Close the turn of these speakers and open the next.

        Raises:
            TeamRunError: The condition or the choice has failed.
        """
        try:
            stop = await self.manager.close_turn()
            await self.after_turn(stop, speakers)
            return stop or await self.manager.choose()
        except Exception as error:
            raise run_error(error) from error
