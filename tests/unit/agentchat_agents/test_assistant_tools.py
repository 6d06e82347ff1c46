import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest
from pydantic import BaseModel

from studio.agentchat import EVENT_LOGGER_NAME
from studio.agentchat.agents import AssistantAgent
from studio.agentchat.base import Response
from studio.agentchat.messages import (
    HandoffMessage,
    StructuredMessage,
    TextMessage,
    ThoughtEvent,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
    ToolCallSummaryMessage,
)
from studio.core import CancellationToken, FunctionCall
from studio.core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    RequestUsage,
)
from studio.core.tools import BaseStreamTool, FunctionTool, StaticWorkbench, ToolResult
from tests.support.scripted_model import ScriptedModel, call, calls, text
from tests.unit.agentchat_agents.test_messages import Verdict


def add(a: int, b: int) -> int:
    """Add numbers."""
    return a + b


async def fail() -> str:
    """Fail."""
    raise LookupError("no such thing")


def kinds(items: Any) -> list[str]:
    return [type(item).__name__ for item in items]


ADD = call("add", '{"a": 1, "b": 2}', id="c1")


async def run(agent: AssistantAgent) -> list[Any]:
    return list((await agent.run(task="go", output_task_messages=False)).messages)


async def test_calls_are_carried_out_and_summed_up() -> None:
    model = ScriptedModel(calls(ADD))
    agent = AssistantAgent("bob", model, tools=[add], system_message=None)

    request, execution, summary = await run(agent)

    assert isinstance(request, ToolCallRequestEvent)
    assert (request.content, request.models_usage) == ([ADD], RequestUsage(10, 5))
    assert isinstance(execution, ToolCallExecutionEvent)
    result = FunctionExecutionResult(content="3", name="add", call_id="c1", is_error=False)
    assert execution.content == [result]
    assert isinstance(summary, ToolCallSummaryMessage)
    assert (summary.content, summary.tool_calls, summary.results) == ("3", [ADD], [result])
    assert (await agent.model_context.get_messages())[1:] == [
        AssistantMessage(content=[ADD], source="bob"),
        FunctionExecutionResultMessage(content=[result]),
    ]
    offered = model.asked[0].tools[0]
    assert isinstance(offered, dict)
    assert (offered["name"], offered.get("description")) == ("add", "Add numbers.")


async def test_calls_run_at_the_same_time_and_report_in_their_order() -> None:
    met = asyncio.Barrier(2)

    async def slow() -> str:
        await met.wait()
        await asyncio.sleep(0)
        return "slow"

    async def quick() -> str:
        await met.wait()
        return "quick"

    model = ScriptedModel(calls(call("slow", id="1"), call("quick", id="2")))
    agent = AssistantAgent("bob", model, tools=[slow, quick])

    messages = await run(agent)

    assert [result.content for result in messages[1].content] == ["slow", "quick"]
    assert messages[2].content == "slow\nquick"


async def test_the_summary_follows_the_format_or_the_formatter() -> None:
    def formatter(call: FunctionCall, result: FunctionExecutionResult) -> str:
        return f"{call.name} gave {result.content}"

    by_format = AssistantAgent(
        "bob",
        ScriptedModel(calls(ADD)),
        tools=[add],
        tool_call_summary_format="{tool_name}({arguments})={result} {is_error}",
    )
    by_function = AssistantAgent(
        "bob", ScriptedModel(calls(ADD)), tools=[add], tool_call_summary_formatter=formatter
    )

    assert (await run(by_format))[-1].content == 'add({"a": 1, "b": 2})=3 False'
    assert (await run(by_function))[-1].content == "add gave 3"


@pytest.mark.parametrize(
    ("made", "content"),
    [
        (call("add", "{not json"), "Error: "),
        (call("add", "[1]"), "Error: "),
        (call("sub"), "Error: tool 'sub' not found in any workbench"),
        (call("fail"), "no such thing"),
        (call("add", '{"a": 1}'), "Field required"),
    ],
)
async def test_errors_of_tools_are_results(made: FunctionCall, content: str) -> None:
    agent = AssistantAgent("bob", ScriptedModel(calls(made)), tools=[add, fail])

    messages = await run(agent)

    (result,) = messages[1].content
    assert result.is_error is True
    assert content in result.content
    assert result.call_id == made.id


