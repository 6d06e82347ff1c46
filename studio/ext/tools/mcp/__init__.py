"""Tools of servers that speak the Model Context Protocol."""

from ._actor import McpActorArgs, McpSessionActor, McpSessionActorConfig
from ._adapters import (
    McpToolAdapter,
    SseMcpToolAdapter,
    SseMcpToolAdapterConfig,
    StdioMcpToolAdapter,
    StdioMcpToolAdapterConfig,
    StreamableHttpMcpToolAdapter,
    StreamableHttpMcpToolAdapterConfig,
)
from ._connection import create_mcp_server_session
from ._errors import McpActorError, McpCommandError, McpConnectionError, McpToolError
from ._factory import mcp_server_tools
from ._host import (
    ChatCompletionClientSampler,
    ChatCompletionClientSamplerConfig,
    Elicitor,
    McpSessionHost,
    McpSessionHostConfig,
    RootsProvider,
    Sampler,
    StaticRootsProvider,
    StaticRootsProviderConfig,
    StdioElicitor,
    StdioElicitorConfig,
    StreamElicitor,
)
from ._params import (
    McpServerParams,
    SseServerParams,
    StdioServerParams,
    StreamableHttpServerParams,
)
from ._workbench import McpWorkbench, McpWorkbenchConfig

__all__ = [
    "ChatCompletionClientSampler",
    "ChatCompletionClientSamplerConfig",
    "Elicitor",
    "McpActorArgs",
    "McpActorError",
    "McpCommandError",
    "McpConnectionError",
    "McpServerParams",
    "McpSessionActor",
    "McpSessionActorConfig",
    "McpSessionHost",
    "McpSessionHostConfig",
    "McpToolAdapter",
    "McpToolError",
    "McpWorkbench",
    "McpWorkbenchConfig",
    "RootsProvider",
    "Sampler",
    "SseMcpToolAdapter",
    "SseMcpToolAdapterConfig",
    "SseServerParams",
    "StaticRootsProvider",
    "StaticRootsProviderConfig",
    "StdioElicitor",
    "StdioElicitorConfig",
    "StdioMcpToolAdapter",
    "StdioMcpToolAdapterConfig",
    "StdioServerParams",
    "StreamElicitor",
    "StreamableHttpMcpToolAdapter",
    "StreamableHttpMcpToolAdapterConfig",
    "StreamableHttpServerParams",
    "create_mcp_server_session",
    "mcp_server_tools",
]
