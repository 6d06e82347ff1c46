"""Turns what an assistant is given into the parts it works with, or says what is wrong."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel

from studio._kit.errors import StudioError, UsageError
from studio.agentchat.agents._model_call import ModelCall
from studio.agentchat.agents._prompt import Prompt
from studio.agentchat.base import Handoff
from studio.agentchat.messages import StructuredMessageFactory
from studio.core import FunctionCall
from studio.core.memory import Memory
from studio.core.model_context import ChatCompletionContext
from studio.core.models import ChatCompletionClient, FunctionExecutionResult, SystemMessage
from studio.core.tools import (
    BaseTool,
    FunctionTool,
    StaticStreamWorkbench,
    Tool,
    ToolSchema,
    Workbench,
)

SummaryFormatter = Callable[[FunctionCall, FunctionExecutionResult], str]


class MemoryTypeError(StudioError, TypeError):
    """An agent was given something else than a list of memories."""

    code = "agentchat.memory_type"


@dataclass(slots=True)
class Parts:
    """What one turn of an assistant works with."""

    name: str
    client: ChatCompletionClient
    stream: bool
    system_messages: list[SystemMessage]
    context: ChatCompletionContext
    prompt: Prompt
    memory: Sequence[Memory]
    workbenches: Sequence[Workbench]
    handoffs: dict[str, Handoff]
    handoff_tools: Sequence[BaseTool[Any, Any]]
    max_tool_iterations: int
    reflect: bool
    summary_format: str
    summary_formatter: SummaryFormatter | None
    structured: StructuredMessageFactory | None

    @property
    def output_type(self) -> type[BaseModel] | None:
        """Class that the model's final text has to fit, if any."""
        return self.structured.ContentModel if self.structured else None


async def to_model_call(
    parts: Parts,
    message_id: str,
    *,
    tools: Sequence[Tool | ToolSchema] = (),
    without_tools: bool = False,
) -> ModelCall:
    """Ask the model for what follows the history as it stands now."""
    history = await parts.context.get_messages()
    return ModelCall(
        client=parts.client,
        messages=parts.prompt.put_together(
            parts.client, parts.system_messages, history, stream=parts.stream
        ),
        source=parts.name,
        stream=parts.stream,
        message_id=message_id,
        tools=tools,
        output_type=parts.output_type,
        without_tools=without_tools,
    )


def to_tools(tools: Iterable[object]) -> list[BaseTool[Any, Any]]:
    """Wrap functions as tools, and require unique names."""
    found: list[BaseTool[Any, Any]] = []
    for tool in tools:
        if isinstance(tool, BaseTool):
            found.append(cast("BaseTool[Any, Any]", tool))
        elif callable(tool):
            found.append(FunctionTool(tool, description=getattr(tool, "__doc__", None) or ""))
        else:
            raise UsageError(f"Unsupported tool type: {type(tool)}")
    names = [tool.name for tool in found]
    if len(names) != len(set(names)):
        raise UsageError(f"Tool names must be unique: {names}")
    return found


def to_handoffs(
    handoffs: Iterable[object], tools: Sequence[BaseTool[Any, Any]]
) -> dict[str, Handoff]:
    """Return the hand-overs by the names of their tools, which are unique, also among `tools`."""
    found: list[Handoff] = []
    for handoff in handoffs:
        if isinstance(handoff, str):
            found.append(Handoff(target=handoff))
        elif isinstance(handoff, Handoff):
            found.append(handoff)
        else:
            raise UsageError(f"Unsupported handoff type: {type(handoff)}")
    by_name = {handoff.name: handoff for handoff in found}
    if len(by_name) != len(found):
        raise UsageError(f"Handoff names must be unique: {[handoff.name for handoff in found]}")
    taken = [tool.name for tool in tools]
    if not by_name.keys().isdisjoint(taken):
        raise UsageError(
            f"Handoff names must be unique from tool names. Handoff names: {list(by_name)}; "
            f"tool names: {taken}"
        )
    return by_name


def to_workbenches(
    workbench: Workbench | Sequence[Workbench] | None, tools: list[BaseTool[Any, Any]]
) -> list[Workbench]:
    """Return the workbenches, or one that holds the tools."""
    if workbench is None:
        return [StaticStreamWorkbench(tools)]
    if tools:
        raise UsageError("Tools cannot be used with a workbench.")
    return [workbench] if isinstance(workbench, Workbench) else list(workbench)


def to_memories(memory: object) -> list[Memory] | None:
    """Require a list of memories, or none."""
    if memory is None or isinstance(memory, list):
        return cast("list[Memory] | None", memory)
    raise MemoryTypeError(f"Expected Memory, List[Memory], or None, got {type(memory)}")


def require_function_calling(client: ChatCompletionClient, *, tools: bool, handoffs: bool) -> None:
    """Refuse tools and hand-overs with a model that cannot call functions."""
    if client.model_info["function_calling"]:
        return
    if tools:
        raise UsageError("The model does not support function calling.")
    if handoffs:
        raise UsageError(
            "The model does not support function calling, which is needed for handoffs."
        )
