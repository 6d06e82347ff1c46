# data: how the classes of AutoGen are constructed
"""For each class that has a constructor of its config's shape: order, defaults, required nulls."""

from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True)
class Signature:
    """How to write the constructor of one class."""

    fields: tuple[str, ...]
    """Every field of the config, in the order to write them; others make us load the JSON."""
    positional: int = 0
    """So many of them are written without their name."""
    defaults: dict[str, Any] = field(default_factory=dict[str, Any])
    """Not written when they have this value."""
    nulls: tuple[str, ...] = ()
    """Written as None when the config has none, because the constructor's default is another."""
    unwritable: tuple[str, ...] = ()
    """The constructor does not take them: anything but the default makes us load the JSON."""


def _fields(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_OPENAI: Final = _fields(
    "model api_key base_url organization timeout max_retries temperature top_p max_tokens "
    "frequency_penalty presence_penalty seed stop n logit_bias user response_format stream_options "
    "parallel_tool_calls reasoning_effort add_name_prefixes include_name_in_message "
    "default_headers model_capabilities model_info"
)
_ANTHROPIC: Final = _fields(
    "model api_key base_url max_tokens temperature top_p top_k stop_sequences response_format "
    "metadata thinking timeout max_retries default_headers tools tool_choice model_capabilities "
    "model_info"
)
_TEAM: Final = "participants {extra} termination_condition max_turns {more} name description"
_TEAM_DEFAULTS: Final[dict[str, Any]] = {"emit_team_events": False}
_ASSISTANT: Final = Signature(
    _fields(
        "name model_client description system_message tools workbench handoffs memory "
        "model_context model_client_stream reflect_on_tool_use max_tool_iterations "
        "tool_call_summary_format metadata"
    ),
    positional=1,
    defaults={
        "description": "An agent that provides assistance with ability to use tools.",
        "model_client_stream": False,
        "reflect_on_tool_use": False,
        "max_tool_iterations": 1,
        "tool_call_summary_format": "{result}",
        "metadata": {},
        "tools": [],
        "workbench": [],
        "handoffs": [],
        "memory": [],
    },
    nulls=("system_message",),
)


def _team(extra: str = "", more: str = "", **options: Any) -> Signature:
    defaults = _TEAM_DEFAULTS | options.pop("defaults", {})
    return Signature(
        _fields(_TEAM.format(extra=extra, more=more)), positional=1, defaults=defaults, **options
    )


OURS_ALONE: Final = frozenset({"words_per_second"})
"""Fields that AutoGen's constructors do not know."""

SIGNATURES: Final[dict[str, Signature]] = {
    "OpenAIChatCompletionClient": Signature(_OPENAI),
    "AzureOpenAIChatCompletionClient": Signature(
        (
            *_fields("model api_key azure_endpoint azure_deployment api_version azure_ad_token"),
            "azure_ad_token_provider",
            *(name for name in _OPENAI if name not in {"model", "api_key"}),
        )
    ),
    "AnthropicChatCompletionClient": Signature(
        _ANTHROPIC, defaults={"max_tokens": 4096, "temperature": 1.0}
    ),
    "OllamaChatCompletionClient": Signature(
        _fields(
            "model host response_format follow_redirects timeout headers options "
            "model_capabilities model_info"
        ),
        defaults={"follow_redirects": True},
    ),
    "ReplayChatCompletionClient": Signature(
        _fields("chat_completions model_info words_per_second"), positional=1
    ),
    "ChatCompletionCache": Signature(_fields("client store"), positional=1),
    "InMemoryStore": Signature(()),
    "UnboundedChatCompletionContext": Signature(()),
    "BufferedChatCompletionContext": Signature(_fields("buffer_size")),
    "HeadAndTailChatCompletionContext": Signature(_fields("head_size tail_size")),
    "TokenLimitedChatCompletionContext": Signature(
        _fields("model_client token_limit"), positional=1
    ),
    "ListMemory": Signature(_fields("name memory_contents"), defaults={"memory_contents": []}),
    "AssistantAgent": _ASSISTANT,
    "CodeExecutorAgent": Signature(
        _fields(
            "name code_executor model_client description system_message sources "
            "supported_languages model_context model_client_stream"
        ),
        positional=1,
        defaults={"model_client_stream": False},
        nulls=("system_message",),
    ),
    "SocietyOfMindAgent": Signature(
        _fields("name team model_client description instruction response_prompt model_context"),
        positional=1,
    ),
    "UserProxyAgent": Signature(
        _fields("name description"), positional=1, defaults={"description": "A human user"}
    ),
    "MessageFilterAgent": Signature(_fields("name wrapped_agent filter"), positional=1),
    "FileSurfer": Signature(_fields("name model_client description"), positional=1),
    "MultimodalWebSurfer": Signature(
        _fields(
            "name model_client description start_page downloads_folder debug_dir headless "
            "animate_actions to_save_screenshots use_ocr browser_channel browser_data_dir "
            "to_resize_viewport"
        ),
        positional=1,
        defaults={
            "headless": True,
            "animate_actions": False,
            "to_save_screenshots": False,
            "use_ocr": False,
            "to_resize_viewport": True,
        },
    ),
    "MaxMessageTermination": Signature(
        _fields("max_messages include_agent_event"),
        positional=1,
        defaults={"include_agent_event": False},
    ),
    "TextMentionTermination": Signature(_fields("text"), positional=1),
    "StopMessageTermination": Signature(()),
    "TokenUsageTermination": Signature(
        _fields("max_total_token max_prompt_token max_completion_token")
    ),
    "HandoffTermination": Signature(_fields("target"), positional=1),
    "TimeoutTermination": Signature(_fields("timeout_seconds"), positional=1),
    "ExternalTermination": Signature(()),
    "SourceMatchTermination": Signature(_fields("sources"), positional=1),
    "TextMessageTermination": Signature(_fields("source"), positional=1),
    "FunctionCallTermination": Signature(_fields("function_name"), positional=1),
    "RoundRobinGroupChat": _team(more="emit_team_events"),
    "Swarm": _team(more="emit_team_events"),
    "SelectorGroupChat": _team(
        "model_client",
        "selector_prompt allow_repeated_speaker max_selector_attempts model_client_streaming "
        "model_context emit_team_events",
        defaults={
            "allow_repeated_speaker": False,
            "max_selector_attempts": 3,
            "model_client_streaming": False,
        },
    ),
    "MagenticOneGroupChat": _team(
        "model_client",
        "max_stalls final_answer_prompt emit_team_events",
        defaults={"max_stalls": 3},
        nulls=("max_turns",),
    ),
    "GraphFlow": _team("graph"),
    "AgentTool": Signature(
        _fields("agent return_value_as_last_message"),
        positional=1,
        defaults={"return_value_as_last_message": False},
    ),
    "TeamTool": Signature(
        _fields("team name description return_value_as_last_message"),
        positional=1,
        defaults={"return_value_as_last_message": False},
    ),
    "StaticWorkbench": Signature(
        _fields("tools tool_overrides"),
        positional=1,
        defaults={"tool_overrides": {}},
        unwritable=("tool_overrides",),
    ),
    "StaticStreamWorkbench": Signature(
        _fields("tools tool_overrides"),
        positional=1,
        defaults={"tool_overrides": {}},
        unwritable=("tool_overrides",),
    ),
    "McpWorkbench": Signature(
        _fields("server_params tool_overrides"),
        positional=1,
        defaults={"tool_overrides": {}},
        unwritable=("tool_overrides",),
    ),
    "HttpTool": Signature(
        _fields(
            "name description scheme host port path method headers json_schema return_type timeout"
        )
    ),
    "PythonCodeExecutionTool": Signature(
        _fields("executor description"),
        positional=1,
        defaults={"description": "Execute Python code blocks."},
        unwritable=("description",),
    ),
    "LocalCommandLineCodeExecutor": Signature(
        _fields("timeout work_dir functions_module cleanup_temp_files"),
        defaults={"timeout": 60, "functions_module": "functions", "cleanup_temp_files": True},
    ),
    "DockerCommandLineCodeExecutor": Signature(
        _fields(
            "image container_name timeout work_dir bind_dir auto_remove stop_container "
            "functions_module extra_volumes extra_hosts init_command delete_tmp_files"
        ),
        defaults={
            "timeout": 60,
            "auto_remove": True,
            "stop_container": True,
            "functions_module": "functions",
            "extra_volumes": {},
            "extra_hosts": {},
            "delete_tmp_files": False,
        },
    ),
    "JupyterCodeExecutor": Signature(_fields("kernel_name timeout output_dir")),
}

STARTED_FIRST: Final = frozenset(
    {
        "LocalCommandLineCodeExecutor",
        "DockerCommandLineCodeExecutor",
        "JupyterCodeExecutor",
        "DockerJupyterCodeExecutor",
    }
)
"""Opened with `async with` before the team is built."""
