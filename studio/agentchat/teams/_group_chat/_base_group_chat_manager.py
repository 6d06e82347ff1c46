"""The base of every manager, where people who derive from it look for it."""

from .engine.manager import BaseGroupChatManager, Verdict

__all__ = ["BaseGroupChatManager", "Verdict"]
