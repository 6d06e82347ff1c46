"""Tools written as classes: base tool, with state, with a stream."""
import asyncio
import json
from typing import AsyncGenerator

from autogen_core import CancellationToken
from autogen_core.tools import BaseStreamTool, BaseTool, BaseToolWithState, StaticStreamWorkbench, StaticWorkbench, ToolResult
from pydantic import BaseModel, Field
from program_transcript import attempt


class Args(BaseModel):
    n: int = Field(description="How many")


class Answer(BaseModel):
    text: str


class State(BaseModel):
    total: int = 0


class Plain(BaseTool[Args, Answer]):
    def __init__(self) -> None:
        super().__init__(Args, Answer, "plain", "A plain tool", strict=True)

    async def run(self, args: Args, cancellation_token: CancellationToken) -> Answer:
        return Answer(text="x" * args.n)

    def return_value_as_string(self, value) -> str:
        return f"answer: {value.text}"


class Adding(BaseToolWithState[Args, int, State]):
    def __init__(self) -> None:
        super().__init__(Args, int, State, "adding", "Adds up")
        self.total = 0

    async def run(self, args: Args, cancellation_token: CancellationToken) -> int:
        self.total += args.n
        return self.total

    def save_state(self) -> State:
        return State(total=self.total)

    def load_state(self, state: State) -> None:
        self.total = state.total


class Counting(BaseStreamTool[Args, int, Answer]):
    def __init__(self) -> None:
        super().__init__(Args, Answer, "counting", "Counts")

    async def run(self, args: Args, cancellation_token: CancellationToken) -> Answer:
        return Answer(text="at once")

    async def run_stream(self, args: Args, cancellation_token: CancellationToken) -> AsyncGenerator[int | Answer, None]:
        for n in range(args.n):
            if n == 3:
                raise ValueError("too far")
            yield n
        yield Answer(text=f"counted {args.n}")


async def main() -> None:
    token = CancellationToken()
    tools = [Plain(), Adding(), Counting()]
    for tool in tools:
        print(json.dumps(tool.schema, sort_keys=True))
    bench = StaticStreamWorkbench(tools)
    async with bench:
        print([t["name"] for t in await bench.list_tools()])
        for name, arguments in (("plain", {"n": 2}), ("adding", {"n": 5}), ("adding", {"n": 6}), ("counting", {"n": 1}), ("plain", {}), ("zzz", {})):
            result = await bench.call_tool(name, arguments, token)
            print(name, result.is_error, result.name, type(result.result[0]).__name__, result.to_text() if not result.is_error else "an error")
        for name, n in (("counting", 2), ("counting", 5), ("counting", 0), ("plain", 1), ("zzz", 1)):
            async for item in bench.call_tool_stream(name, {"n": n}, token):
                if isinstance(item, ToolResult):
                    print("  result", item.name, item.is_error, item.to_text())
                else:
                    print("  item", item)
        state = await bench.save_state()
        print(json.dumps(state, sort_keys=True))
        await bench.reset()
    other = StaticStreamWorkbench([Plain(), Adding(), Counting()])
    await other.load_state(state)
    print((await other.call_tool("adding", {"n": 1})).to_text())
    stream = tools[2].run_json_stream({"n": 2}, token)
    print([item async for item in stream])
    await attempt("strict", lambda: tools[0].run_json({"n": 1, "m": 2}, token))


asyncio.run(main())
