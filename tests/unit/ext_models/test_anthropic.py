"""What is particular to Anthropic's client."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from anthropic.resources.messages import AsyncMessages

from studio._kit.faults import classify
from studio.core import FunctionCall
from studio.core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    RequestUsage,
    SystemMessage,
    UserMessage,
)
from studio.ext._extras import MissingExtraError
from studio.ext.models.anthropic import (
    AnthropicBedrockChatCompletionClient,
    AnthropicChatCompletionClient,
)
from studio.ext.models.anthropic._request import to_wire_messages, to_wire_tool
from studio.ext.models.anthropic._response import to_result
from studio.ext.models.anthropic._stream import EventAccumulator
from tests.support.questions import CLOCK, HELLO, WEATHER


def _message(*blocks: Any, stop_reason: str = "end_turn") -> Any:
    usage = SimpleNamespace(input_tokens=2, output_tokens=1)
    return SimpleNamespace(content=list(blocks), stop_reason=stop_reason, usage=usage)


def _text(text: str) -> Any:
    return SimpleNamespace(type="text", text=text)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Puts another method in the place of the SDK's, as tests of programs do."""
    calls: list[dict[str, Any]] = []

    async def create(self: AsyncMessages, **arguments: Any) -> Any:
        calls.append(arguments)
        return _message(_text("Hi"))

    monkeypatch.setattr(AsyncMessages, "create", create)
    return calls


def _client(**config: Any) -> AnthropicChatCompletionClient:
    given: dict[str, Any] = {"model": "claude-opus-4-6", "api_key": "k", **config}
    return AnthropicChatCompletionClient(**given)


def _absent(_: str) -> None:
    """Find no package."""


def _present(_: str) -> object:
    """Find any package."""
    return object()


async def test_who_replaces_the_sdks_method_gets_the_plain_arguments(
    asked: list[dict[str, Any]],
) -> None:
    await _client(top_k=4).create([SystemMessage(content="Be brief."), *HELLO])

    assert asked == [
        {
            "model": "claude-opus-4-6",
            "max_tokens": 4096,
            "temperature": 1.0,
            "top_k": 4,
            "system": "Be brief.",
            "messages": [{"role": "user", "content": "Hello"}],
        }
    ]


async def test_a_client_of_the_sdk_can_be_put_in_the_place_of_ours() -> None:
    async def create(**arguments: Any) -> Any:
        return _message(_text("From a mock."))

    client = _client()
    client._client = SimpleNamespace(messages=SimpleNamespace(create=create))

    assert (await client.create(HELLO)).content == "From a mock."


async def test_thinking_is_configured_once_or_for_a_call(asked: list[dict[str, Any]]) -> None:
    client = _client(thinking={"type": "enabled", "budget_tokens": 1024})

    await client.create(HELLO)
    await client.create(HELLO, extra_create_args={"thinking": {"type": "disabled"}})

    assert [arguments["thinking"] for arguments in asked] == [
        {"type": "enabled", "budget_tokens": 1024},
        {"type": "disabled"},
    ]


async def test_tools_are_named_again_with_their_results(asked: list[dict[str, Any]]) -> None:
    client = _client()
    call = FunctionCall(id="1", name="clock", arguments="{}")
    result = FunctionExecutionResult(content="noon", name="clock", call_id="1")
    conversation: list[LLMMessage] = [
        *HELLO,
        AssistantMessage(content=[call], source="helper"),
        FunctionExecutionResultMessage(content=[result]),
    ]

    await client.create(HELLO, tools=[CLOCK, WEATHER])
    await client.create(conversation)
    await _client().create(conversation)

    named = [[tool["name"] for tool in arguments["tools"]] for arguments in asked]
    assert named == [["clock", "weather"], ["clock", "weather"], ["clock"]]
    assert asked[1]["tool_choice"] == {"type": "auto"}


def test_blank_texts_are_filled_and_the_end_is_stripped() -> None:
    messages: list[LLMMessage] = [
        UserMessage(content=" ", source="user"),
        AssistantMessage(content="", source="helper"),
        UserMessage(content=["", "x"], source="user"),
        AssistantMessage(content="It is ", source="helper"),
    ]

    assert to_wire_messages(messages)[1] == [
        {"role": "user", "content": " "},
        {"role": "assistant", "content": " "},
        {
            "role": "user",
            "content": [{"type": "text", "text": " "}, {"type": "text", "text": "x"}],
        },
        {"role": "assistant", "content": "It is"},
    ]


