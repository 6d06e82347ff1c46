"""A conversation between a model and a tool agent."""

import asyncio

from studio.core._addressing import AgentId, CancellationToken
from studio.core._agents import BaseAgent
from studio.core._runtime import AgentRuntime
from studio.core._types import FunctionCall
from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
)
from studio.core.tool_agent._exceptions import ToolException
from studio.core.tools import Tool, ToolSchema


async def tool_agent_caller_loop(
    caller: BaseAgent | AgentRuntime,
    tool_agent_id: AgentId,
    model_client: ChatCompletionClient,
    input_messages: list[LLMMessage],
    tool_schema: list[ToolSchema] | list[Tool],
    cancellation_token: CancellationToken | None = None,
    caller_source: str = "assistant",
) -> list[LLMMessage]:
    """Let a model call tools until it answers without calling any.

    The calls of one answer run at the same time. A tool that fails is told to the model.

    Args:
        caller: Sends the calls.
        tool_agent_id: The agent that runs the tools.
        model_client: The model.
        input_messages: The conversation so far.
        tool_schema: What the model may call.
        cancellation_token: Cancels the model and the tools.
        caller_source: Source of the model's messages.

    Returns:
        The messages that came of it, without the input.
    """
    generated: list[LLMMessage] = []
    while True:
        response = await model_client.create(
            [*input_messages, *generated],
            tools=tool_schema,
            cancellation_token=cancellation_token,
        )
        content = response.content
        generated.append(
            AssistantMessage(content=content, thought=response.thought, source=caller_source)
        )
        if isinstance(content, str) or not content:
            return generated
        results = await asyncio.gather(
            *(_call_tool(caller, tool_agent_id, call, cancellation_token) for call in content)
        )
        generated.append(FunctionExecutionResultMessage(content=results))


async def _call_tool(
    caller: BaseAgent | AgentRuntime,
    tool_agent_id: AgentId,
    call: FunctionCall,
    cancellation_token: CancellationToken | None,
) -> FunctionExecutionResult:
    try:
        result: FunctionExecutionResult = await caller.send_message(
            call, recipient=tool_agent_id, cancellation_token=cancellation_token
        )
    except ToolException as e:
        told = e.content if e.content.startswith("Error: ") else f"Error: {e.content}"
        return FunctionExecutionResult(content=told, name=call.name, call_id=call.id, is_error=True)
    return result
