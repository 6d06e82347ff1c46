"""Schemas and calls of function tools."""
import asyncio
import json
from datetime import date
from functools import partial
from typing import Annotated, Any, Dict, List, Literal, Optional, Union

from autogen_core import CancellationToken
from autogen_core.tools import FunctionTool
from pydantic import BaseModel, Field
from typing_extensions import TypedDict
from program_transcript import attempt


class Point(BaseModel):
    """A place."""
    x: int = Field(description="across", ge=0)
    y: Optional[int] = None


class Shape(BaseModel):
    points: List[Point]
    color: Literal["red", "blue"] = "red"
    extra: Dict[str, Any] = Field(default_factory=dict)


def no_args() -> str:
    return "nothing"


def many(a: int, b: str = "x", *, c: Annotated[float, "a number"] = 1.5, d: Optional[List[int]] = None, e: Literal["u", "v"] = "u") -> Dict[str, Any]:
    return {"a": a, "b": b, "c": c, "d": d, "e": e}


async def shaped(shape: Annotated[Shape, "A shape"], when: date, names: set[str], pair: tuple[int, str], either: Union[int, str]) -> Shape:
    assert isinstance(shape, Shape) and isinstance(shape.points[0], Point)
    print("  got", shape, when, names, pair, either)
    return shape


async def cancellable(n: int, cancellation_token: CancellationToken) -> str:
    return f"{n} {cancellation_token.is_cancelled()}"


def fails(n: int) -> int:
    raise RuntimeError("nope")


def untyped(a, b=1):
    return a


def no_return(a: int):
    return a


class Thing:
    def method(self, a: int) -> str:
        """Does a thing."""
        return f"thing {a}"

    def __call__(self, a: int) -> str:
        return f"called {a}"


async def main() -> None:
    token = CancellationToken()
    tools = [
        FunctionTool(no_args, "No args"), FunctionTool(many, "Many", name="lots"), FunctionTool(shaped, "Shaped"),
        FunctionTool(cancellable, "Cancellable"), FunctionTool(fails, "Fails"),
        FunctionTool(partial(many, 1, c=2.0), "Partly", name="partly"), FunctionTool(Thing().method, "Method"),
    ]
    for tool in tools:
        parameters = tool.schema["parameters"]["properties"]
        parameters.get("shape", {}).pop("description", None)  # AutoGen forgets it
        print(json.dumps(tool.schema, sort_keys=True))
        print("  ", tool.name, tool.description, tool.args_type().__name__, tool.return_type())
    print(await tools[0].run_json({}, token))
    print(tools[1].return_value_as_string(await tools[1].run_json({"a": "5", "d": [1, 2]}, token)))
    shape = {"points": [{"x": 1}], "color": "blue", "extra": {"k": [1]}}
    result = await tools[2].run_json({"shape": shape, "when": "2024-01-02", "names": ["n"], "pair": [1, "p"], "either": "z"}, token)
    print(tools[2].return_value_as_string(result))
    print(await tools[3].run_json({"n": 1}, token), await tools[5].run_json({"b": "q"}, token), await tools[6].run_json({"a": 1}, token))
    await attempt("fails", lambda: tools[4].run_json({"n": 1}, token))
    await attempt("missing", lambda: tools[1].run_json({}, token))
    await attempt("wrong", lambda: tools[1].run_json({"a": "no number"}, token))
    await attempt("extra", lambda: tools[0].run_json({"zzz": 1}, token))
    await attempt("bad nested", lambda: tools[2].run_json({"shape": {"points": [{"x": -1}]}}, token))
    for value in (1, 1.5, True, None, "t", [1, "a"], {"a": 1}, Point(x=1)):
        print(repr(tools[0].return_value_as_string(value)))
    def strict(a: int, b: str) -> str:
        return b
    print(json.dumps(FunctionTool(strict, "Strict", strict=True).schema, sort_keys=True))
    await attempt("strict with default", lambda: FunctionTool(many, "x", strict=True).schema)
    await attempt("no return", lambda: FunctionTool(no_return, "x").schema and None)
    token.cancel()
    def slow() -> str:
        return "slow"
    await attempt("cancelled", lambda: FunctionTool(slow, "x").run_json({}, token))


asyncio.run(main())
