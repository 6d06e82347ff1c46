"""Static workbenches: names, errors, overrides, state and streams."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest
from pydantic import BaseModel

from studio.core import CancellationToken
from studio.core._image import Image
from studio.core.tools import (
    BaseStreamTool,
    BaseTool,
    BaseToolWithState,
    FunctionTool,
    ImageResultContent,
    StaticStreamWorkbench,
    StaticWorkbench,
    StreamWorkbench,
    TextResultContent,
    ToolOverride,
    ToolResult,
    Workbench,
)


def double(x: int) -> int:
    """Double."""
    return x * 2


def fail(text: str) -> int:
    """Fail."""
    raise ValueError(text)


def fail_twice() -> int:
    """Fail twice."""
    raise ExceptionGroup("both", [ValueError("one"), ExceptionGroup("in", [KeyError("two")])])


class NoArguments(BaseModel):
    pass


class Number(BaseModel):
    n: int


class Counter(BaseToolWithState[NoArguments, Number, Number]):
    component_provider_override = "tests.Counter"

    def __init__(self) -> None:
        super().__init__(NoArguments, Number, Number, "counter", "Counts.")
        self.n = 0

    async def run(self, args: NoArguments, cancellation_token: CancellationToken) -> Number:
        self.n += 1
        return Number(n=self.n)

    def save_state(self) -> Number:
        return Number(n=self.n)

    def load_state(self, state: Number) -> None:
        self.n = state.n


class Countdown(BaseStreamTool[Number, Number, Number]):
    def __init__(self, *, breaks: bool = False) -> None:
        super().__init__(Number, Number, "countdown", "Counts down.")
        self.breaks = breaks

    async def run(self, args: Number, cancellation_token: CancellationToken) -> Number:
        return Number(n=0)

    async def run_stream(
        self, args: Number, cancellation_token: CancellationToken
    ) -> AsyncGenerator[Number, None]:
        for n in range(args.n, -1, -1):
            yield Number(n=n)
        if self.breaks:
            raise RuntimeError("broken")


def bench(**overrides: ToolOverride) -> StaticWorkbench:
    functions: list[Callable[..., int]] = [double, fail, fail_twice]
    tools: list[BaseTool[Any, Any]] = [FunctionTool(item, item.__name__) for item in functions]
    return StaticWorkbench(tools, overrides)


async def test_a_call_gives_a_text_result() -> None:
    result = await bench().call_tool("double", {"x": 2}, CancellationToken(), call_id="7")

    assert result == ToolResult(
        name="double", result=[TextResultContent(content="4")], is_error=False
    )


async def test_an_unknown_tool_is_an_error_result() -> None:
    result = await bench().call_tool("nothing", {})

    assert (result.name, result.is_error) == ("nothing", True)
    assert result.to_text() == "Tool nothing not found."


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("fail", {"text": "no good"}, "no good"),
        ("fail_twice", {}, "one\n'two'"),
        ("double", {}, "Field required"),
        ("double", None, "Field required"),
    ],
)
async def test_errors_come_back_as_results(
    name: str, arguments: dict[str, Any] | None, text: str
) -> None:
    result = await bench().call_tool(name, arguments)

    assert result.is_error
    assert text in result.to_text()


async def test_cancelling_the_token_cancels_the_call() -> None:
    async def wait() -> None:
        await asyncio.Event().wait()

    token = CancellationToken()
    work = StaticWorkbench([FunctionTool(wait, "Waits.")])
    call = asyncio.ensure_future(work.call_tool("wait", {}, token))
    await asyncio.sleep(0)

    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await call


async def test_overrides_change_what_is_listed() -> None:
    work = bench(double=ToolOverride(name="twice", description="Times two."))

    listed = [(tool["name"], tool.get("description")) for tool in await work.list_tools()]

    assert listed == [("twice", "Times two."), ("fail", "fail"), ("fail_twice", "fail_twice")]


@pytest.mark.parametrize("name", ["twice", "double"])
async def test_a_tool_is_called_by_its_new_and_its_old_name(name: str) -> None:
    result = await bench(double=ToolOverride(name="twice")).call_tool(name, {"x": 1})

    assert (result.name, result.to_text()) == (name, "2")


def test_a_new_name_must_not_be_another_tools() -> None:
    with pytest.raises(ValueError, match="conflicts with existing tool name"):
        bench(double=ToolOverride(name="fail"))


def test_a_new_name_must_be_used_once() -> None:
    with pytest.raises(ValueError, match="is used by multiple tools"):
        bench(double=ToolOverride(name="same"), fail=ToolOverride(name="same"))


async def test_state_is_that_of_the_tools() -> None:
    first, second = StaticWorkbench([Counter()]), StaticWorkbench([Counter()])
    await first.call_tool("counter", {})

    state = await first.save_state()
    await second.load_state(state)

    assert state == {"type": "StaticWorkbenchState", "tools": {"counter": {"n": 1}}}
    assert (await second.call_tool("counter", {})).to_text() == '{"n": 2}'


async def test_it_is_an_async_context_manager() -> None:
    async with bench() as work:
        await work.reset()
        assert isinstance(work, Workbench)


async def test_a_workbench_round_trips_with_its_overrides() -> None:
    work = bench(double=ToolOverride(name="twice"))

    dumped = work.dump_component()
    loaded = Workbench.load_component(dumped.model_dump())

    assert dumped.provider == "autogen_core.tools.StaticWorkbench"
    assert dumped.component_type == "workbench"
    assert dumped.config["tool_overrides"] == {"double": {"name": "twice"}}
    assert isinstance(loaded, StaticWorkbench)
    assert await loaded.list_tools() == await work.list_tools()


async def test_a_stream_ends_with_the_result() -> None:
    work = StaticStreamWorkbench([Countdown()])

    items = [item async for item in work.call_tool_stream("countdown", {"n": 2})]

    assert items[:-1] == [Number(n=2), Number(n=1)]
    assert items[-1] == ToolResult(
        name="countdown", result=[TextResultContent(content='{"n": 0}')], is_error=False
    )


async def test_an_error_after_some_items_follows_the_last_of_them() -> None:
    work = StaticStreamWorkbench([Countdown(breaks=True)])

    items = [item async for item in work.call_tool_stream("countdown", {"n": 1})]

    assert items[:-1] == [Number(n=1), Number(n=0)]
    assert items[-1].is_error
    assert items[-1].to_text() == "broken"


@pytest.mark.parametrize(
    ("name", "text", "is_error"),
    [("double", "4", False), ("nothing", "Tool nothing not found.", True)],
)
async def test_a_stream_of_a_plain_or_unknown_tool_is_its_result(
    name: str, text: str, is_error: bool
) -> None:
    work = StaticStreamWorkbench([FunctionTool(double, "Doubles.")])

    items = [item async for item in work.call_tool_stream(name, {"x": 2})]

    assert [(item.to_text(), item.is_error) for item in items] == [(text, is_error)]


def test_the_stream_variant_round_trips_as_itself() -> None:
    dumped = StaticStreamWorkbench([FunctionTool(double, "Doubles.")]).dump_component()

    assert dumped.provider == "autogen_core.tools.StaticStreamWorkbench"
    assert isinstance(StreamWorkbench.load_component(dumped), StaticStreamWorkbench)


def test_a_result_becomes_text_line_by_line() -> None:
    from PIL import Image as pillow  # noqa: N813, PLC0415

    image = Image(pillow.new("RGB", (1, 1)))
    result = ToolResult(
        name="t", result=[TextResultContent(content="a"), ImageResultContent(content=image)]
    )

    assert result.to_text("<image>") == "a\n<image>"
    assert result.to_text() == f"a\n[Image: {image.to_base64()}]"
    assert ToolResult.model_validate_json(result.model_dump_json()).to_text("i") == "a\ni"
