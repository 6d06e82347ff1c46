"""Refuses what a model cannot do, before anything is sent."""

from collections.abc import Sequence

from studio.core import Image
from studio.core.exceptions import CapabilityError
from studio.core.models import LLMMessage, ModelCapabilities, ModelInfo, UserMessage
from studio.core.tools import Tool, ToolSchema
from studio.ext.models._shared.ask import Ask, ToolChoice
from studio.ext.models._shared.errors import ModelArgumentError


def check_messages(messages: Sequence[LLMMessage], info: ModelInfo) -> None:
    """Refuse images for a model that does not see."""
    if not info["vision"] and any(_has_image(message) for message in messages):
        raise CapabilityError("Model does not support vision and image was provided")


def check_tools(ask: Ask, info: ModelInfo) -> None:
    """Refuse tools for a model that cannot call them."""
    if ask.tools and not info["function_calling"]:
        raise CapabilityError("Model does not support function calling")


def check_tool_choice(
    choice: ToolChoice, tools: Sequence[Tool | ToolSchema], *, offered: str
) -> None:
    """Refuse a tool that is not among those offered; `offered` is what the text calls those."""
    if isinstance(choice, str):
        return
    if not tools:
        raise ModelArgumentError("tool_choice specified but no tools provided")
    name = choice.schema["name"]
    if name not in {tool_schema(tool)["name"] for tool in tools}:
        raise ModelArgumentError(
            f"tool_choice references '{name}' but it's not in the {offered} tools"
        )


def tool_schema(tool: Tool | ToolSchema) -> ToolSchema:
    """Return the schema of a tool."""
    return tool if isinstance(tool, dict) else tool.schema


def to_capabilities(info: ModelInfo) -> ModelCapabilities:
    """Return what a model can do, as earlier versions said it."""
    return ModelCapabilities(
        vision=info["vision"],
        function_calling=info["function_calling"],
        json_output=info["json_output"],
    )


def _has_image(message: LLMMessage) -> bool:
    return isinstance(message, UserMessage) and any(
        isinstance(part, Image) for part in message.content
    )
