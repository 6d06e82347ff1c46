# data: every component we offer, with a config to start from.
"""What the library offers: providers, the optional part each needs, and a config to start from."""

from typing import Any, Final, NamedTuple

from studio.domain.new_component import new_component


class Entry(NamedTuple):
    """One class of components."""

    provider: str
    config: dict[str, Any]
    """The fields a new one starts with; every other field has its own default."""
    extra: str = ""
    """Which optional part of the installation it needs, if any."""


_REPLAY: Final = new_component(
    "autogen_ext.models.replay.ReplayChatCompletionClient",
    "replay_chat_completion_client",
    {"chat_completions": ["Hello! I am a recorded answer.", "TERMINATE"]},
)
_AGENT: Final = new_component(
    "autogen_agentchat.agents.AssistantAgent",
    "agent",
    {
        "name": "assistant",
        "model_client": _REPLAY,
        "description": "An agent that answers and uses tools.",
        "system_message": "You are a helpful assistant.",
        "model_client_stream": True,
        "reflect_on_tool_use": True,
        "tool_call_summary_format": "{result}",
    },
)
_MAX_MESSAGES: Final = new_component(
    "autogen_agentchat.conditions.MaxMessageTermination", "termination", {"max_messages": 10}
)
_MENTION: Final = new_component(
    "autogen_agentchat.conditions.TextMentionTermination", "termination", {"text": "TERMINATE"}
)
_EITHER: Final = new_component(
    "autogen_agentchat.base.OrTerminationCondition",
    "termination",
    {"conditions": [_MENTION, _MAX_MESSAGES]},
)
_LOCAL: Final = new_component(
    "autogen_ext.code_executors.local.LocalCommandLineCodeExecutor",
    "code_executor",
    {"timeout": 60},
)
_DOCKER: Final = new_component(
    "autogen_ext.code_executors.docker.DockerCommandLineCodeExecutor",
    "code_executor",
    {"image": "python:3-slim", "timeout": 60},
)
_TEAM: Final = new_component(
    "autogen_agentchat.teams.RoundRobinGroupChat",
    "team",
    {"participants": [_AGENT], "termination_condition": _EITHER},
)
_NEXT_SPEAKER: Final = (
    "You are in a role play game. The following roles are available:\n{roles}.\nRead the following"
    " conversation. Then select the next role from {participants} to play. Only return the role."
    "\n\n{history}\n\nRead the above conversation. Then select the next role from {participants}"
    " to play. Only return the role."
)
_FUNCTION_SOURCE: Final = (
    'def add(a: float, b: float) -> float:\n    """Add two numbers."""\n    return a + b\n'
)

