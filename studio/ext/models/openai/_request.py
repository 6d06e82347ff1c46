"""Turns our messages, tools and wishes into arguments of OpenAI's SDK."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from studio.core.exceptions import CapabilityError
from studio.core.models import (
    AssistantMessage,
    FunctionExecutionResultMessage,
    LLMMessage,
    ModelFamily,
    ModelInfo,
    SystemMessage,
    UserMessage,
)
from studio.core.tools import Tool, ToolSchema
from studio.ext.models._shared.ask import Ask, Request, ToolChoice, is_model_class
from studio.ext.models._shared.capabilities import (
    check_messages,
    check_tool_choice,
    check_tools,
    tool_schema,
)
from studio.ext.models._shared.errors import ModelArgumentError
from studio.ext.models._shared.names import assert_valid_name
from studio.ext.models._shared.system_messages import merge_system_messages

CREATE_KEYS = frozenset(
    {
        *("audio", "extra_body", "frequency_penalty", "function_call", "functions", "logit_bias"),
        *("logprobs", "max_completion_tokens", "max_tokens", "messages", "metadata", "modalities"),
        *("model", "moderation", "n", "parallel_tool_calls", "prediction", "presence_penalty"),
        *("prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "reasoning_effort"),
        *("response_format", "safety_identifier", "seed", "service_tier", "stop", "store"),
        *("stream", "stream_options", "temperature", "timeout", "tool_choice", "tools"),
        *("top_logprobs", "top_p", "user", "verbosity", "web_search_options"),
    }
)
"""What the SDK's method takes."""

_REFUSED_KEYS = frozenset({"messages", "function_call", "functions", "stream", "n"})
_APART = (
    "Multiple and Not continuous system messages are not supported "
    "if model_info['multiple_system_messages'] is False"
)


@dataclass(frozen=True)
class MessageStyle:
    """How messages are written for one model."""

    family: str
    name_field: bool = True
    name_prefix: bool = False

    @property
    def gemini(self) -> bool:
        """Texts may not be empty."""
        return ModelFamily.is_gemini(self.family)

    @property
    def claude(self) -> bool:
        """Blank messages are refused, and white space after a last answer."""
        return ModelFamily.is_claude(self.family)

    @property
    def named(self) -> bool:
        """Messages carry the speaker's name."""
        return self.name_field and not ModelFamily.is_mistral(self.family)


