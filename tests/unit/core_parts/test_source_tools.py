"""Function tools from JSON: the signature is read from the source, nothing of it is run."""

import sys
from typing import Any

import pytest

from studio.core import CancellationToken
from studio.core.code_executor import Alias, ImportFromModule
from studio.core.tools import FunctionTool, StaticWorkbench


def same(function: Any) -> Any:
    return function


def decorate(**_: str) -> Any:
    return same


@decorate(
    note="several lines",
)
async def decorated(text: str, times: int = 2) -> str:
    # A comment that has to survive.
    return text * times


def from_source(source: str, name: str = "f", imports: list[Any] | None = None) -> FunctionTool:
    config = {
        "source_code": source,
        "name": name,
        "description": "From JSON.",
        "global_imports": imports or [],
        "has_cancellation_support": False,
    }
    return FunctionTool.load_component(
        {"provider": "autogen_core.tools.FunctionTool", "config": config}
    )


def properties(source: str, imports: list[Any] | None = None) -> dict[str, Any]:
    return from_source(source, imports=imports).schema.get("parameters", {})["properties"]


def test_a_dump_has_the_source_without_decorators_and_indentation() -> None:
    config = FunctionTool(decorated, "Repeat.", global_imports=["os"]).dump_component().config

    assert config["source_code"] == (
        "async def decorated(text: str, times: int = 2) -> str:\n"
        "    # A comment that has to survive.\n"
        "    return text * times\n"
    )
    assert (config["name"], config["global_imports"]) == ("decorated", ["os"])
    assert config["has_cancellation_support"] is False


def test_what_was_loaded_dumps_again_to_the_letter() -> None:
    tool = FunctionTool(
        decorated,
        "Repeat.",
        name="rep",
        global_imports=[
            "os",
            Alias("json", "j"),
            ImportFromModule("math", ["pi", Alias("e", "x")]),
        ],
    )
    dumped = tool.dump_component()

    once = FunctionTool.load_component(dumped)
    twice = FunctionTool.load_component(once.dump_component().model_dump(mode="json"))

    assert twice.dump_component().model_dump() == dumped.model_dump()
    assert twice.schema == tool.schema


def test_odd_formatting_survives() -> None:
    source = "\n\n# first\ndef f( a:int ) :\n\treturn   a # last, no newline"

    assert from_source(source).dump_component().config["source_code"] == source


def test_loading_runs_nothing_of_the_source() -> None:
    sys.modules.pop("this", None)

    from_source(
        "import this\nraise SystemExit\ndef f(a: int = exit(), b: print('x') = 1) -> int: ...",
        imports=["this"],
    )

    assert "this" not in sys.modules


@pytest.mark.parametrize(
    "annotation",
    [
        "int",
        "str | None",
        "Optional[int]",
        "typing.Union[int, str]",
        "list[int]",
        "List[Dict[str, float]]",
        "dict[str, list[bool]]",
        "tuple[int, ...]",
        "set[str]",
        "Literal['a', 'b', 3]",
        "Annotated[int, 'how many']",
        "'list[int]'",
        "Any",
        "Sequence[str]",
        "datetime.date",
        "Annotated[int, Field(ge=1, description='positive')]",
        "bytes",
    ],
)
def test_the_schema_is_that_of_the_function_itself(annotation: str) -> None:
    source = f"def f(a: {annotation}, b: {annotation} = None) -> str:\n    return ''\n"
    header = (
        "import typing, datetime\nfrom typing import *\nfrom collections.abc import Sequence\n"
        "from pydantic import Field\n"
    )
    names: dict[str, Any] = {"__name__": __name__}
    exec(header + source, names)

    assert from_source(source).schema == FunctionTool(names["f"], "From JSON.").schema


def test_classes_in_the_source_are_read_too() -> None:
    source = '''
from pydantic import BaseModel, Field
from enum import Enum
import dataclasses

class Color(Enum):
    RED = "red"
    BLUE = "blue"

class Base(BaseModel):
    """Anything named."""
    name: str = Field(description="its name")

class Item(Base):
    color: Color = "red"
    inner: "list[Item]" = []

@dataclasses.dataclass
class Box:
    size: int
    items: list[Item] = dataclasses.field(default_factory=list)

def f(box: Box) -> str:
    return f"{box.items[0].color.value} {box.size}"
'''
    box = properties(source)["box"]

    assert box["required"] == ["size"]
    item = box["properties"]["items"]["items"]["properties"]
    assert item["name"]["description"] == "its name"
    assert item["color"]["enum"] == ["red", "blue"]


def test_what_cannot_be_known_is_let_through() -> None:
    assert properties("def f(a: pandas.DataFrame, b, c: Foo[int] = 3): ...") == {
        "a": {"description": "a", "title": "A"},
        "b": {"description": "b", "title": "B"},
        "c": {"default": 3, "description": "c", "title": "C"},
    }


def test_a_default_that_is_no_literal_makes_the_argument_optional() -> None:
    tool = from_source("def f(a: int, b: int = len('abc')) -> int:\n    return a + b\n")

    assert tool.schema.get("parameters", {}).get("required") == ["a"]
    assert "default" not in properties("def f(b: int = len('abc')): ...")["b"]


def test_renamed_imports_are_followed() -> None:
    source = "from typing import Optional as Maybe\ndef f(a: Maybe[int]): ..."

    assert properties(source)["a"]["anyOf"] == [{"type": "integer"}, {"type": "null"}]
    assert properties(
        "def f(a: Maybe[int]): ...",
        [{"module": "typing", "imports": [{"name": "Optional", "alias": "Maybe"}]}],
    )["a"]["anyOf"] == [{"type": "integer"}, {"type": "null"}]


def test_the_function_named_like_the_tool_is_taken_else_the_first() -> None:
    source = "def one(a: int): ...\ndef two(b: int): ...\n"

    def names(name: str) -> list[str]:
        schema = from_source(source, name=name).schema
        return list(schema.get("parameters", {})["properties"])

    assert names("two") == ["b"]
    assert names("other") == ["a"]


@pytest.mark.parametrize(
    "source", ["def f(:", "x = 1", "", "def f():\n  return\n return", "\x00", "return 1"]
)
def test_a_source_without_a_function_is_a_value_error(source: str) -> None:
    with pytest.raises(ValueError, match="source"):
        from_source(source)


@pytest.mark.parametrize(
    "item",
    [
        "no_such_package_at_all",
        {"module": "no_such_package.inside", "imports": ["x"]},
        {"name": "no_such_package", "alias": "n"},
    ],
)
def test_a_package_that_is_not_installed_is_told_on_loading(item: Any) -> None:
    with pytest.raises(ModuleNotFoundError, match="Failed to import"):
        from_source("def f(): ...", imports=[item])


def test_a_function_without_a_source_cannot_be_dumped() -> None:
    names: dict[str, Any] = {}
    exec("def f(a: int) -> int: ...", names)

    with pytest.raises(OSError, match="source of 'f'"):
        FunctionTool(names["f"], description="").dump_component()


async def test_a_workbench_with_source_tools_round_trips_and_runs() -> None:
    bench = StaticWorkbench([FunctionTool(decorated, "Repeat.")])

    loaded = StaticWorkbench.load_component(bench.dump_component().model_dump(mode="json"))
    result = await loaded.call_tool("decorated", {"text": "ab"}, CancellationToken())

    assert loaded.dump_component() == bench.dump_component()
    assert result.to_text() == "abab"
