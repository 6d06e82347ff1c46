"""The agent that runs code, split by what it does with it."""

from .agent import CodeExecutorAgent, CodeExecutorAgentConfig
from .approval import ApprovalFuncType, ApprovalRequest, ApprovalResponse

__all__ = [
    "ApprovalFuncType",
    "ApprovalRequest",
    "ApprovalResponse",
    "CodeExecutorAgent",
    "CodeExecutorAgentConfig",
]
