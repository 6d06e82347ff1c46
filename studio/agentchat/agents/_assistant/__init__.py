"""The assistant, split by the steps of its turn."""

from .agent import AssistantAgent
from .config import AssistantAgentConfig

__all__ = ["AssistantAgent", "AssistantAgentConfig"]
