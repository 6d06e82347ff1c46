"""An agent that runs tools for others."""

import json

from studio.core._agents import RoutedAgent, message_handler
from studio.core._runtime import MessageContext
from studio.core._types import FunctionCall
from studio.core.models import FunctionExecutionResult
from studio.core.tool_agent._exceptions import (
    InvalidToolArgumentsException,
    ToolExecutionException,
    ToolNotFoundException,
)
from studio.core.tools import Tool


class ToolAgent(RoutedAgent):
    """Answers a `FunctionCall` with the result of the tool it names.

    Args:
        description: What the agent does.
        tools: What it can run.
    """

    def __init__(self, description: str, tools: list[Tool]) -> None:
        super().__init__(description)
        self._tools: list[Tool] = tools

    @property
    def tools(self) -> list[Tool]:
        """What the agent can run."""
        return self._tools

    @message_handler
    async def handle_function_call(
        self, message: FunctionCall, ctx: MessageContext
    ) -> FunctionExecutionResult:
        """Run a tool.

        Raises:
            ToolNotFoundException: There is no such tool.
            InvalidToolArgumentsException: The arguments are not JSON.
            ToolExecutionException: The tool raised.
        """
        call_id, name = message.id, message.name
        tool = next((tool for tool in self._tools if tool.name == name), None)
        if tool is None:
            raise ToolNotFoundException(call_id, f"Error: Tool not found: {name}", name)
        try:
            arguments = json.loads(message.arguments)
        except json.JSONDecodeError as e:
            content = f"Error: Invalid arguments: {message.arguments}"
            raise InvalidToolArgumentsException(call_id, content, name) from e
        try:
            result = await tool.run_json(
                args=arguments, cancellation_token=ctx.cancellation_token, call_id=call_id
            )
            text = tool.return_value_as_string(result)
        except Exception as e:
            raise ToolExecutionException(call_id, f"Error: {e}", name) from e
        return FunctionExecutionResult(content=text, name=name, call_id=call_id, is_error=False)