async def test_no_arguments_at_all_are_no_arguments() -> None:
    def now() -> str:
        """Tell the time."""
        return "noon"

    agent = AssistantAgent("bob", ScriptedModel(calls(call("now", ""))), tools=[now])

    assert (await run(agent))[-1].content == "noon"


async def test_a_workbench_that_raises_is_a_result_too() -> None:
    class Broken(StaticWorkbench):
        component_provider_override = "test.Broken"

        async def call_tool(self, *args: Any, **kwargs: Any) -> ToolResult:
            raise ConnectionError("gone")

    bench = Broken([FunctionTool(add, "Add")])
    agent = AssistantAgent("bob", ScriptedModel(calls(ADD)), workbench=bench)

    assert (await run(agent))[1].content[0].content == "gone"


async def test_several_workbenches_serve_one_agent() -> None:
    benches = [
        StaticWorkbench([FunctionTool(add, "Add")]),
        StaticWorkbench([FunctionTool(fail, "Fail")]),
    ]
    model = ScriptedModel(calls(ADD, call("fail", id="2")))
    agent = AssistantAgent("bob", model, workbench=benches)

    messages = await run(agent)

    assert [result.content for result in messages[1].content] == ["3", "no such thing"]
    assert ToolCallSummaryMessage in agent.produced_message_types


async def test_the_loop_goes_on_until_the_model_speaks() -> None:
    model = ScriptedModel(calls(ADD), calls(ADD), "done")
    agent = AssistantAgent("bob", model, tools=[add], max_tool_iterations=5)

    messages = await run(agent)

    assert kinds(messages) == [
        "ToolCallRequestEvent",
        "ToolCallExecutionEvent",
        "ToolCallRequestEvent",
        "ToolCallExecutionEvent",
        "TextMessage",
    ]
    assert messages[-1].content == "done"
    assert len(model.asked) == 3


async def test_the_loop_ends_at_its_limit() -> None:
    model = ScriptedModel(calls(ADD), calls(call("add", '{"a": 5, "b": 5}')), "too late")
    agent = AssistantAgent("bob", model, tools=[add], max_tool_iterations=2)

    messages = await run(agent)

    assert isinstance(messages[-1], ToolCallSummaryMessage)
    assert messages[-1].content == "10"
    assert len(model.asked) == 2


@pytest.mark.parametrize("limit", [0, -1])
def test_the_limit_of_the_loop_is_at_least_one(limit: int) -> None:
    message = f"Maximum number of tool iterations must be greater than or equal to 1, got {limit}"
    with pytest.raises(ValueError, match=message):
        AssistantAgent("bob", ScriptedModel(), max_tool_iterations=limit)


async def test_in_the_loop_the_id_stays_until_a_thought_renews_it() -> None:
    model = ScriptedModel(calls(ADD, thought="first"), ["do", "ne"])
    agent = AssistantAgent(
        "bob", model, tools=[add], max_tool_iterations=2, model_client_stream=True
    )

    items = [
        item
        async for item in agent.on_messages_stream(
            [TextMessage(content="go", source="user")], CancellationToken()
        )
    ]

    chunks: list[Any] = [i for i in items if type(i).__name__ == "ModelClientStreamingChunkEvent"]
    thought = next(item for item in items if isinstance(item, ThoughtEvent))
    response = items[-1]
    assert isinstance(response, Response)
    assert chunks[0].full_message_id == thought.id
    assert {chunk.full_message_id for chunk in chunks[1:]} == {response.chat_message.id}
    assert response.chat_message.id != thought.id


