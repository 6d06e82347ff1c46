"""The agents, and the base of one's own."""

from ._assistant import AssistantAgent
from ._base_chat_agent import BaseChatAgent
from ._code_executor import (
    ApprovalFuncType,
    ApprovalRequest,
    ApprovalResponse,
    CodeExecutorAgent,
)
from ._message_filter import MessageFilterAgent, MessageFilterConfig, PerSourceFilter
from ._society_of_mind import SocietyOfMindAgent
from ._user_proxy import UserProxyAgent

__all__ = [
    "ApprovalFuncType",
    "ApprovalRequest",
    "ApprovalResponse",
    "AssistantAgent",
    "BaseChatAgent",
    "CodeExecutorAgent",
    "MessageFilterAgent",
    "MessageFilterConfig",
    "PerSourceFilter",
    "SocietyOfMindAgent",
    "UserProxyAgent",
]
