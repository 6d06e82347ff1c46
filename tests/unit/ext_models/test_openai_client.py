"""What is particular to OpenAI's client: arguments, patched methods, compatible vendors, events."""

import subprocess
import sys
from collections.abc import AsyncGenerator
from typing import Any

import openai
import pytest
from openai.resources.chat.completions import AsyncCompletions
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from pydantic import BaseModel

from studio._kit.faults import classify
from studio._kit.run_context import RunContext, entered_run
from studio.core.logging import LLMCallEvent, LLMStreamEndEvent, LLMStreamStartEvent
from studio.core.models import ModelFamily, ModelInfo, UserMessage
from studio.ext.models.openai import BaseOpenAIChatCompletionClient, OpenAIChatCompletionClient
from tests.support.questions import CLOCK, HELLO, streamed

COMPLETION = ChatCompletion.model_validate(
    {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-4o",
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hi"}}
        ],
        "usage": {"prompt_tokens": 2, "completion_tokens": 1, "total_tokens": 3},
    }
)


class Answer(BaseModel):
    """An answer."""

    text: str


def _chunk(**choice: Any) -> ChatCompletionChunk:
    return ChatCompletionChunk.model_validate(
        {
            "id": "1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "gpt-4o",
            "choices": [{"index": 0, "delta": {}, **choice}],
        }
    )


def _client(**config: Any) -> OpenAIChatCompletionClient:
    given: dict[str, Any] = {"model": "gpt-4o", "api_key": "k", **config}
    return OpenAIChatCompletionClient(**given)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Puts another method in the place of the SDK's, as tests of programs do."""
    calls: list[dict[str, Any]] = []

    async def create(self: AsyncCompletions, **arguments: Any) -> Any:
        calls.append(arguments)
        return _chunks() if arguments["stream"] else COMPLETION

    async def _chunks() -> AsyncGenerator[ChatCompletionChunk, None]:
        yield _chunk(delta={"content": "Hi"})
        yield _chunk(finish_reason="stop")

    monkeypatch.setattr(AsyncCompletions, "create", create)
    return calls


async def test_who_replaces_the_sdks_method_gets_the_plain_arguments(
    asked: list[dict[str, Any]],
) -> None:
    await _client(temperature=0.5).create(HELLO, tools=[CLOCK])

    (arguments,) = asked
    assert arguments["messages"] == [{"role": "user", "content": "Hello", "name": "user"}]
    assert arguments["model"] == "gpt-4o"
    assert arguments["temperature"] == 0.5
    assert arguments["tools"][0]["function"]["name"] == "clock"
    assert arguments["tool_choice"] == "auto"
    assert "extra_body" not in arguments


async def test_a_stream_of_the_sdks_objects_is_read_as_well(asked: list[dict[str, Any]]) -> None:
    pieces, result = await streamed(_client(), HELLO)

    assert (pieces, result.content, result.finish_reason) == (["Hi"], "Hi", "stop")
    assert asked[0]["stream"] is True
    assert "stream_options" not in asked[0]


async def test_usage_of_a_stream_is_asked_for_when_wanted(asked: list[dict[str, Any]]) -> None:
    await streamed(_client(), HELLO, include_usage=True)
    await streamed(_client(stream_options={"include_usage": True}), HELLO, include_usage=False)
    await streamed(_client(stream_options={"include_usage": True}), HELLO)

    wanted = [arguments["stream_options"]["include_usage"] for arguments in asked]
    assert wanted == [True, False, True]


async def test_a_shape_goes_to_the_sdks_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[dict[str, Any]] = []

    async def parse(self: AsyncCompletions, **arguments: Any) -> Any:
        calls.append(arguments)
        return COMPLETION

    monkeypatch.setattr(AsyncCompletions, "parse", parse)

    result = await _client().create(HELLO, json_output=Answer)

    assert result.content == "Hi"
    assert calls[0]["response_format"] is Answer
    assert calls[0]["messages"] == [{"role": "user", "content": "Hello", "name": "user"}]


async def test_a_shape_as_response_format_still_works_but_warns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def parse(self: AsyncCompletions, **arguments: Any) -> Any:
        return COMPLETION

    monkeypatch.setattr(AsyncCompletions, "parse", parse)
    client = _client(response_format=Answer)

    with pytest.warns(DeprecationWarning, match="Use json_output"):
        result = await client.create(HELLO)
    with (
        pytest.warns(DeprecationWarning, match="Use json_output"),
        pytest.raises(ValueError, match="cannot be set to a Pydantic model class"),
    ):
        await client.create(HELLO, json_output=Answer)

    assert result.content == "Hi"


async def test_arguments_of_a_call_win_over_those_of_the_client(
    asked: list[dict[str, Any]],
) -> None:
    client = _client(temperature=0.5, seed=1)

    await client.create(HELLO, extra_create_args={"temperature": 0.1})
    await client.create(HELLO)

    assert [arguments["temperature"] for arguments in asked] == [0.1, 0.5]
    assert asked[0]["seed"] == 1