async def test_reflection_asks_once_more_without_tools() -> None:
    model = ScriptedModel(calls(ADD), text("It is 3.", thought="easy"))
    agent = AssistantAgent("bob", model, tools=[add], reflect_on_tool_use=True)

    messages = await run(agent)

    assert kinds(messages) == [
        "ToolCallRequestEvent",
        "ToolCallExecutionEvent",
        "ThoughtEvent",
        "TextMessage",
    ]
    assert messages[-1].content == "It is 3."
    assert model.asked[1].tools == []
    assert model.asked[1].options["tool_choice"] == "none"
    history = await agent.model_context.get_messages()
    assert history[-1] == AssistantMessage(content="It is 3.", thought="easy", source="bob")


async def test_reflection_streams_under_an_id_of_its_own() -> None:
    model = ScriptedModel(calls(ADD), ["It ", "is 3."])
    agent = AssistantAgent(
        "bob", model, tools=[add], reflect_on_tool_use=True, model_client_stream=True
    )

    items = [item async for item in agent.on_messages_stream([], CancellationToken())]

    response = items[-1]
    assert isinstance(response, Response)
    chunks: list[Any] = items[2:-1]
    assert {chunk.full_message_id for chunk in chunks} == {response.chat_message.id}


async def test_reflection_is_the_default_with_an_output_type() -> None:
    model = ScriptedModel(calls(ADD), '{"good": true, "why": "3"}')
    agent = AssistantAgent("bob", model, tools=[add], output_content_type=Verdict)

    messages = await run(agent)

    assert isinstance(messages[-1], StructuredMessage)


@pytest.mark.parametrize("answer", ["", calls(ADD)])
async def test_reflection_needs_a_text(answer: Any) -> None:
    agent = AssistantAgent(
        "bob", ScriptedModel(calls(ADD), answer), tools=[add], reflect_on_tool_use=True
    )

    with pytest.raises(RuntimeError, match="Reflect on tool use produced no valid text response"):
        await agent.run(task="go")


class Args(BaseModel):
    n: int


class Step(TextMessage):
    """What the tool below says on the way."""


class Told(BaseModel):
    value: str


class Counter(BaseStreamTool[Args, Step, Told]):
    def __init__(self) -> None:
        super().__init__(Args, Told, "count", "Count")

    async def run(self, args: Args, cancellation_token: CancellationToken) -> Told:
        return Told(value=str(args.n))

    async def run_stream(
        self, args: Args, cancellation_token: CancellationToken
    ) -> AsyncGenerator[Step | Told, None]:
        for number in range(args.n):
            yield Step(content=str(number), source="count")
        yield Told(value="done")

    def return_value_as_string(self, value: Any) -> str:
        return value.value if isinstance(value, Told) else str(value)


@pytest.mark.parametrize("times", [1, 2])
async def test_what_tools_say_on_the_way_is_streamed(times: int) -> None:
    made = [call("count", '{"n": 2}', id=str(number)) for number in range(times)]
    agent = AssistantAgent("bob", ScriptedModel(calls(*made)), tools=[Counter()])

    items = [item async for item in agent.run_stream(task="go")]

    said: list[Any] = [item for item in items if isinstance(item, Step)]
    assert sorted(item.content for item in said) == sorted(["0", "1"] * times)
    assert kinds(items).index("Step") > kinds(items).index("ToolCallRequestEvent")
    summary = items[-2]
    assert isinstance(summary, ToolCallSummaryMessage)
    assert summary.content == "\n".join(["done"] * times)


async def test_cancelling_ends_tools_and_leaves_no_task_behind() -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def wait_long() -> str:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return "never"

    model = ScriptedModel(calls(call("wait_long", id="1"), call("add", ADD.arguments, id="2")))
    agent = AssistantAgent("bob", model, tools=[wait_long, add])
    before = asyncio.all_tasks()
    task = asyncio.ensure_future(agent.run(task="go"))
    await started.wait()

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert ended.is_set()
    assert asyncio.all_tasks() == before


