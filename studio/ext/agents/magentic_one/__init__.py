"""The agents of the Magentic-One team."""

from ._coder import MagenticOneCoderAgent

__all__ = ["MagenticOneCoderAgent"]