async def test_arguments_that_the_sdk_does_not_take_are_refused() -> None:
    with pytest.raises(ValueError, match="Extra create args are invalid"):
        await _client().create(HELLO, extra_create_args={"zzz": 1})
    with pytest.raises(ValueError, match="Disallowed create args are present"):
        _client(n=2)
    with pytest.raises(ValueError, match="json_output must be a boolean"):
        await _client().create(HELLO, json_output=3)  # pyright: ignore[reportArgumentType] - that is the point


def test_a_model_has_to_be_named() -> None:
    with pytest.raises(ValueError, match="model is required for OpenAIChatCompletionClient"):
        OpenAIChatCompletionClient(api_key="k")


def test_a_missing_key_is_the_sdks_error_and_comes_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY"):
        monkeypatch.delenv(name, raising=False)

    with pytest.raises(openai.OpenAIError, match="OPENAI_API_KEY") as caught:
        OpenAIChatCompletionClient(model="gpt-4o")

    assert classify(caught.value).kind == "no_key"


@pytest.mark.parametrize(
    ("model", "variable", "address"),
    [
        ("gemini-2.5-flash", "GEMINI_API_KEY", "generativelanguage.googleapis.com"),
        ("claude-3-5-haiku-20241022", "ANTHROPIC_API_KEY", "api.anthropic.com"),
        ("Llama-3.3-8B-Instruct", "LLAMA_API_KEY", "api.llama.com"),
    ],
)
def test_other_vendors_models_are_asked_where_they_are_served(
    monkeypatch: pytest.MonkeyPatch, model: str, variable: str, address: str
) -> None:
    monkeypatch.setenv(variable, "key-of-the-vendor")

    client = OpenAIChatCompletionClient(model=model)

    assert address in str(client._client.base_url)
    assert client._client.api_key == "key-of-the-vendor"


def test_a_given_address_and_key_win() -> None:
    client = OpenAIChatCompletionClient(
        model="gemini-2.5-flash", base_url="http://localhost:1/v1", api_key="mine"
    )

    assert str(client._client.base_url) == "http://localhost:1/v1/"
    assert client._client.api_key == "mine"


@pytest.mark.parametrize(
    "model", ["gpt-4o", "gpt-4o-2024-11-20", "gpt-5-mini", "gpt-5.4", "o3-mini", "gpt-4.1-nano"]
)
def test_models_and_their_dated_snapshots_are_known(model: str) -> None:
    info = _client(model=model).model_info

    assert ModelFamily.is_openai(info["family"])
    assert info["function_calling"]


def test_the_old_way_to_describe_a_model_still_works() -> None:
    client = _client(
        model="mine",
        model_capabilities={"vision": True, "function_calling": False, "json_output": True},
    )

    assert client.model_info["vision"]
    assert client.capabilities["json_output"]


async def test_any_client_of_the_sdk_can_be_wrapped(asked: list[dict[str, Any]]) -> None:
    sdk = openai.AsyncOpenAI(api_key="k")
    client = BaseOpenAIChatCompletionClient(sdk, create_args={"model": "gpt-4o"})

    result = await client.create(HELLO)

    assert result.content == "Hi"
    assert client._client is sdk
    await client.close()


async def test_calls_and_streams_are_told_to_the_run(asked: list[dict[str, Any]]) -> None:
    events: list[object] = []

    class Run(RunContext):
        def emit(self, event: object) -> None:
            events.append(event)

    with entered_run(Run()):
        await _client().create(HELLO)
        await streamed(_client(), HELLO)

    call, start, end = events
    assert isinstance(call, LLMCallEvent)
    assert (call.prompt_tokens, call.completion_tokens) == (2, 1)
    assert call.kwargs["messages"][0]["content"] == "Hello"
    assert call.kwargs["response"]["choices"][0]["message"]["content"] == "Hi"
    assert isinstance(start, LLMStreamStartEvent)
    assert isinstance(end, LLMStreamEndEvent)
    assert '"Hello"' in str(start)


async def test_an_r1_model_thinks_within_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    async def create(self: AsyncCompletions, **arguments: Any) -> Any:
        text = "<think>Two and two.</think>Four."
        answer = COMPLETION.model_copy(deep=True)
        answer.choices[0].message.content = text
        return answer

    monkeypatch.setattr(AsyncCompletions, "create", create)
    info = ModelInfo(
        vision=False,
        function_calling=False,
        json_output=False,
        family=ModelFamily.R1,
        structured_output=False,
    )

    result = await _client(model="r1", model_info=info).create(
        [UserMessage(content="2+2", source="user")]
    )

    assert (result.thought, result.content) == ("Two and two.", "Four.")


def test_the_sdk_is_not_imported_before_a_client_is_used() -> None:
    code = (
        "import sys\n"
        "import studio.ext.models.openai as m, studio.ext.models.anthropic as a\n"
        "c = m.OpenAIChatCompletionClient(model='gpt-4o', api_key='k')\n"
        "c.dump_component(); a.AnthropicChatCompletionClient(model='claude-opus-4-6')\n"
        "print([n for n in ('openai', 'anthropic', 'httpx2', 'httpx') if n in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