_TEAMS: Final = (
    Entry(
        "autogen_agentchat.teams.RoundRobinGroupChat",
        {"participants": [], "termination_condition": _EITHER},
    ),
    Entry(
        "autogen_agentchat.teams.SelectorGroupChat",
        {
            "participants": [],
            "model_client": _REPLAY,
            "termination_condition": _EITHER,
            "selector_prompt": _NEXT_SPEAKER,
            "allow_repeated_speaker": False,
            "max_selector_attempts": 3,
        },
    ),
    Entry("autogen_agentchat.teams.Swarm", {"participants": [], "termination_condition": _EITHER}),
    Entry(
        "autogen_agentchat.teams.GraphFlow",
        {
            "participants": [],
            "termination_condition": _MAX_MESSAGES,
            "graph": {"nodes": {}, "default_start_node": None},
        },
    ),
    Entry(
        "autogen_agentchat.teams.MagenticOneGroupChat",
        {
            "participants": [],
            "model_client": _REPLAY,
            "max_turns": 20,
            "max_stalls": 3,
            "final_answer_prompt": (
                "We are working on the following task:\n{task}\n\nWe have completed the task.\n\n"
                "The above messages contain the conversation that took place to complete the task."
                "\n\nBased on the information gathered, provide the final answer to the original"
                " request. The answer should be phrased as if you were speaking to the user.\n"
            ),
        },
    ),
)
_AGENTS: Final = (
    Entry("autogen_agentchat.agents.AssistantAgent", _AGENT["config"]),
    Entry(
        "autogen_ext.agents.magentic_one.MagenticOneCoderAgent",
        {
            "name": "coder",
            "model_client": _REPLAY,
            "description": "Writes code to solve a task.",
            "system_message": "You write code that solves the task you are given.",
            "reflect_on_tool_use": False,
            "tool_call_summary_format": "{result}",
        },
    ),
    Entry(
        "autogen_agentchat.agents.UserProxyAgent",
        {"name": "user", "description": "A person."},
    ),
    Entry(
        "autogen_agentchat.agents.CodeExecutorAgent",
        {"name": "coder", "code_executor": _DOCKER, "description": "Runs the code it is given."},
    ),
    Entry(
        "autogen_agentchat.agents.SocietyOfMindAgent",
        {"name": "society", "team": _TEAM, "model_client": _REPLAY},
    ),
    Entry(
        "autogen_agentchat.agents.MessageFilterAgent",
        {"name": "filtered", "wrapped_agent": _AGENT, "filter": {"per_source": []}},
    ),
    Entry(
        "autogen_ext.agents.web_surfer.MultimodalWebSurfer",
        {"name": "web_surfer", "model_client": _REPLAY, "headless": True},
        "web-surfer",
    ),
    Entry(
        "autogen_ext.agents.file_surfer.FileSurfer",
        {"name": "file_surfer", "model_client": _REPLAY},
    ),
    Entry(
        "autogen_ext.agents.openai.OpenAIAgent",
        {
            "name": "openai_agent",
            "description": "An agent on OpenAI's Responses API.",
            "model": "gpt-4o-mini",
            "instructions": "You are a helpful assistant.",
        },
        "openai",
    ),
)
_MODELS: Final = (
    Entry("autogen_ext.models.replay.ReplayChatCompletionClient", _REPLAY["config"]),
    Entry(
        "autogen_ext.models.openai.OpenAIChatCompletionClient",
        {"model": "gpt-4o-mini", "api_key": "${OPENAI_API_KEY}"},
    ),
    Entry(
        "autogen_ext.models.openai.AzureOpenAIChatCompletionClient",
        {
            "model": "gpt-4o-mini",
            "api_key": "${AZURE_OPENAI_API_KEY}",
            "azure_endpoint": "https://RESOURCE.openai.azure.com/",
            "azure_deployment": "gpt-4o-mini",
            "api_version": "2024-10-21",
        },
    ),
    Entry(
        "autogen_ext.models.anthropic.AnthropicChatCompletionClient",
        {"model": "claude-sonnet-4-20250514", "api_key": "${ANTHROPIC_API_KEY}"},
    ),
    Entry(
        "autogen_ext.models.anthropic.AnthropicBedrockChatCompletionClient",
        {
            "model": "anthropic.claude-sonnet-4-20250514-v1:0",
            "bedrock_info": {
                "aws_access_key": "${AWS_ACCESS_KEY_ID}",
                "aws_secret_key": "${AWS_SECRET_ACCESS_KEY}",
                "aws_session_token": "${AWS_SESSION_TOKEN}",
                "aws_region": "us-east-1",
            },
        },
        "bedrock",
    ),
    Entry(
        "autogen_ext.models.ollama.OllamaChatCompletionClient",
        {"model": "llama3.2", "host": "http://localhost:11434"},
        "ollama",
    ),
    Entry(
        "autogen_ext.models.azure.AzureAIChatCompletionClient",
        {
            "model": "gpt-4o-mini",
            "endpoint": "https://models.inference.ai.azure.com",
            "credential": {"api_key": "${AZURE_AI_API_KEY}"},
            "model_info": {
                "vision": False,
                "function_calling": True,
                "json_output": True,
                "family": "unknown",
                "structured_output": False,
            },
        },
        "azure",
    ),
    Entry(
        "autogen_ext.models.llama_cpp.LlamaCppChatCompletionClient",
        {"model_path": "model.gguf"},
        "llama-cpp",
    ),
    Entry("autogen_ext.models.cache.ChatCompletionCache", {"client": _REPLAY}),
)
_TOOLS: Final = (
    Entry(
        "autogen_core.tools.FunctionTool",
        {
            "source_code": _FUNCTION_SOURCE,
            "name": "add",
            "description": "Add two numbers.",
            "global_imports": [],
            "has_cancellation_support": False,
        },
    ),
    Entry(
        "autogen_ext.tools.http.HttpTool",
        {
            "name": "fetch",
            "description": "Fetch something from a web service.",
            "scheme": "https",
            "host": "example.com",
            "port": 443,
            "path": "/",
            "method": "GET",
            "headers": {},
            "json_schema": {"type": "object", "properties": {}},
        },
    ),
    Entry(
        "autogen_ext.tools.code_execution.PythonCodeExecutionTool",
        {"executor": _DOCKER, "description": "Run Python code."},
    ),
    Entry(
        "autogen_agentchat.tools.AgentTool",
        {"agent": _AGENT, "return_value_as_last_message": False},
    ),
    Entry(
        "autogen_agentchat.tools.TeamTool",
        {
            "team": _TEAM,
            "name": "ask_team",
            "description": "Ask a team.",
            "return_value_as_last_message": True,
        },
    ),
    Entry(
        "autogen_ext.tools.mcp.StdioMcpToolAdapter",
        {
            "server_params": {"type": "StdioServerParams", "command": "uvx", "args": []},
            "tool": {"name": "tool", "inputSchema": {"type": "object"}},
        },
        "mcp",
    ),
    Entry(
        "autogen_ext.tools.mcp.SseMcpToolAdapter",
        {
            "server_params": {"type": "SseServerParams", "url": "http://localhost:8000/sse"},
            "tool": {"name": "tool", "inputSchema": {"type": "object"}},
        },
        "mcp",
    ),
    Entry(
        "autogen_ext.tools.mcp.StreamableHttpMcpToolAdapter",
        {
            "server_params": {
                "type": "StreamableHttpServerParams",
                "url": "http://localhost:8000/mcp",
            },
            "tool": {"name": "tool", "inputSchema": {"type": "object"}},
        },
        "mcp",
    ),
)
_WORKBENCHES: Final = (
    Entry("autogen_core.tools.StaticWorkbench", {"tools": []}),
    Entry("autogen_core.tools.StaticStreamWorkbench", {"tools": []}),
    Entry(
        "autogen_ext.tools.mcp.McpWorkbench",
        {
            "server_params": {
                "type": "StdioServerParams",
                "command": "uvx",
                "args": ["mcp-server-fetch"],
            }
        },
        "mcp",
    ),
)
_MEMORIES: Final = (
    Entry("autogen_core.memory.ListMemory", {"name": "memory", "memory_contents": []}),
    Entry("autogen_ext.memory.canvas.TextCanvasMemory", {}, "canvas"),
    Entry("autogen_ext.memory.chromadb.ChromaDBVectorMemory", {}, "chromadb"),
    Entry("autogen_ext.memory.redis.RedisMemory", {}, "redisvl"),
    Entry("autogen_ext.memory.mem0.Mem0Memory", {"user_id": "user", "is_cloud": False}, "mem0"),
)
_TERMINATIONS: Final = (
    Entry("autogen_agentchat.conditions.MaxMessageTermination", _MAX_MESSAGES["config"]),
    Entry("autogen_agentchat.conditions.TextMentionTermination", _MENTION["config"]),
    Entry("autogen_agentchat.base.OrTerminationCondition", _EITHER["config"]),
    Entry(
        "autogen_agentchat.base.AndTerminationCondition",
        {"conditions": [_MENTION, _MAX_MESSAGES]},
    ),
    Entry("autogen_agentchat.conditions.StopMessageTermination", {}),
    Entry(
        "autogen_agentchat.conditions.TokenUsageTermination",
        {"max_total_token": 10000, "max_prompt_token": None, "max_completion_token": None},
    ),
    Entry("autogen_agentchat.conditions.HandoffTermination", {"target": "user"}),
    Entry("autogen_agentchat.conditions.TimeoutTermination", {"timeout_seconds": 300}),
    Entry("autogen_agentchat.conditions.ExternalTermination", {}),
    Entry("autogen_agentchat.conditions.SourceMatchTermination", {"sources": ["assistant"]}),
    Entry("autogen_agentchat.conditions.TextMessageTermination", {}),
    Entry("autogen_agentchat.conditions.FunctionCallTermination", {"function_name": "add"}),
)
_CONTEXTS: Final = (
    Entry("autogen_core.model_context.UnboundedChatCompletionContext", {}),
    Entry("autogen_core.model_context.BufferedChatCompletionContext", {"buffer_size": 10}),
    Entry(
        "autogen_core.model_context.HeadAndTailChatCompletionContext",
        {"head_size": 2, "tail_size": 8},
    ),
    Entry(
        "autogen_core.model_context.TokenLimitedChatCompletionContext",
        {"model_client": _REPLAY, "token_limit": 8000},
    ),
)
_EXECUTORS: Final = (
    Entry(
        "autogen_ext.code_executors.docker.DockerCommandLineCodeExecutor",
        _DOCKER["config"],
    ),
    Entry(
        "autogen_ext.code_executors.local.LocalCommandLineCodeExecutor",
        _LOCAL["config"],
    ),
    Entry(
        "autogen_ext.code_executors.jupyter.JupyterCodeExecutor",
        {"kernel_name": "python3", "timeout": 60},
        "jupyter-executor",
    ),
    Entry(
        "autogen_ext.code_executors.docker_jupyter.DockerJupyterCodeExecutor",
        {"timeout": 60},
        "docker-jupyter-executor",
    ),
    Entry("autogen_ext.code_executors.azure.ACADynamicSessionsCodeExecutor", {}, "azure"),
)
_OTHERS: Final = (
    Entry(
        "autogen_agentchat.messages.StructuredMessageFactory",
        {
            "content_model_name": "Answer",
            "json_schema": {
                "type": "object",
                "properties": {"answer": {"type": "string"}},
                "required": ["answer"],
            },
        },
    ),
    Entry(
        "autogen_ext.tools.mcp.McpSessionHost",
        {"sampler": None, "elicitor": None, "roots": None},
        "mcp",
    ),
    Entry("autogen_ext.tools.mcp.ChatCompletionClientSampler", {"client_config": _REPLAY}, "mcp"),
    Entry("autogen_ext.tools.mcp.StdioElicitor", {"timeout": 60}, "mcp"),
    Entry(
        "autogen_ext.tools.mcp.StaticRootsProvider",
        {"roots": [{"uri": "file:///tmp", "name": "tmp"}]},
        "mcp",
    ),
    Entry("autogen_core.InMemoryStore", {}),
    Entry("autogen_ext.cache_store.diskcache.DiskCacheStore", {"directory": "cache"}, "diskcache"),
    Entry(
        "autogen_ext.cache_store.redis.RedisStore",
        {"host": "localhost", "port": 6379, "db": 0},
        "redis",
    ),
    Entry(
        "autogen_ext.auth.azure.AzureTokenProvider",
        {
            "provider_kind": "DefaultAzureCredential",
            "scopes": ["https://cognitiveservices.azure.com/.default"],
        },
        "azure",
    ),
)

ENTRIES: Final[tuple[Entry, ...]] = (
    *_TEAMS,
    *_AGENTS,
    *_MODELS,
    *_TOOLS,
    *_WORKBENCHES,
    *_MEMORIES,
    *_TERMINATIONS,
    *_CONTEXTS,
    *_EXECUTORS,
    *_OTHERS,
)