async def test_calls_and_results_are_logged_for_debugging(
    caplog: pytest.LogCaptureFixture,
) -> None:
    agent = AssistantAgent("bob", ScriptedModel(calls(ADD)), tools=[add])

    with caplog.at_level(logging.DEBUG, EVENT_LOGGER_NAME):
        await agent.run(task="go")

    logged = [record for record in caplog.records if record.name == EVENT_LOGGER_NAME]
    assert kinds([record.msg for record in logged]) == [
        "ToolCallRequestEvent",
        "ToolCallExecutionEvent",
    ]


def test_tools_are_checked_at_once() -> None:
    model = ScriptedModel()
    bench = StaticWorkbench([])

    with pytest.raises(ValueError, match=r"Tool names must be unique: \['add', 'add'\]"):
        AssistantAgent("bob", model, tools=[add, add])
    with pytest.raises(ValueError, match=r"Unsupported tool type: "):
        AssistantAgent("bob", model, tools=[1])  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match=r"Tools cannot be used with a workbench\."):
        AssistantAgent("bob", model, tools=[add], workbench=bench)
    with pytest.raises(ValueError, match=r"The model does not support function calling\."):
        AssistantAgent("bob", ScriptedModel(function_calling=False), tools=[add])


async def test_a_handoff_ends_the_turn_and_takes_the_other_calls_along() -> None:
    made = [ADD, call("transfer_to_ann", id="c2")]
    agent = AssistantAgent(
        "bob",
        ScriptedModel(calls(*made, thought="ann knows")),
        tools=[add],
        handoffs=["ann"],
        max_tool_iterations=3,
    )

    messages = await run(agent)

    handoff = messages[-1]
    assert isinstance(handoff, HandoffMessage)
    assert handoff.target == "ann"
    assert handoff.content == "Transferred to ann, adopting the role of ann immediately."
    assert handoff.context == [
        AssistantMessage(content=[ADD], source="bob", thought="ann knows"),
        FunctionExecutionResultMessage(
            content=[FunctionExecutionResult(content="3", name="add", call_id="c1", is_error=False)]
        ),
    ]
    assert HandoffMessage in agent.produced_message_types


@pytest.mark.parametrize("thought", [None, "ann knows"])
async def test_a_handoff_alone_takes_the_thought_along(thought: str | None) -> None:
    model = ScriptedModel(calls(call("transfer_to_ann"), thought=thought))
    agent = AssistantAgent("bob", model, handoffs=["ann"])

    handoff = (await run(agent))[-1]

    expected = [AssistantMessage(content=thought, source="bob")] if thought else []
    assert handoff.context == expected
    assert handoff.source == "bob"


async def test_of_several_handoffs_the_first_counts() -> None:
    made = [call("transfer_to_ann", id="1"), call("transfer_to_eve", id="2")]
    agent = AssistantAgent("bob", ScriptedModel(calls(*made)), handoffs=["ann", "eve"])

    with pytest.warns(UserWarning, match="Multiple handoffs detected"):
        messages = await run(agent)

    assert messages[-1].target == "ann"


def test_handoffs_are_checked_at_once() -> None:
    model = ScriptedModel()

    with pytest.raises(ValueError, match=r"Handoff names must be unique: \["):
        AssistantAgent("bob", model, handoffs=["ann", "Ann"])
    with pytest.raises(ValueError, match="Handoff names must be unique from tool names"):
        AssistantAgent(
            "bob", model, tools=[FunctionTool(add, "x", name="transfer_to_ann")], handoffs=["ann"]
        )
    with pytest.raises(ValueError, match="Unsupported handoff type: "):
        AssistantAgent("bob", model, handoffs=[1])  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="which is needed for handoffs"):
        AssistantAgent("bob", ScriptedModel(function_calling=False), handoffs=["ann"])


async def test_arguments_reach_the_tool_as_types() -> None:
    seen: list[Mapping[str, Any] | BaseModel] = []

    def judge(verdict: Verdict) -> str:
        """Judge."""
        seen.append(verdict)
        return "ok"

    made = call("judge", '{"verdict": {"good": true, "why": "so"}}')
    await run(AssistantAgent("bob", ScriptedModel(calls(made)), tools=[judge]))

    assert seen == [Verdict(good=True, why="so")]
