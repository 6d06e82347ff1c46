"""Tools: offered, called one by one or together, forced, and their results sent back."""

import json
from typing import Any

import pytest

from studio.core import FunctionCall
from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
)
from tests.support.provider import ProviderServer, Reply, ToolUse
from tests.support.provider.vendors import Vendor, roles, tool_names
from tests.support.questions import CLOCK, HELLO, WEATHER, streamed


async def test_a_tool_call_comes_with_name_and_arguments_as_json(
    client: ChatCompletionClient, server: ProviderServer, vendor: Vendor
) -> None:
    server.push(Reply(tools=(ToolUse("weather", {"city": "Ulm", "days": 2}, "call_7"),)))

    result = await client.create(HELLO, tools=[WEATHER])

    assert tool_names(server.requests[0]) == ["weather"]
    assert result.finish_reason == "function_calls"
    assert _calls(result.content) == [("weather", {"city": "Ulm", "days": 2})]
    if vendor.call_ids:
        assert isinstance(result.content[0], FunctionCall)
        assert result.content[0].id == "call_7"


async def test_calls_side_by_side_keep_their_order_and_have_ids_of_their_own(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    uses = (ToolUse("weather", {"city": "Ulm"}, "a"), ToolUse("clock", {}, "b"))
    server.push(Reply(tools=uses), Reply(tools=uses))

    at_once = await client.create(HELLO, tools=[WEATHER, CLOCK])
    _, result = await streamed(client, HELLO, tools=[WEATHER, CLOCK])

    expected: list[tuple[str, Any]] = [("weather", {"city": "Ulm"}), ("clock", {})]
    assert _calls(at_once.content) == _calls(result.content) == expected
    assert result.finish_reason == "function_calls"
    assert len({call.id for call in result.content if isinstance(call, FunctionCall)}) == 2


async def test_text_beside_calls_is_their_thought(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    reply = Reply(text="Let me look.", tools=(ToolUse("clock", {}),))
    server.push(reply, reply)

    at_once = await client.create(HELLO, tools=[CLOCK])
    _, result = await streamed(client, HELLO, tools=[CLOCK])

    assert at_once.thought == result.thought == "Let me look."
    assert _calls(at_once.content) == _calls(result.content) == [("clock", {})]


async def test_names_that_no_function_can_have_are_mended(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    reply = Reply(tools=(ToolUse("functions.clock", {}),))
    server.push(reply, reply)

    at_once = await client.create(HELLO, tools=[CLOCK])
    _, result = await streamed(client, HELLO, tools=[CLOCK])

    assert _calls(at_once.content) == _calls(result.content) == [("functions_clock", {})]


async def test_results_of_tools_are_sent_back(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    calls = [
        FunctionCall(id="a", name="weather", arguments='{"city": "Ulm"}'),
        FunctionCall(id="b", name="clock", arguments="{}"),
    ]
    results = [
        FunctionExecutionResult(content="sunny", name="weather", call_id="a", is_error=False),
        FunctionExecutionResult(content="no clock", name="clock", call_id="b", is_error=True),
    ]
    conversation: list[LLMMessage] = [
        *HELLO,
        AssistantMessage(content=calls, thought="I look twice.", source="helper"),
        FunctionExecutionResultMessage(content=results),
    ]

    result = await client.create(conversation, tools=[WEATHER, CLOCK])

    assert isinstance(result.content, str)
    sent = repr(server.requests[0])
    assert all(text in sent for text in ("I look twice.", "sunny", "no clock", "Ulm"))
    assert roles(server.requests[0])[:2] == ["user", "assistant"]


async def test_calls_in_a_conversation_need_no_tools_in_the_next_request(
    client: ChatCompletionClient,
) -> None:
    call = FunctionCall(id="a", name="clock", arguments="")
    result = FunctionExecutionResult(content="noon", name="clock", call_id="a")
    conversation: list[LLMMessage] = [
        *HELLO,
        AssistantMessage(content=[call], source="helper"),
        FunctionExecutionResultMessage(content=[result]),
    ]

    answer = await client.create(conversation)

    assert answer.content == "The result is noon. TERMINATE"


async def test_one_tool_can_be_demanded(
    client: ChatCompletionClient, server: ProviderServer, vendor: Vendor
) -> None:
    await client.create(HELLO, tools=[WEATHER, CLOCK], tool_choice=CLOCK)

    body = server.requests[0]
    if vendor.forces_one_tool:
        assert tool_names(body) == ["weather", "clock"]
        assert "clock" in repr(body["tool_choice"])
    else:
        assert tool_names(body) == ["clock"]


async def test_any_tool_can_be_demanded_and_none(
    client: ChatCompletionClient, server: ProviderServer, vendor: Vendor
) -> None:
    await client.create(HELLO, tools=[CLOCK], tool_choice="required")
    await client.create(HELLO, tools=[CLOCK], tool_choice="none")

    first, second = server.requests
    if vendor.forces_one_tool:
        assert first["tool_choice"] in ("required", {"type": "any"})
        assert second["tool_choice"] in ("none", {"type": "none"})
    else:
        assert (tool_names(first), tool_names(second)) == (["clock"], [])


async def test_a_demanded_tool_has_to_be_offered(client: ChatCompletionClient) -> None:
    with pytest.raises(ValueError, match="tool_choice references 'clock'"):
        await client.create(HELLO, tools=[WEATHER], tool_choice=CLOCK)
    with pytest.raises(ValueError, match="no tools provided"):
        await client.create(HELLO, tool_choice=CLOCK)


async def test_a_tool_needs_a_name_that_providers_accept(client: ChatCompletionClient) -> None:
    with pytest.raises(ValueError, match="Invalid name: tell time"):
        await client.create(HELLO, tools=[{"name": "tell time"}])


def _calls(content: str | list[FunctionCall]) -> list[tuple[str, Any]]:
    assert not isinstance(content, str)
    return [(call.name, json.loads(call.arguments)) for call in content]
