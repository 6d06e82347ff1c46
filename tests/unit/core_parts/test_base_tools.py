"""Tools with arguments, state and streams of their own."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, RootModel, ValidationError

from studio.core import CancellationToken
from studio.core.tools import (
    BaseStreamTool,
    BaseTool,
    BaseToolWithState,
    StreamTool,
    Tool,
)


class Arguments(BaseModel):
    query: str


class OpenArguments(BaseModel):
    model_config = ConfigDict(extra="allow")
    query: str


class Result(BaseModel):
    result: str


class State(BaseModel):
    calls: int = 0


class Search(BaseTool[Arguments, Result]):
    def __init__(self, args_type: type[Any] = Arguments, *, strict: bool = False) -> None:
        super().__init__(args_type, Result, "search", "Searches.", strict)

    async def run(self, args: Arguments, cancellation_token: CancellationToken) -> Result:
        return Result(result=args.query.upper())


class Counter(BaseToolWithState[Arguments, Result, State]):
    def __init__(self) -> None:
        super().__init__(Arguments, Result, State, "counter", "Counts.")
        self.calls = 0

    async def run(self, args: Arguments, cancellation_token: CancellationToken) -> Result:
        self.calls += 1
        return Result(result=str(self.calls))

    def save_state(self) -> State:
        return State(calls=self.calls)

    def load_state(self, state: State) -> None:
        self.calls = state.calls


class Teller(BaseStreamTool[Arguments, Arguments, Result]):
    def __init__(self, *items: Any) -> None:
        super().__init__(Arguments, Result, "teller", "Tells.")
        self.items = items

    async def run(self, args: Arguments, cancellation_token: CancellationToken) -> Result:
        return Result(result="not streamed")

    async def run_stream(
        self, args: Arguments, cancellation_token: CancellationToken
    ) -> AsyncGenerator[Arguments | Result, None]:
        for item in self.items:
            yield item


def test_tools_are_recognized_by_their_protocols() -> None:
    assert isinstance(Search(), Tool)
    assert not isinstance(Search(), StreamTool)
    assert isinstance(Teller(), StreamTool)


def test_a_tool_tells_its_types() -> None:
    assert Search().args_type() is Arguments
    assert Search().return_type() is Result
    assert Search().state_type() is None
    assert Counter().state_type() is State
    assert (Search().name, Search().description) == ("search", "Searches.")


def test_strict_refuses_additional_properties() -> None:
    assert Search(OpenArguments).schema.get("parameters", {}).get("additionalProperties") is True
    with pytest.raises(ValueError, match=r"^Strict mode is enabled"):
        _ = Search(OpenArguments, strict=True).schema


async def test_arguments_are_validated() -> None:
    result = await Search().run_json({"query": "a"}, CancellationToken(), call_id="1")

    assert result == Result(result="A")
    with pytest.raises(ValidationError, match="Field required"):
        await Search().run_json({}, CancellationToken())


def test_a_model_becomes_json_text_and_a_root_model_its_value() -> None:
    assert Search().return_value_as_string(Result(result="a")) == '{"result": "a"}'
    assert Search().return_value_as_string(RootModel[list[int]]([1, 2])) == "[1, 2]"


async def test_state_is_saved_and_loaded() -> None:
    first, second = Counter(), Counter()
    await first.run_json({"query": ""}, CancellationToken())

    await second.load_state_json(await first.save_state_json())

    assert await first.save_state_json() == {"calls": 1}
    assert second.calls == 1


async def test_a_tool_without_state_saves_nothing() -> None:
    assert await Search().save_state_json() == {}
    await Search().load_state_json({"anything": 1})


async def test_a_stream_passes_everything_on() -> None:
    items = [Arguments(query="1"), Arguments(query="2"), Result(result="3")]

    stream = Teller(*items).run_json_stream({"query": ""}, CancellationToken())

    assert [item async for item in stream] == items


@pytest.mark.parametrize("items", [[], [Arguments(query="1")]])
async def test_a_stream_has_to_end_with_a_result(items: list[BaseModel]) -> None:
    stream = Teller(*items).run_json_stream({"query": ""}, CancellationToken())

    with pytest.raises(TypeError, match="Result"):
        _ = [item async for item in stream]