def test_arguments_that_are_no_json_are_sent_as_text() -> None:
    calls = [FunctionCall(id=text, name="f", arguments=text) for text in ("", "oops", "[1]")]
    message = AssistantMessage(content=calls, source="helper")

    (wire,) = to_wire_messages([message])[1]

    assert [block["input"] for block in wire["content"]] == [
        {},
        {"text": "oops"},
        {"text": "[1]"},
    ]


def test_definitions_of_a_tools_schema_are_kept() -> None:
    parameters: Any = {
        "type": "object",
        "properties": {"p": {"$ref": "#/$defs/P"}},
        "required": ["p"],
        "additionalProperties": False,
        "$defs": {"P": {"type": "string"}},
    }

    schema = to_wire_tool({"name": "f", "parameters": parameters})["input_schema"]

    assert schema == {key: parameters[key] for key in parameters if key != "additionalProperties"}


def test_thinking_blocks_are_the_thought() -> None:
    thinking = SimpleNamespace(type="thinking", thinking="Hm.")
    redacted = SimpleNamespace(type="redacted_thinking", data="x")

    result = to_result(_message(thinking, redacted, _text("Yes."), stop_reason="refusal"))

    assert (result.thought, result.content, result.finish_reason) == (
        "Hm.",
        "Yes.",
        "content_filter",
    )


def test_usage_of_a_stream_comes_at_its_start_and_at_its_end() -> None:
    accumulator = EventAccumulator()
    usage = {"input_tokens": 5, "output_tokens": 1}

    accumulator.feed({"type": "message_start", "message": {"usage": usage}})
    accumulator.feed(
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn"},
            "usage": {"output_tokens": 9},
        }
    )

    assert accumulator.result().usage == RequestUsage(prompt_tokens=5, completion_tokens=9)


def test_a_call_that_is_streamed_whole_keeps_its_input() -> None:
    accumulator = EventAccumulator()
    block = {"type": "tool_use", "id": "1", "name": "f", "input": {"a": 1}}

    accumulator.feed(SimpleNamespace(type="content_block_start", index=0, content_block=block))

    assert accumulator.result().content == [FunctionCall(id="1", name="f", arguments='{"a": 1}')]


async def test_arguments_that_the_vendor_does_not_know_are_left_out(
    asked: list[dict[str, Any]],
) -> None:
    await _client().create(HELLO, extra_create_args={"zzz": 1, "top_p": 0.5})

    assert asked[0]["top_p"] == 0.5
    assert "zzz" not in asked[0]


def test_a_model_has_to_be_named() -> None:
    with pytest.raises(ValueError, match="model is required for AnthropicChatCompletionClient"):
        AnthropicChatCompletionClient(api_key="k")


async def test_a_missing_key_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    client = AnthropicChatCompletionClient(model="claude-opus-4-6", max_retries=0)

    with pytest.raises(TypeError, match="authentication method") as caught:
        await client.create(HELLO)

    assert classify(caught.value).kind == "no_key"
    await client.close()


def test_structured_output_is_refused_for_models_of_old() -> None:
    info = _client(model="claude-3-5-sonnet-20241022").model_info

    assert not info.get("structured_output")
    assert _client(model="claude-sonnet-4-5-20250929").model_info["structured_output"]


def test_bedrock_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.ext._extras.find_spec", _absent)

    with pytest.raises(MissingExtraError, match=r"pip install team-studio\[bedrock\]"):
        AnthropicBedrockChatCompletionClient(model="claude-opus-4-6")


def test_keys_of_bedrock_are_secret_in_a_dump(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.ext._extras.find_spec", _present)
    client = AnthropicBedrockChatCompletionClient(
        model="claude-opus-4-6",
        bedrock_info={
            "aws_access_key": "access",
            "aws_secret_key": "very secret",
            "aws_session_token": "session",
            "aws_region": "eu-central-1",
        },
    )

    dumped = client.dump_component()
    twin = AnthropicBedrockChatCompletionClient.load_component(dumped)

    assert "very secret" not in dumped.model_dump_json()
    assert twin._raw_config["bedrock_info"]["aws_secret_key"] == "very secret"
    assert twin._client.aws_region == "eu-central-1"
