"""A model provider on loopback: the vendors' wire formats, streaming and failing included."""

from tests.support.provider.script import Reply, ToolUse
from tests.support.provider.server import ProviderServer

__all__ = ["ProviderServer", "Reply", "ToolUse"]
