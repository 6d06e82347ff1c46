"""Images, what models refuse, and that nothing given is changed."""

import copy

import pytest
from PIL import Image as PILImage

from studio.core import FunctionCall, Image
from studio.core.exceptions import CapabilityError
from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    ModelFamily,
    ModelInfo,
    SystemMessage,
    UserMessage,
)
from tests.contract.providers.conftest import Build
from tests.support.provider import ProviderServer
from tests.support.provider.vendors import has_image
from tests.support.questions import CLOCK, HELLO, WEATHER, streamed

NOTHING = ModelInfo(
    vision=False,
    function_calling=False,
    json_output=False,
    family=ModelFamily.UNKNOWN,
    structured_output=False,
)


def _picture() -> list[LLMMessage]:
    image = Image(PILImage.new("RGB", (2, 2), "red"))
    return [UserMessage(content=["What is this?", image], source="user")]


async def test_images_are_sent(client: ChatCompletionClient, server: ProviderServer) -> None:
    await client.create(_picture())

    assert has_image(server.requests[0])
    assert "What is this?" in repr(server.requests[0])


async def test_images_are_refused_by_a_model_that_does_not_see(
    build: Build, server: ProviderServer
) -> None:
    client = build(model="m", model_info=NOTHING)

    with pytest.raises(CapabilityError, match="Model does not support vision"):
        await client.create(_picture())
    with pytest.raises(CapabilityError, match="Model does not support vision"):
        await streamed(client, _picture())
    assert server.requests == []


async def test_tools_are_refused_by_a_model_that_calls_none(build: Build) -> None:
    client = build(model="m", model_info=NOTHING)

    with pytest.raises(CapabilityError, match="Model does not support function calling"):
        await client.create(HELLO, tools=[CLOCK])


async def test_speakers_need_names_that_providers_accept(client: ChatCompletionClient) -> None:
    with pytest.raises(ValueError, match="Invalid name: Jane Doe"):
        await client.create([UserMessage(content="Hello", source="Jane Doe")])


async def test_nothing_that_is_given_is_changed(client: ChatCompletionClient) -> None:
    call = FunctionCall(id="a", name="clock", arguments="{}")
    result = FunctionExecutionResult(content="noon", name="clock", call_id="a")
    messages: list[LLMMessage] = [
        SystemMessage(content="Be brief. "),
        UserMessage(content="", source="user"),
        AssistantMessage(content=[call], source="helper"),
        FunctionExecutionResultMessage(content=[result]),
        UserMessage(content="Well?", source="user"),
        AssistantMessage(content="It is ", source="helper"),
    ]
    tools = [WEATHER.schema, CLOCK.schema]
    before = copy.deepcopy((messages, tools))

    await client.create(messages, tools=tools)
    await streamed(client, messages, tools=tools)

    assert (messages, tools) == before


async def test_a_model_says_what_it_can_do(client: ChatCompletionClient) -> None:
    info = client.model_info

    assert {"vision", "function_calling", "json_output", "family"} <= set(info)
    with_old_name = client.capabilities
    assert with_old_name["vision"] == info["vision"]
