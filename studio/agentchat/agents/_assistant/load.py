"""Builds the parts of an assistant from its config."""

from typing import Any

from studio.agentchat.messages import StructuredMessageFactory
from studio.core import ComponentModel
from studio.core.memory import Memory
from studio.core.model_context import ChatCompletionContext
from studio.core.models import ChatCompletionClient
from studio.core.tools import BaseTool, StaticStreamWorkbench, Workbench

from .config import AssistantAgentConfig


def to_answer_factory(config: AssistantAgentConfig) -> StructuredMessageFactory | None:
    """Return what makes the structured answers, if the config has it."""
    if config.structured_message_factory is None:
        return None
    return StructuredMessageFactory.load_component(config.structured_message_factory)


def to_arguments(
    config: AssistantAgentConfig, factory: StructuredMessageFactory | None
) -> dict[str, Any]:
    """Return the constructor's arguments."""
    arguments: dict[str, Any] = {
        "name": config.name,
        "model_client": ChatCompletionClient.load_component(config.model_client),
        "handoffs": config.handoffs,
        "description": config.description,
        "system_message": config.system_message,
        "model_client_stream": config.model_client_stream,
        "reflect_on_tool_use": config.reflect_on_tool_use,
        "max_tool_iterations": config.max_tool_iterations,
        "tool_call_summary_format": config.tool_call_summary_format,
        "metadata": config.metadata,
    }
    if config.model_context is not None:
        arguments["model_context"] = ChatCompletionContext.load_component(config.model_context)
    if config.memory is not None:
        arguments["memory"] = [Memory.load_component(memory) for memory in config.memory]
    if factory is not None:
        arguments["output_content_type"] = factory.ContentModel
        arguments["output_content_type_format"] = factory.format_string
    tools = [_load_tool(tool) for tool in config.tools or ()]
    if config.workbench:
        workbenches = [Workbench.load_component(part) for part in config.workbench]
        # A document may have both: older ones, and those written by hand.
        arguments["workbench"] = (
            [StaticStreamWorkbench(tools), *workbenches] if tools else workbenches
        )
    else:
        arguments["tools"] = tools
    return arguments


def _load_tool(tool: ComponentModel) -> BaseTool[Any, Any]:
    return BaseTool[Any, Any].load_component(tool)
