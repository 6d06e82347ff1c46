"""What is particular to Ollama's client."""

from typing import Any

import ollama
import pytest
from pydantic import BaseModel

from studio.core import FunctionCall
from studio.ext._extras import MissingExtraError
from studio.ext.models.ollama import OllamaChatCompletionClient
from studio.ext.models.ollama._request import to_wire_tool
from tests.support.questions import CLOCK, HELLO, WEATHER


class Answer(BaseModel):
    """An answer."""

    text: str


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Puts another method in the place of the SDK's, as tests of programs do."""
    calls: list[dict[str, Any]] = []

    async def chat(self: ollama.AsyncClient, **arguments: Any) -> ollama.ChatResponse:
        calls.append(arguments)
        call = ollama.Message.ToolCall(
            function=ollama.Message.ToolCall.Function(name="clock", arguments={"a": 1})
        )
        message = ollama.Message(role="assistant", content="", tool_calls=[call, call])
        return ollama.ChatResponse(model="m", done=True, done_reason="stop", message=message)

    monkeypatch.setattr(ollama.AsyncClient, "chat", chat)
    return calls


def _client(**config: Any) -> OllamaChatCompletionClient:
    given: dict[str, Any] = {"model": "llama3.1", **config}
    return OllamaChatCompletionClient(**given)


def _absent(_: str) -> None:
    """Find no package."""


async def test_calls_are_numbered(asked: list[dict[str, Any]]) -> None:
    client = _client()

    first = await client.create(HELLO, tools=[CLOCK])
    second = await client.create(HELLO, tools=[CLOCK])

    calls = [*first.content, *second.content]
    assert [call.id for call in calls if isinstance(call, FunctionCall)] == ["0", "1", "2", "3"]
    assert first.finish_reason == "function_calls"


async def test_the_sdk_gets_its_own_types(asked: list[dict[str, Any]]) -> None:
    await _client(options={"num_ctx": 10}).create(HELLO, tools=[CLOCK, WEATHER], tool_choice=CLOCK)

    (arguments,) = asked
    assert arguments["messages"] == [ollama.Message(role="user", content="Hello")]
    assert [tool["function"]["name"] for tool in arguments["tools"]] == ["clock"]
    assert arguments["options"] == {"num_ctx": 10}
    assert arguments["stream"] is False


async def test_a_shape_is_the_format(asked: list[dict[str, Any]]) -> None:
    await _client().create(HELLO, json_output=Answer)
    await _client().create(HELLO, json_output=True)

    assert [arguments["format"] for arguments in asked] == [Answer.model_json_schema(), "json"]


async def test_response_format_still_works_but_warns(asked: list[dict[str, Any]]) -> None:
    with pytest.warns(DeprecationWarning, match="Use json_output"):
        await _client(response_format=Answer).create(HELLO)

    assert asked[0]["format"] == Answer.model_json_schema()


async def test_a_format_beside_json_output_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be set at the same time"):
        await _client().create(HELLO, json_output=True, extra_create_args={"format": "json"})


async def test_demanding_a_tool_without_any_is_refused() -> None:
    with pytest.raises(ValueError, match="no tools provided"):
        await _client().create(HELLO, tool_choice="required")


def test_a_property_has_one_type() -> None:
    parameters: Any = {
        "type": "object",
        "properties": {
            "a": {"anyOf": [{"type": "null"}, {"type": "integer"}], "description": "A"},
            "b": {"description": "B"},
            "c": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["a"],
    }

    function = to_wire_tool({"name": "f", "parameters": parameters})["function"]

    assert function["parameters"]["properties"] == {
        "a": {"description": "A", "type": "integer"},
        "b": {"description": "B", "type": "string"},
        "c": {"items": {"type": "string"}, "type": "array"},
    }


def test_tags_and_sizes_of_a_model_are_known_with_it() -> None:
    assert _client(model="llama3.1:70b-instruct-q4").model_info["function_calling"]
    assert _client(model="mixtral:8x22b").remaining_tokens([]) > 60_000
    assert _client(model="mixtral:8x7b").remaining_tokens([]) < 40_000


def test_options_of_the_sdk_are_dumped_as_data() -> None:
    dumped = _client(options=ollama.Options(num_ctx=10)).dump_component()

    assert dumped.config["options"] == {"num_ctx": 10}


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.ext._extras.find_spec", _absent)

    with pytest.raises(MissingExtraError, match=r"pip install team-studio\[ollama\]"):
        _client()
