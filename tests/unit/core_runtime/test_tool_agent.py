"""The tool agent, and the loop that has a model call it."""

from typing import Any

import pytest

from studio.core import (
    AgentId,
    FunctionCall,
    MessageContext,
    RoutedAgent,
    SingleThreadedAgentRuntime,
    message_handler,
)
from studio.core.models import AssistantMessage, FunctionExecutionResultMessage, UserMessage
from studio.core.tool_agent import (
    InvalidToolArgumentsException,
    ToolAgent,
    ToolException,
    ToolExecutionException,
    ToolNotFoundException,
    tool_agent_caller_loop,
)
from studio.core.tools import FunctionTool
from tests.support.scripted_model import ScriptedModel, call, calls, text

TOOLS = AgentId("tools", "default")


async def double(number: int) -> int:
    return 2 * number


async def explode(number: int) -> int:
    raise KeyError(number)


async def started() -> SingleThreadedAgentRuntime:
    runtime = SingleThreadedAgentRuntime()
    tools: list[Any] = [
        FunctionTool(double, description="doubles"),
        FunctionTool(explode, description="explodes"),
    ]
    await ToolAgent.register(runtime, "tools", lambda: ToolAgent("runs tools", tools))
    runtime.start()
    return runtime


async def test_a_function_call_is_answered_with_its_result() -> None:
    runtime = await started()
    result = await runtime.send_message(FunctionCall("1", '{"number": 3}', "double"), TOOLS)
    await runtime.stop()

    assert (result.content, result.name, result.call_id) == ("6", "double", "1")
    assert result.is_error is False
    agent = await runtime.try_get_underlying_agent_instance(TOOLS, ToolAgent)
    assert [tool.name for tool in agent.tools] == ["double", "explode"]


@pytest.mark.parametrize(
    ("name", "arguments", "error", "content"),
    [
        ("other", "{}", ToolNotFoundException, "Error: Tool not found: other"),
        ("double", "{", InvalidToolArgumentsException, "Error: Invalid arguments: {"),
        ("explode", '{"number": 3}', ToolExecutionException, "Error: 3"),
        ("double", "{}", ToolExecutionException, "Error: 1 validation error"),
    ],
)
async def test_what_goes_wrong_has_a_class_of_its_own(
    name: str, arguments: str, error: type[ToolException], content: str
) -> None:
    runtime = await started()
    with pytest.raises(error) as caught:
        await runtime.send_message(FunctionCall("1", arguments, name), TOOLS)
    await runtime.stop()

    assert (caught.value.call_id, caught.value.name) == ("1", name)
    assert caught.value.content.startswith(content)
    assert not isinstance(caught.value, Exception)


def test_tool_exceptions_are_values() -> None:
    error = ToolNotFoundException(call_id="1", content="c", name="n")

    assert error == ToolNotFoundException("1", "c", "n")
    assert error != ToolExecutionException("1", "c", "n")
    assert str(error) == "c"


async def test_the_loop_goes_on_until_the_model_answers_without_calls() -> None:
    both = [call("double", '{"number": 3}', "1"), call("explode", '{"number": 4}', "2")]
    model = ScriptedModel(calls(*both), text("done"))
    runtime = await started()
    asked = [UserMessage(content="go", source="user")]
    generated = await tool_agent_caller_loop(runtime, TOOLS, model, list(asked), [])
    await runtime.stop()

    question, results, answer = generated
    assert isinstance(question, AssistantMessage)
    assert isinstance(results, FunctionExecutionResultMessage)
    assert [(r.call_id, r.content, r.is_error) for r in results.content] == [
        ("1", "6", False),
        ("2", "Error: 4", True),
    ]
    assert answer == AssistantMessage(content="done", source="assistant")


async def test_an_agent_can_be_the_caller() -> None:
    class Caller(RoutedAgent):
        @message_handler
        async def on_call(self, message: FunctionCall, ctx: MessageContext) -> str:
            model = ScriptedModel(calls(call("double", '{"number": 3}')), text("done"))
            generated = await tool_agent_caller_loop(
                self, TOOLS, model, [], [], ctx.cancellation_token, caller_source="me"
            )
            return ",".join(m.source for m in generated if isinstance(m, AssistantMessage))

    runtime = await started()
    await Caller.register(runtime, "caller", lambda: Caller("calls"))

    assert await runtime.send_message(FunctionCall("", "", ""), AgentId("caller", "x")) == "me,me"

    await runtime.stop()
