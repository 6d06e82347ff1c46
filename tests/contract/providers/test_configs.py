"""Clients as documents: dumped, masked, loaded, pickled."""

import json
import pickle

import pytest

from studio.core import ComponentModel
from studio.core.models import ChatCompletionClient
from tests.contract.providers.conftest import Build
from tests.support.provider import ProviderServer
from tests.support.provider.server import KEY
from tests.support.questions import HELLO


async def test_a_client_is_built_again_from_its_dump(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    dumped = client.dump_component()
    twin = ChatCompletionClient.load_component(dumped)

    assert type(twin) is type(client)
    assert twin.dump_component() == dumped
    assert dumped.provider.startswith("autogen_ext.models.")
    assert dumped.component_type == "model"
    assert (await twin.create(HELLO)).content == "You said: Hello"
    await twin.close()


async def test_a_dump_as_json_masks_the_key(client: ChatCompletionClient) -> None:
    dumped = client.dump_component()

    if "api_key" in dumped.config:
        assert KEY not in dumped.model_dump_json()
        assert KEY not in repr(dumped)


async def test_our_spelling_of_the_provider_loads_too(client: ChatCompletionClient) -> None:
    dumped = client.dump_component()
    ours = dumped.provider.replace("autogen_ext.", "studio.ext.")

    twin = ChatCompletionClient.load_component(dumped.model_copy(update={"provider": ours}))

    assert twin.dump_component() == dumped


async def test_a_config_has_a_json_schema(client: ChatCompletionClient) -> None:
    schema = type(client).component_config_schema.model_json_schema()  # pyright: ignore[reportAttributeAccessIssue] - every client is a component

    assert "model" in schema["required"]
    json.dumps(schema)


async def test_what_is_missing_in_a_config_is_named(client: ChatCompletionClient) -> None:
    dumped = client.dump_component()
    config = {key: value for key, value in dumped.config.items() if key != "model"}

    with pytest.raises(ValueError, match="model"):
        ChatCompletionClient.load_component(ComponentModel(provider=dumped.provider, config=config))


async def test_a_client_survives_pickling(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    await client.create(HELLO)

    twin = pickle.loads(pickle.dumps(client))

    assert twin.total_usage() == client.total_usage()
    assert (await twin.create(HELLO)).content == "You said: Hello"
    await twin.close()


async def test_an_unknown_model_needs_to_be_described(build: Build) -> None:
    with pytest.raises(ValueError, match="model_info is required"):
        build(model="nobody-knows-it")


async def test_a_description_has_to_be_complete(build: Build) -> None:
    with pytest.raises(ValueError, match="Missing required field 'function_calling'"):
        build(model="m", model_info={"vision": True})
