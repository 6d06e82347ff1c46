"""How messages and tools are written for OpenAI's chat completions."""

import warnings

import pytest

from studio.core import FunctionCall
from studio.core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    ModelFamily,
    SystemMessage,
    UserMessage,
)
from studio.ext.models.openai._request import MessageStyle, to_wire_messages, to_wire_tool

USER = UserMessage(content="Hello", source="jane")
CALL = FunctionCall(id="1", name="clock", arguments="{}")


def _written(messages: list[LLMMessage], family: str = ModelFamily.GPT_4O, **style: bool) -> object:
    return to_wire_messages(messages, MessageStyle(family, **style))


def test_people_are_named_beside_what_they_say() -> None:
    assert _written([USER]) == [{"role": "user", "content": "Hello", "name": "jane"}]


def test_names_can_be_left_out() -> None:
    assert _written([USER], name_field=False) == [{"role": "user", "content": "Hello"}]


def test_mistral_takes_no_names() -> None:
    assert _written([USER], ModelFamily.MISTRAL) == [{"role": "user", "content": "Hello"}]


def test_names_can_stand_before_what_is_said() -> None:
    assert _written([USER], name_prefix=True, name_field=False) == [
        {"role": "user", "content": "jane said:\nHello"}
    ]


def test_a_name_stands_before_the_first_text_of_several_parts() -> None:
    message = UserMessage(content=["one", "two"], source="jane")

    assert _written([message], name_prefix=True, name_field=False) == [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "jane said:\none"},
                {"type": "text", "text": "two"},
            ],
        }
    ]


def test_calls_carry_the_thought_behind_them_or_nothing() -> None:
    call = {"id": "1", "type": "function", "function": {"name": "clock", "arguments": "{}"}}
    thinking = AssistantMessage(content=[CALL], thought="Late?", source="helper")
    silent = AssistantMessage(content=[CALL], source="helper")

    assert _written([thinking, silent]) == [
        {"role": "assistant", "content": "Late?", "tool_calls": [call]},
        {"role": "assistant", "content": None, "tool_calls": [call]},
    ]


def test_each_result_is_a_message() -> None:
    results = [
        FunctionExecutionResult(content=text, name="clock", call_id=text) for text in ("a", "b")
    ]

    assert _written([FunctionExecutionResultMessage(content=results)]) == [
        {"role": "tool", "content": "a", "tool_call_id": "a"},
        {"role": "tool", "content": "b", "tool_call_id": "b"},
    ]


def test_gemini_gets_a_space_for_an_empty_text() -> None:
    messages: list[LLMMessage] = [
        SystemMessage(content=""),
        UserMessage(content="", source="jane"),
        AssistantMessage(content="", source="helper"),
    ]

    assert _written(messages, ModelFamily.GEMINI_2_0_FLASH, name_field=False) == [
        {"role": "system", "content": " "},
        {"role": "user", "content": " "},
        {"role": "assistant", "content": " "},
    ]


def test_claude_gets_no_blank_messages_and_no_space_at_the_end() -> None:
    messages: list[LLMMessage] = [
        UserMessage(content=" \n", source="jane"),
        USER,
        AssistantMessage(content="", source="helper"),
        AssistantMessage(content="It is ", source="helper"),
    ]

    assert _written(messages, ModelFamily.CLAUDE_3_HAIKU, name_field=False) == [
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "It is"},
    ]


def test_a_tool_without_description_and_parameters_is_whole() -> None:
    assert to_wire_tool({"name": "clock"}) == {
        "type": "function",
        "function": {"name": "clock", "description": "", "parameters": {}, "strict": False},
    }


def test_a_name_is_too_long_beyond_64_letters() -> None:
    with pytest.raises(ValueError, match="less than 64 characters"):
        to_wire_tool({"name": "x" * 65})


def test_writing_a_long_conversation_warns_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(to_wire_messages([USER] * 500, MessageStyle(ModelFamily.UNKNOWN))) == 500
