"""Turns our messages, tools and wishes into arguments of Anthropic's SDK."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from studio.core import Image
from studio.core.exceptions import CapabilityError
from studio.core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    ModelInfo,
    SystemMessage,
    UserMessage,
)
from studio.core.tools import Tool, ToolSchema
from studio.ext.models._shared.ask import Ask, Request, ToolChoice
from studio.ext.models._shared.capabilities import (
    check_messages,
    check_tool_choice,
    check_tools,
    tool_schema,
)
from studio.ext.models._shared.names import assert_valid_name
from studio.ext.models._shared.system_messages import merge_system_messages

DEFAULT_MAX_TOKENS = 4096
DEFAULT_TEMPERATURE = 1.0

_CONFIG_KEYS = (
    *("model", "max_tokens", "temperature", "top_p", "top_k", "stop_sequences", "metadata"),
    "thinking",
)
_EXTRA_KEYS = frozenset(
    {
        *(*_CONFIG_KEYS, "system", "tools", "tool_choice", "service_tier", "output_config"),
        *("cache_control", "container", "inference_geo", "extra_headers", "extra_query"),
        *("extra_body", "timeout"),
    }
)
_APART = "Multiple and Not continuous system messages are not supported"
_SCHEMA_KEYS = ("properties", "required", "type", "$defs")
_BLANK = " "


def to_create_args(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return those values of a client's config that go with every request."""
    args: dict[str, Any] = {
        "max_tokens": DEFAULT_MAX_TOKENS,
        "temperature": DEFAULT_TEMPERATURE,
    }
    args |= {key: config[key] for key in _CONFIG_KEYS if config.get(key) is not None}
    if "temperature" in config and config["temperature"] is None:
        del args["temperature"]
    if isinstance(args.get("thinking"), Mapping):
        thinking = cast("Mapping[str, Any]", args["thinking"])
        args["thinking"] = {key: value for key, value in thinking.items() if value is not None}
    return args


def to_request(
    messages: Sequence[LLMMessage],
    ask: Ask,
    *,
    create_args: Mapping[str, Any],
    info: ModelInfo,
    last_tools: Sequence[Tool | ToolSchema],
) -> Request:
    """Return the call as the SDK takes it; nothing that is given is changed.

    Args:
        messages: The conversation.
        ask: What the caller wants.
        create_args: Arguments that go with every request.
        info: What the model can do.
        last_tools: The tools of the last request that had any.
    """
    arguments = {
        **create_args,
        **{key: value for key, value in ask.extra.items() if key in _EXTRA_KEYS},
    }
    _set_output(arguments, ask, info)
    check_messages(messages, info)
    system, wire = to_wire_messages(messages)
    if system:
        arguments["system"] = system
    arguments["messages"] = wire
    check_tools(ask, info)
    check_tool_choice(ask.tool_choice, ask.tools, offered="available")
    tools = [to_wire_tool(tool) for tool in ask.tools]
    if tools:
        arguments["tools"] = tools
        arguments["tool_choice"] = to_wire_choice(ask.tool_choice)
    elif "tools" not in arguments and any(_speaks_of_tools(message) for message in messages):
        # A conversation with calls in it is refused when their tools are not named again.
        tools = [to_wire_tool(tool) for tool in last_tools] or _tools_called(messages)
        arguments["tools"] = tools
        arguments["tool_choice"] = {"type": "auto"}
    return Request(arguments, wire, tools)


def _set_output(arguments: dict[str, Any], ask: Ask, info: ModelInfo) -> None:
    wish = ask.json_output
    if wish is True and not info["json_output"]:
        raise CapabilityError("Model does not support JSON output")
    if isinstance(wish, type):
        if not info.get("structured_output", False):
            raise CapabilityError(
                "Structured output is currently not supported for Anthropic models",
                hint="Use a model of 2025 or later, or set `structured_output` in `model_info`.",
            )
        form = {"type": "json_schema", "schema": _closed(wish.model_json_schema())}
        arguments["output_config"] = {**arguments.get("output_config", {}), "format": form}


