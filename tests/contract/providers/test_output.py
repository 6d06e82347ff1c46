"""Answers in JSON, of any shape or of a given one."""

import pytest
from pydantic import BaseModel

from studio.core.models import ChatCompletionClient, ModelFamily, ModelInfo
from tests.contract.providers.conftest import Build
from tests.support.provider import ProviderServer, Reply
from tests.support.provider.vendors import Vendor, schema_of
from tests.support.questions import HELLO, streamed


class Place(BaseModel):
    """A place on a map."""

    name: str
    height: int


ANSWER = '{"name": "Ulm", "height": 478}'


async def test_json_can_be_demanded(
    client: ChatCompletionClient, server: ProviderServer, vendor: Vendor
) -> None:
    server.push(Reply(text=ANSWER))

    result = await client.create(HELLO, json_output=True)

    assert result.content == ANSWER
    body = server.requests[0]
    match vendor.name:
        case "ollama":
            assert body["format"] == "json"
        case "anthropic":
            assert "output_config" not in body
        case _:
            assert body["response_format"] == {"type": "json_object"}


async def test_a_shape_can_be_demanded(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    server.push(Reply(text=ANSWER), Reply(text=ANSWER, pieces=5))

    at_once = await client.create(HELLO, json_output=Place)
    pieces, result = await streamed(client, HELLO, json_output=Place)

    assert Place.model_validate_json(str(at_once.content)) == Place(name="Ulm", height=478)
    assert "".join(pieces) == result.content == at_once.content
    for body in server.requests:
        assert set(schema_of(body)["properties"]) == {"name", "height"}


async def test_a_shape_is_refused_by_a_model_that_cannot_hold_to_it(build: Build) -> None:
    client = build(model="m", model_info=_info(structured=False))

    with pytest.raises(ValueError, match="tructured output"):
        await client.create(HELLO, json_output=Place)


async def test_json_is_refused_by_a_model_without_it(build: Build) -> None:
    client = build(model="m", model_info=_info(json=False))

    with pytest.raises(ValueError, match="Model does not support JSON output"):
        await client.create(HELLO, json_output=True)


def _info(*, json: bool = True, structured: bool = True) -> ModelInfo:
    return ModelInfo(
        vision=True,
        function_calling=True,
        json_output=json,
        family=ModelFamily.UNKNOWN,
        structured_output=structured,
    )
