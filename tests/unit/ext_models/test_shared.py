"""What all clients share: tokens, tables, thoughts, methods of an SDK, connections."""

import asyncio
import functools
import hashlib
import tempfile
from pathlib import Path
from typing import Any

import httpx2
import openai
import pytest
from openai.resources.chat.completions import AsyncCompletions

from studio.core.models import ModelInfo, UserMessage
from studio.ext.models._shared import tokens, transport
from studio.ext.models._shared.model_table import KnownModel, ModelTable
from studio.ext.models._shared.sdk_methods import is_own_method
from studio.ext.models._shared.thoughts import split_thought
from studio.ext.models.openai import OpenAIChatCompletionClient
from tests.support.provider import ProviderServer
from tests.support.questions import HELLO

INFO = ModelInfo(
    vision=False, function_calling=False, json_output=False, family="x", structured_output=False
)


def test_a_thought_without_end_is_no_thought() -> None:
    with pytest.warns(UserWarning, match="No thought was extracted"):
        assert split_thought("<think>Hm") == (None, "<think>Hm")


def test_snapshots_of_a_listed_model_are_known_and_others_are_not() -> None:
    table = ModelTable({"m": KnownModel(INFO, 7)}, {"old": "m"}, 99, "model_info is required")

    assert [table.context(name) for name in ("m", "old", "m-2025-01-01", "m-latest", "n")] == [
        *(7, 7, 7, 7),
        99,
    ]
    with pytest.raises(ValueError, match="model_info is required"):
        table.info("n")


def test_what_a_table_says_cannot_be_changed_through_its_answer() -> None:
    table = ModelTable({"m": KnownModel(INFO, 7)}, {}, 99, "model_info is required")

    table.info("m")["vision"] = True

    assert not table.info("m")["vision"]


def test_without_its_data_the_tokenizer_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tokens._find_encoding.cache_clear()
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))

    assert tokens.counter_for("gpt-4o") is tokens.estimate_tokens
    tokens._find_encoding.cache_clear()


def test_data_that_was_tampered_with_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tokens._find_encoding.cache_clear()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    address = f"{tokens._SOURCE}/cl100k_base.tiktoken"
    folder = tmp_path / "data-gym-cache"
    folder.mkdir()
    (folder / hashlib.sha1(address.encode()).hexdigest()).write_text("not what it should be")

    assert tokens.counter_for("gpt-4") is tokens.estimate_tokens
    tokens._find_encoding.cache_clear()


def test_images_and_tools_count_too() -> None:
    image = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x" * 9000}}]}

    with_image = tokens.count_request([image], [], tokens.estimate_tokens)
    with_tool = tokens.count_request([], [{"name": "clock"}], tokens.estimate_tokens)

    assert 700 < with_image < 900
    assert with_tool > 12


def test_the_sdks_own_method_is_told_from_what_stands_in_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = openai.AsyncOpenAI(api_key="k", http_client=transport.build_http_client())
    own = AsyncCompletions.create

    assert is_own_method(client.chat.completions.create, "openai")

    @functools.wraps(own)
    async def wrapped(*args: Any, **kwargs: Any) -> Any:
        return await own(*args, **kwargs)

    monkeypatch.setattr(AsyncCompletions, "create", wrapped)
    assert not is_own_method(client.chat.completions.create, "openai")
    assert not is_own_method(lambda: None, "openai")
    assert not is_own_method(client.chat.completions.create, "no_such_package")


def test_clients_of_one_loop_share_connections_that_close_with_the_last_of_them() -> None:
    async def main(server: ProviderServer) -> list[int]:
        clients = [
            OpenAIChatCompletionClient(
                model="gpt-4o", api_key="sk-test-key", base_url=server.openai_url
            )
            for _ in range(2)
        ]
        open_pools: list[int] = []
        for client in clients:
            await client.create(HELLO)
            open_pools.append(_pools_here())
        for client in clients:
            await client.close()
            open_pools.append(_pools_here())
        return open_pools

    with ProviderServer() as server:
        assert asyncio.run(main(server)) == [1, 1, 1, 0]


def test_connections_that_nobody_closes_end_with_their_loop() -> None:
    client = OpenAIChatCompletionClient(model="gpt-4o", api_key="sk-test-key")

    async def main(server: ProviderServer) -> str:
        client._client.base_url = server.openai_url
        result = await client.create([UserMessage(content="Hi", source="user")])
        assert _pools_here() == 1
        return str(result.content)

    with ProviderServer() as server:
        answers = [asyncio.run(main(server)) for _ in range(2)]

    assert answers == ["You said: Hi", "You said: Hi"]
    assert not [loop for loop in transport._pools if not loop.is_closed()]


def test_many_calls_at_once_share_the_pool() -> None:
    async def main(server: ProviderServer) -> int:
        client = OpenAIChatCompletionClient(
            model="gpt-4o", api_key="sk-test-key", base_url=server.openai_url
        )
        answers = await asyncio.gather(*(client.create(HELLO) for _ in range(60)))
        await client.close()
        return len([answer for answer in answers if answer.content == "You said: Hello"])

    with ProviderServer() as server:
        assert asyncio.run(main(server)) == 60


def test_with_a_proxy_a_client_has_connections_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")

    client = transport.build_http_client()

    assert isinstance(client, httpx2.AsyncClient)
    assert not isinstance(client._transport, transport.SharedTransport)


def _pools_here() -> int:
    return int(asyncio.get_running_loop() in transport._pools)