def _closed(schema: Any) -> Any:
    """Return a copy of a schema in which no object takes further fields, as the vendor demands."""
    if isinstance(schema, list):
        return [_closed(item) for item in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    copy = {key: _closed(value) for key, value in cast("dict[str, Any]", schema).items()}
    if copy.get("type") == "object":
        copy["additionalProperties"] = False
    return copy


def to_wire_messages(messages: Sequence[LLMMessage]) -> tuple[str, list[dict[str, Any]]]:
    """Return the system text, and the other messages as Anthropic's API has them."""
    system = ""
    wire: list[dict[str, Any]] = []
    for message in merge_system_messages(messages, refusal=_APART):
        if isinstance(message, SystemMessage):
            system = message.content
        elif isinstance(message, UserMessage):
            assert_valid_name(message.source)
            wire.append({"role": "user", "content": _user_content(message)})
        elif isinstance(message, AssistantMessage):
            wire.append({"role": "assistant", "content": _assistant_content(message)})
        else:
            results = [_tool_result(result) for result in message.content]
            wire.append({"role": "user", "content": results})
    return system, _without_blank_end(wire)


def _user_content(message: UserMessage) -> str | list[dict[str, Any]]:
    content = message.content
    if isinstance(content, str):
        return _filled(content)
    return [_text(part) if isinstance(part, str) else _image(part) for part in content]


def _assistant_content(message: AssistantMessage) -> str | list[dict[str, Any]]:
    if isinstance(message.content, str):
        return _filled(message.content)
    blocks = [_text(message.thought)] if message.thought else []
    blocks.extend(
        {"type": "tool_use", "id": call.id, "name": call.name, "input": _input_of(call.arguments)}
        for call in message.content
    )
    return blocks


def _filled(text: str) -> str:
    return text if text.strip() else _BLANK


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": _filled(text)}


def _image(image: Image) -> dict[str, Any]:
    head, _, data = image.data_uri.partition(",")
    media_type = head.removeprefix("data:").removesuffix(";base64")
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def _input_of(arguments: str) -> dict[str, Any]:
    if not arguments.strip():
        return {}
    try:
        value = json.loads(arguments)
    except ValueError:
        return {"text": arguments}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {"text": arguments}


def _tool_result(result: FunctionExecutionResult) -> dict[str, Any]:
    block: dict[str, Any] = {
        "type": "tool_result",
        "tool_use_id": result.call_id,
        "content": result.content,
    }
    if result.is_error:
        block["is_error"] = True
    return block


def _without_blank_end(wire: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Strip the end of a last answer, which the vendor refuses with white space there."""
    if not wire or wire[-1]["role"] != "assistant" or not isinstance(wire[-1]["content"], str):
        return wire
    text = wire[-1]["content"].rstrip()
    return [*wire[:-1], {"role": "assistant", "content": text}] if text else wire[:-1]


def _speaks_of_tools(message: LLMMessage) -> bool:
    return isinstance(message, FunctionExecutionResultMessage)


def _tools_called(messages: Sequence[LLMMessage]) -> list[dict[str, Any]]:
    names = dict.fromkeys(
        call.name
        for message in messages
        if isinstance(message, AssistantMessage) and not isinstance(message.content, str)
        for call in message.content
    )
    return [to_wire_tool(ToolSchema(name=name)) for name in names]


def to_wire_tool(tool: Tool | ToolSchema) -> dict[str, Any]:
    """Return a tool as Anthropic's API has it."""
    schema = tool_schema(tool)
    assert_valid_name(schema["name"])
    parameters = cast("Mapping[str, Any]", schema.get("parameters", {}))
    taken = {key: parameters[key] for key in _SCHEMA_KEYS if key in parameters}
    return {
        "name": schema["name"],
        "description": schema.get("description", ""),
        "input_schema": {"type": "object", **taken},
    }


def to_wire_choice(choice: ToolChoice) -> dict[str, Any]:
    """Return the choice of a tool as Anthropic's API has it."""
    if isinstance(choice, str):
        return {"type": "any" if choice == "required" else choice}
    return {"type": "tool", "name": choice.schema["name"]}
