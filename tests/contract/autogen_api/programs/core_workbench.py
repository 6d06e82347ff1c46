"""A workbench with renamed tools."""
import asyncio
import json

from autogen_core import CancellationToken
from autogen_core.tools import FunctionTool, ImageResultContent, StaticWorkbench, TextResultContent, ToolOverride, ToolResult
from program_transcript import attempt


def double(n: int) -> int:
    return n * 2


def fail(n: int) -> int:
    raise ValueError(f"cannot {n}")


async def main() -> None:
    tools = [FunctionTool(double, "Doubles"), FunctionTool(fail, "Fails")]
    bench = StaticWorkbench(tools, {"double": ToolOverride(name="twice", description="Two times"), "fail": ToolOverride(description="Breaks")})
    for schema in await bench.list_tools():
        print(json.dumps(schema, sort_keys=True))
    for name, arguments in (("twice", {"n": 4}), ("double", {"n": 5}), ("fail", {"n": 0}), ("nobody", None), ("twice", None)):
        result = await bench.call_tool(name, arguments, call_id="c1")
        print(name, result.name, result.is_error, result.to_text() if "validation" not in result.to_text() else "validation")
    token = CancellationToken()
    token.cancel()
    await attempt("cancelled", lambda: bench.call_tool("twice", {"n": 1}, token))
    await attempt("clash", lambda: StaticWorkbench(tools, {"double": ToolOverride(name="fail")}))
    await attempt("same", lambda: StaticWorkbench(tools, {"double": ToolOverride(name="z"), "fail": ToolOverride(name="z")}))
    print(json.dumps(await bench.save_state(), sort_keys=True))
    print(ToolResult(name="x", result=[TextResultContent(content="a"), TextResultContent(content="b")]).to_text())
    print(ToolResult(name="x", result=[]).model_dump())


asyncio.run(main())
