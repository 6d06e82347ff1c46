"""An assistant with tools, in every way it can use them."""
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.messages import TextMessage, ToolCallSummaryMessage
from autogen_core import CancellationToken
from autogen_core.tools import FunctionTool, StaticStreamWorkbench, StaticWorkbench
from program_transcript import attempt, calls, follow, line, model, show, text


async def weather(city: str) -> str:
    """Weather of a city."""
    return f"Sunny in {city}"


def add(a: int, b: int = 1) -> int:
    """Adds."""
    return a + b


def fail(why: str) -> str:
    """Fails."""
    raise ValueError(f"failed: {why}")


async def main() -> None:
    print("summary")
    agent = AssistantAgent("helper", model(calls(("weather", {"city": "Rome"}), ("add", {"a": 2}), thought="hm")), tools=[weather, add, fail])
    show(await agent.run(task="go"))
    print([t.__name__ for t in agent.produced_message_types])

    print("format")
    agent = AssistantAgent("helper", model(calls(("weather", {"city": "Rome"}), ("fail", {"why": "x"}))), tools=[weather, add, fail],
                           tool_call_summary_format="{tool_name}({arguments}) = {result} [{is_error}]")
    show(await agent.run(task="go"))

    print("formatter")
    agent = AssistantAgent("helper", model(calls(("add", {"a": 5}), ("fail", {"why": "y"}))), tools=[add, fail],
                           tool_call_summary_formatter=lambda call, result: f"{call.name}:{'bad' if result.is_error else result.content}")
    show(await agent.run(task="go"))

    print("reflect")
    client = model(calls(("add", {"a": 5})), text("the sum is 6", thought="easy"))
    agent = AssistantAgent("helper", client, tools=[add], reflect_on_tool_use=True)
    show(await agent.run(task="go"))
    print([len(c["messages"]) for c in client.create_calls], [len(c["tools"]) if "tools" in c else None for c in client.create_calls])

    print("errors")
    agent = AssistantAgent("helper", model(calls(("none", {}), ("add", "{bad"), ("fail", {"why": "z"}))), tools=[add, fail])
    result = await agent.run(task="go")
    for r in result.messages[2].content:
        print(r.name, r.is_error, r.content if r.name != "add" else "bad json")

    print("loop")
    client = model(calls(("add", {"a": 1})), calls(("add", {"a": 2}), thought="more"), text("three"))
    agent = AssistantAgent("helper", client, tools=[add], max_tool_iterations=5)
    show(await agent.run(task="go"))
    print("loop ends")
    agent = AssistantAgent("helper", model(*(calls(("add", {"a": n})) for n in range(9))), tools=[add], max_tool_iterations=2)
    show(await agent.run(task="go"))
    print("loop ends, reflecting")
    agent = AssistantAgent("helper", model(calls(("add", {"a": 1})), calls(("add", {"a": 2})), text("reflected")), tools=[add], max_tool_iterations=2, reflect_on_tool_use=True)
    await follow(agent.run_stream(task="go"))

    print("workbenches")
    agent = AssistantAgent("helper", model(calls(("weather", {"city": "X"}), ("add", {"a": 1}))),
                           workbench=[StaticWorkbench([FunctionTool(add, "Adds")]), StaticStreamWorkbench([FunctionTool(weather, "Weather")])])
    await follow(agent.run_stream(task=[TextMessage(content="a", source="user"), TextMessage(content="b", source="other")]))
    context = await agent.model_context.get_messages()
    print([type(m).__name__ for m in context])

    print("on_messages")
    agent = AssistantAgent("helper", model(calls(("add", {"a": 1})), text("ok")), tools=[add])
    response = await agent.on_messages([TextMessage(content="go", source="user")], CancellationToken())
    print(line(response))
    summary = response.chat_message
    assert isinstance(summary, ToolCallSummaryMessage)
    print([c.name for c in summary.tool_calls], [r.content for r in summary.results])
    async for item in agent.on_messages_stream([], CancellationToken()):
        print(line(item))
    await agent.on_reset(CancellationToken())
    print(await agent.model_context.get_messages())

    print("no text after tools")
    agent = AssistantAgent("helper", model(calls(("add", {"a": 1})), calls(("add", {"a": 1}))), tools=[add], reflect_on_tool_use=True)
    await attempt("reflection", lambda: agent.run(task="go"))


asyncio.run(main())
