"""Turns our messages, tools and wishes into arguments of Ollama's SDK."""

import json
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from studio.core import Image
from studio.core.exceptions import CapabilityError
from studio.core.models import (
    AssistantMessage,
    FunctionExecutionResultMessage,
    LLMMessage,
    ModelInfo,
    UserMessage,
)
from studio.core.tools import Tool, ToolSchema
from studio.ext.models._shared.ask import Ask, Request, is_model_class
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
        *("model", "options", "format", "keep_alive", "think", "logprobs", "top_logprobs"),
        "response_format",
    }
)
"""What the SDK's method takes, and `response_format`, which becomes its `format`."""

_APART = (
    "Multiple and Not continuous system messages are not supported "
    "if model_info['multiple_system_messages'] is False"
)
_PROPERTY_KEYS = ("description", "enum", "items", "properties", "required")


def to_create_args(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return those values of a client's config that go with every request."""
    return {k: v for k, v in config.items() if k in CREATE_KEYS and v is not None}


def to_request(
    messages: Sequence[LLMMessage], ask: Ask, *, create_args: Mapping[str, Any], info: ModelInfo
) -> Request:
    """Return the call as the SDK takes it; nothing that is given is changed."""
    invalid = set(ask.extra) - CREATE_KEYS
    if invalid:
        raise ModelArgumentError(f"Extra create args are invalid: {invalid}")
    arguments = {**create_args, **ask.extra}
    _set_format(arguments, ask, info)
    check_messages(messages, info)
    if info.get("multiple_system_messages") is False:
        messages = merge_system_messages(messages, refusal=_APART)
    arguments["messages"] = wire = to_wire_messages(messages)
    check_tools(ask, info)
    tools = [to_wire_tool(tool) for tool in _tools_to_offer(ask)]
    if tools:
        arguments["tools"] = tools
    return Request(arguments, wire, tools)


def _set_format(arguments: dict[str, Any], ask: Ask, info: ModelInfo) -> None:
    given = arguments.pop("response_format", None)
    if given is not None:
        warnings.warn(
            "Using response_format will be deprecated. Use json_output instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        if not is_model_class(given):
            raise ModelArgumentError(
                f"response_format must be a Pydantic model class, not {type(given)}"
            )
        arguments["format"] = given.model_json_schema()
    wish = ask.json_output
    if not wish:
        return
    if "format" in arguments:
        raise ModelArgumentError("json_output and format cannot be set at the same time")
    if wish is True:
        if not info["json_output"]:
            raise CapabilityError("Model does not support JSON output.")
        arguments["format"] = "json"
    elif not info.get("structured_output", False):
        raise CapabilityError("Model does not support structured output.")
    else:
        arguments["format"] = wish.model_json_schema()


def _tools_to_offer(ask: Ask) -> Sequence[Tool | ToolSchema]:
    """Return the tools; the server knows no choice among them, so fewer are offered."""
    choice = ask.tool_choice
    if choice == "none":
        return []
    if choice == "required" and not ask.tools:
        raise ModelArgumentError("tool_choice 'required' specified but no tools provided")
    if isinstance(choice, str):
        return ask.tools
    check_tool_choice(choice, ask.tools, offered="provided")
    return [choice]


def to_wire_messages(messages: Sequence[LLMMessage]) -> list[dict[str, Any]]:
    """Return messages as Ollama's chat has them."""
    return [part for message in messages for part in _to_wire(message)]


def _to_wire(message: LLMMessage) -> Iterator[dict[str, Any]]:
    if isinstance(message, UserMessage):
        assert_valid_name(message.source)
        yield {"role": "user", **_user_content(message)}
    elif isinstance(message, AssistantMessage):
        yield _assistant(message)
    elif isinstance(message, FunctionExecutionResultMessage):
        for result in message.content:
            yield {"role": "tool", "content": result.content, "tool_name": result.name}
    else:
        yield {"role": "system", "content": message.content}


def _user_content(message: UserMessage) -> dict[str, Any]:
    if isinstance(message.content, str):
        return {"content": message.content}
    texts = [part for part in message.content if isinstance(part, str)]
    images = [part.to_base64() for part in message.content if isinstance(part, Image)]
    content: dict[str, Any] = {"content": "\n".join(texts)}
    return {**content, "images": images} if images else content


def _assistant(message: AssistantMessage) -> dict[str, Any]:
    if isinstance(message.content, str):
        return {"role": "assistant", "content": message.content}
    calls = [
        {"function": {"name": call.name, "arguments": _arguments_of(call.arguments)}}
        for call in message.content
    ]
    return {"role": "assistant", "content": message.thought or "", "tool_calls": calls}


def _arguments_of(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text or "{}")
    except ValueError:
        return {"text": text}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {"text": text}


def to_wire_tool(tool: Tool | ToolSchema) -> dict[str, Any]:
    """Return a tool as Ollama's chat has it."""
    schema = tool_schema(tool)
    assert_valid_name(schema["name"])
    parameters = cast("Mapping[str, Any]", schema.get("parameters", {}))
    properties: Mapping[str, Mapping[str, Any]] = parameters.get("properties", {})
    function = {
        "name": schema["name"],
        "description": schema.get("description", ""),
        "parameters": {
            "type": "object",
            "properties": {name: _to_property(value) for name, value in properties.items()},
            "required": list(parameters.get("required", ())),
            **({"$defs": parameters["$defs"]} if "$defs" in parameters else {}),
        },
    }
    return {"type": "function", "function": function}


def _to_property(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a property with a single type: the server takes no alternatives."""
    kept = {key: value[key] for key in _PROPERTY_KEYS if key in value}
    alternatives: Sequence[Mapping[str, Any]] = value.get("anyOf", ())
    for option in alternatives:
        if option.get("type") not in {None, "null"}:
            return {**kept, **_to_property(option)}
    return {**kept, "type": value.get("type") or "string"}
