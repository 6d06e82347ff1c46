"""A caller loop, with tools of every kind of failure."""
import asyncio
from typing import Annotated

from autogen_core import AgentId, SingleThreadedAgentRuntime, FunctionCall
from autogen_core.models import SystemMessage, UserMessage
from autogen_core.tool_agent import (
    InvalidToolArgumentsException, ToolAgent, ToolExecutionException, ToolNotFoundException, tool_agent_caller_loop,
)
from autogen_core.tools import FunctionTool
from program_transcript import calls, model, plain, text


def divide(a: float, b: float) -> float:
    return a / b


async def price(ticker: str, day: Annotated[str, "Date in YYYY/MM/DD"] = "today") -> float:
    return len(ticker) + 0.5


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    tools = [FunctionTool(divide, description="Divides"), FunctionTool(price, description="Price")]
    await ToolAgent.register(runtime, "tools", lambda: ToolAgent("tool agent", tools))
    runtime.start()
    to = AgentId("tools", "default")
    print(await runtime.send_message(FunctionCall("1", '{"a": 6, "b": 4}', "divide"), to))
    print(await runtime.send_message(FunctionCall("2", '{"ticker": "ABC"}', "price"), to))
    for call in (
        FunctionCall("3", '{"a": 1, "b": 0}', "divide"), FunctionCall("4", "{", "divide"),
        FunctionCall("5", "{}", "none"), FunctionCall("6", '{"a": 1}', "divide"),
    ):
        try:
            await runtime.send_message(call, to)
        except (ToolNotFoundException, InvalidToolArgumentsException, ToolExecutionException) as error:
            print(type(error).__name__, error.call_id, error.name, "division" in error.content, type(error).__mro__[1].__name__)
    client = model(
        calls(("divide", {"a": 1, "b": 2}), ("divide", {"a": 1, "b": 0}), thought="think"),
        calls(("price", {"ticker": "XY"})), text("the end"),
    )
    for message in await tool_agent_caller_loop(
        runtime, tool_agent_id=to, model_client=client,
        input_messages=[SystemMessage(content="s"), UserMessage(content="go", source="user")],
        tool_schema=tools, caller_source="me",
    ):
        print(type(message).__name__, getattr(message, "source", None), [(getattr(c, "is_error", c) or c.content) for c in message.content] if isinstance(message.content, list) else message.content)
    print([len(c["messages"]) for c in client.create_calls])
    await runtime.stop()


asyncio.run(main())
