"""What a server may ask of us: a model, a person, the directories it may work in."""

from .callbacks import callbacks_of
from .elicitation import Elicitor, StdioElicitor, StdioElicitorConfig, StreamElicitor
from .roots import RootsProvider, StaticRootsProvider, StaticRootsProviderConfig
from .sampling import ChatCompletionClientSampler, ChatCompletionClientSamplerConfig, Sampler
from .session_host import McpSessionHost, McpSessionHostConfig

__all__ = [
    "ChatCompletionClientSampler",
    "ChatCompletionClientSamplerConfig",
    "Elicitor",
    "McpSessionHost",
    "McpSessionHostConfig",
    "RootsProvider",
    "Sampler",
    "StaticRootsProvider",
    "StaticRootsProviderConfig",
    "StdioElicitor",
    "StdioElicitorConfig",
    "StreamElicitor",
    "callbacks_of",
]