def to_create_args(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return those values of a client's config that go with every request.

    Raises:
        ModelArgumentError: A value is missing, or may not be set once for all.
    """
    args = {key: value for key, value in config.items() if key in CREATE_KEYS}
    if "model" not in args:
        raise ModelArgumentError("Required create args are missing: {'model'}")
    refused = _REFUSED_KEYS & args.keys()
    if refused:
        raise ModelArgumentError(f"Disallowed create args are present: {refused}")
    return args


def to_request(
    messages: Sequence[LLMMessage],
    ask: Ask,
    *,
    create_args: Mapping[str, Any],
    info: ModelInfo,
    style: MessageStyle,
) -> Request:
    """Return the call as the SDK takes it; nothing that is given is changed."""
    invalid = set(ask.extra) - CREATE_KEYS
    if invalid:
        raise ModelArgumentError(f"Extra create args are invalid: {invalid}")
    arguments = {**create_args, **ask.extra}
    schema = _take_schema(arguments, ask, info)
    check_messages(messages, info)
    if not info.get("multiple_system_messages"):
        messages = merge_system_messages(messages, refusal=_APART)
    arguments["messages"] = wire = to_wire_messages(messages, style)
    check_tools(ask, info)
    check_tool_choice(ask.tool_choice, ask.tools, offered="provided")
    tools = [to_wire_tool(tool) for tool in ask.tools]
    if tools:
        arguments["tools"] = tools
        arguments["tool_choice"] = to_wire_choice(ask.tool_choice)
    if ask.stream and ask.include_usage is not None:
        options: Mapping[str, Any] = arguments.get("stream_options") or {}
        arguments["stream_options"] = {**options, "include_usage": ask.include_usage}
    elif not ask.stream:
        arguments.pop("stream_options", None)
    return Request(arguments, wire, tools, schema)


def _take_schema(arguments: dict[str, Any], ask: Ask, info: ModelInfo) -> type[BaseModel] | None:
    """Settle `response_format`; return the class that the answer has to be of, if any."""
    given: object = arguments.get("response_format")
    schema = given if is_model_class(given) else None
    if schema is not None:
        warnings.warn(
            "Using response_format to specify the BaseModel for structured output type will be "
            "deprecated. Use json_output in create and create_stream instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        del arguments["response_format"]
    wish = ask.json_output
    if wish is None:
        return schema
    if wish is True and not info["json_output"]:
        raise CapabilityError("Model does not support JSON output.")
    if isinstance(wish, bool):
        arguments["response_format"] = {"type": "json_object" if wish else "text"}
        return schema
    if not is_model_class(wish):
        raise ModelArgumentError(
            f"json_output must be a boolean or a Pydantic model class, got {type(wish)}"
        )
    if not info.get("structured_output", False):
        raise CapabilityError("Model does not support structured output.")
    if schema is not None:
        raise ModelArgumentError(
            "response_format and json_output cannot be set to a Pydantic model class "
            "at the same time."
        )
    arguments.pop("response_format", None)
    return wish


def to_wire_messages(messages: Sequence[LLMMessage], style: MessageStyle) -> list[dict[str, Any]]:
    """Return messages as OpenAI's chat completions have them."""
    named, gemini, claude = style.named, style.gemini, style.claude
    wire: list[dict[str, Any]] = []
    for message in messages:
        if isinstance(message, UserMessage):
            assert_valid_name(message.source)
            content = message.content
            if claude and isinstance(content, str) and not content.strip():
                continue
            part: dict[str, Any] = {"role": "user", "content": _user_content(message, style)}
            if named:
                part["name"] = message.source
            wire.append(part)
        elif isinstance(message, AssistantMessage):
            content = message.content
            if not isinstance(content, str):
                wire.append(_assistant_calls(message))
            elif not (claude and not content.strip()):
                written = content or (" " if gemini else "")
                wire.append({"role": "assistant", "content": written})
        elif isinstance(message, FunctionExecutionResultMessage):
            wire.extend(
                {"role": "tool", "content": result.content, "tool_call_id": result.call_id}
                for result in message.content
            )
        else:
            wire.append(_system(message, gemini=gemini))
    if claude and wire:
        _strip_last_answer(wire)
    return wire


def _system(message: SystemMessage, *, gemini: bool) -> dict[str, Any]:
    return {"role": "system", "content": (message.content or " ") if gemini else message.content}


def _user_content(message: UserMessage, style: MessageStyle) -> str | list[dict[str, Any]]:
    prefix = f"{message.source} said:\n" if style.name_prefix else ""
    if isinstance(message.content, str):
        return prefix + message.content or (" " if style.gemini else "")
    parts: list[dict[str, Any]] = []
    for part in message.content:
        if isinstance(part, str):
            parts.append({"type": "text", "text": prefix + part})
            prefix = ""
        else:
            parts.append(part.to_openai_format())
    return parts


def _assistant_calls(message: AssistantMessage) -> dict[str, Any]:
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in message.content
        if not isinstance(call, str)
    ]
    return {"role": "assistant", "content": message.thought, "tool_calls": calls}


def _strip_last_answer(wire: list[dict[str, Any]]) -> None:
    last = wire[-1]
    if last["role"] == "assistant" and isinstance(last["content"], str):
        wire[-1] = {**last, "content": last["content"].rstrip()}


def to_wire_tool(tool: Tool | ToolSchema) -> dict[str, Any]:
    """Return a tool as OpenAI's chat completions have it."""
    schema = tool_schema(tool)
    assert_valid_name(schema["name"])
    function: dict[str, Any] = {
        "name": schema["name"],
        "description": schema.get("description", ""),
        "parameters": schema.get("parameters", {}),
        "strict": schema.get("strict", False),
    }
    return {"type": "function", "function": function}


def to_wire_choice(choice: ToolChoice) -> str | dict[str, Any]:
    """Return the choice of a tool as OpenAI's chat completions have it."""
    if isinstance(choice, str):
        return choice
    return {"type": "function", "function": {"name": choice.schema["name"]}}
