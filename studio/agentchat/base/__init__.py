"""The interfaces of agents, teams and termination conditions."""

from ._chat_agent import ChatAgent, Response
from ._handoff import Handoff
from ._task import TaskResult, TaskRunner
from ._team import Team
from ._termination import (
    AlreadyTerminatedError,
    AndTerminationCondition,
    OrTerminationCondition,
    TerminatedException,
    TerminationCondition,
)

__all__ = [
    "AlreadyTerminatedError",
    "AndTerminationCondition",
    "ChatAgent",
    "Handoff",
    "OrTerminationCondition",
    "Response",
    "TaskResult",
    "TaskRunner",
    "Team",
    "TerminatedException",
    "TerminationCondition",
]
