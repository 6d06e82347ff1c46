"""Tools from functions that run in this process."""

import asyncio
import contextvars
import functools
import threading
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, ValidationError

from studio._kit.run_context import RunContext, entered_run
from studio.core import CancellationToken
from studio.core.logging import ToolCallEvent
from studio.core.tools import FunctionTool


class Point(BaseModel):
    x: int
    y: int = 0


class Line(BaseModel):
    start: Point
    ends: list[Point]


def add(a: int, b: Annotated[int, "the second number"] = 1) -> int:
    """Add two numbers."""
    return a + b


def test_the_schema_has_the_order_and_fields_that_models_expect() -> None:
    tool = FunctionTool(add, description="Add.")

    assert list(tool.schema) == ["name", "description", "parameters", "strict"]
    assert tool.schema == {
        "name": "add",
        "description": "Add.",
        "parameters": {
            "type": "object",
            "properties": {
                "a": {"description": "a", "title": "A", "type": "integer"},
                "b": {
                    "default": 1,
                    "description": "the second number",
                    "title": "B",
                    "type": "integer",
                },
            },
            "required": ["a"],
            "additionalProperties": False,
        },
        "strict": False,
    }


def test_the_arguments_class_is_named_after_the_function() -> None:
    assert FunctionTool(add, description="").args_type().__name__ == "addargs"
    assert FunctionTool(add, description="").return_type() is int


def test_definitions_are_inlined() -> None:
    def draw(line: Line) -> None: ...

    properties = FunctionTool(draw, description="").schema.get("parameters", {})["properties"]

    assert "$ref" not in str(properties)
    assert properties["line"]["properties"]["ends"]["items"]["properties"]["x"] == {
        "title": "X",
        "type": "integer",
    }


def test_a_model_inside_itself_ends_in_a_plain_object() -> None:
    class Node(BaseModel):
        children: "list[Node]" = []

    def plant(root: Node) -> None: ...

    properties = FunctionTool(plant, description="").schema.get("parameters", {})["properties"]

    assert properties["root"]["properties"]["children"]["items"]["type"] == "object"


def test_strict_refuses_defaults() -> None:
    with pytest.raises(ValueError, match=r"^Strict mode is enabled"):
        _ = FunctionTool(add, description="", strict=True).schema


def test_strict_with_all_arguments_required_is_fine() -> None:
    def square(x: int) -> int:
        return x * x

    assert FunctionTool(square, description="", strict=True).schema.get("strict") is True


def test_a_parameter_without_annotation_is_refused() -> None:
    names: dict[str, Any] = {}
    exec("def loose(x) -> int: return 1", names)

    with pytest.raises(ValueError, match="No annotation"):
        FunctionTool(names["loose"], description="")


def test_a_field_describes_and_limits_an_argument() -> None:
    def roll(sides: Annotated[int, Field(description="how many", ge=2)]) -> int:
        return sides

    properties = FunctionTool(roll, description="").schema.get("parameters", {})["properties"]

    assert properties["sides"]["description"] == "how many"
    assert properties["sides"]["minimum"] == 2


def test_a_schema_can_be_changed_without_changing_the_tool() -> None:
    tool = FunctionTool(add, description="")
    schema = tool.schema
    schema["name"] = "other"
    assert "parameters" in schema
    schema["parameters"]["required"] = []

    assert tool.schema["name"] == "add"
    assert tool.schema.get("parameters", {}).get("required") == ["a"]


async def test_arguments_are_checked_and_defaults_filled_in() -> None:
    tool = FunctionTool(add, description="")

    assert await tool.run_json({"a": 2}, CancellationToken()) == 3
    with pytest.raises(ValidationError, match="Field required"):
        await tool.run_json({}, CancellationToken())


async def test_models_reach_the_function_as_models() -> None:
    def length(points: list[Point], line: Line) -> int:
        assert all(isinstance(point, Point) for point in [*points, line.start, *line.ends])
        return len(points)

    tool = FunctionTool(length, description="")
    line = {"start": {"x": 1}, "ends": [{"x": 2}]}

    assert await tool.run_json({"points": [{"x": 1}], "line": line}, CancellationToken()) == 1


async def test_the_token_is_given_and_not_shown() -> None:
    async def wait(cancellation_token: CancellationToken, kind: Literal["a", "b"]) -> bool:
        return cancellation_token.is_cancelled()

    tool = FunctionTool(wait, description="")

    assert list(tool.schema.get("parameters", {})["properties"]) == ["kind"]
    assert await tool.run_json({"kind": "a"}, CancellationToken()) is False


async def test_a_partial_takes_its_inner_name_and_remaining_arguments() -> None:
    tool = FunctionTool(functools.partial(add, 5), description="")
    named = FunctionTool(functools.partial(add, b=5), description="", name="plus_five")

    assert (tool.name, named.name) == ("add", "plus_five")
    assert list(tool.schema.get("parameters", {})["properties"]) == ["b"]
    assert await tool.run_json({"b": 2}, CancellationToken()) == 7
    assert await named.run_json({"a": 2}, CancellationToken()) == 7


async def test_positional_only_and_keyword_only_parameters_work() -> None:
    def mixed(a: int, /, b: int, *, c: int) -> list[int]:
        return [a, b, c]

    tool = FunctionTool(mixed, description="")

    assert await tool.run_json({"a": 1, "b": 2, "c": 3}, CancellationToken()) == [1, 2, 3]


async def test_a_callable_object_and_a_method_work() -> None:
    class Counter:
        __name__ = "counter"

        async def __call__(self, by: int) -> int:
            return by

        def method(self, by: int) -> int:
            return -by

    counter = Counter()

    assert await FunctionTool(counter, "").run_json({"by": 2}, CancellationToken()) == 2
    assert await FunctionTool(counter.method, "").run_json({"by": 2}, CancellationToken()) == -2


async def test_a_sync_function_runs_in_a_thread_with_the_callers_context() -> None:
    here = threading.get_ident()
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable", default="unset")
    variable.set("mine")

    def where() -> Sequence[Any]:
        return [threading.get_ident(), variable.get()]

    ident, value = await FunctionTool(where, description="").run_json({}, CancellationToken())

    assert ident != here
    assert value == "mine"


async def test_cancelling_the_token_ends_the_wait_for_a_sync_function() -> None:
    release = threading.Event()
    token = CancellationToken()

    def block() -> None:
        release.wait(5)

    call = asyncio.ensure_future(FunctionTool(block, description="").run_json({}, token))
    await asyncio.sleep(0)
    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await call
    release.set()


async def test_the_error_of_a_function_comes_out_as_it_is() -> None:
    def fail() -> None:
        raise KeyError("gone")

    with pytest.raises(KeyError):
        await FunctionTool(fail, description="").run_json({}, CancellationToken())


def test_results_become_text() -> None:
    tool = FunctionTool(add, description="")

    assert tool.return_value_as_string(Point(x=1)) == '{"x": 1, "y": 0}'
    assert tool.return_value_as_string({"a": [1]}) == "{'a': [1]}"
    assert tool.return_value_as_string(3) == "3"


async def test_a_call_is_told_to_the_run() -> None:
    seen: list[object] = []

    class Run(RunContext):
        def emit(self, event: object) -> None:
            seen.append(event)

    with entered_run(Run()):
        await FunctionTool(add, description="").run_json({"a": 2}, CancellationToken())

    (event,) = seen
    assert isinstance(event, ToolCallEvent)
    assert event.kwargs["tool_name"] == "add"
    assert (event.kwargs["arguments"], event.kwargs["result"]) == ({"a": 2}, "3")
