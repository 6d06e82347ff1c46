"""The client that asks only what it has not been asked before, and the stores behind it."""

import json
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from studio.core import CacheStore, ComponentLoader, InMemoryStore
from studio.core.models import ChatCompletionClient, CreateResult, RequestUsage, UserMessage
from studio.ext.cache_store.diskcache import DiskCacheStore
from studio.ext.cache_store.redis import RedisStore
from studio.ext.models.cache import ChatCompletionCache
from studio.ext.models.replay import ReplayChatCompletionClient
from tests.support.questions import CLOCK, HELLO, streamed


def _cache(*answers: str, store: CacheStore[Any] | None = None) -> ChatCompletionCache:
    return ChatCompletionCache(ReplayChatCompletionClient(list(answers)), store)


class FakeRedis:
    """A Redis that keeps bytes in memory, or is out of order."""

    def __init__(self, *, broken: bool = False) -> None:
        self.values: dict[str, bytes] = {}
        self.broken = broken

    def get(self, key: str) -> bytes | None:
        if self.broken:
            raise RedisConnectionError("gone")
        return self.values.get(key)

    def set(self, key: str, value: Any) -> None:
        if self.broken:
            raise RedisConnectionError("gone")
        self.values[key] = value if isinstance(value, bytes) else str(value).encode()


async def test_the_same_question_is_asked_once() -> None:
    cache = _cache("one", "two")

    first = await cache.create(HELLO)
    second = await cache.create(HELLO)

    assert (first.content, second.content) == ("one", "one")
    assert second.cached
    assert cache.total_usage() == RequestUsage(prompt_tokens=1, completion_tokens=1)


async def test_another_question_is_another_entry() -> None:
    cache = _cache(*"abcdef")
    other = [UserMessage(content="Bye", source="user")]

    answers = [
        await cache.create(HELLO),
        await cache.create(other),
        await cache.create(HELLO, json_output=True),
        await cache.create(HELLO, tools=[CLOCK]),
        await cache.create(HELLO, tools=[CLOCK], tool_choice="required"),
        await cache.create(HELLO, extra_create_args={"temperature": 0}),
    ]

    assert [answer.content for answer in answers] == list("abcdef")


async def test_a_stream_is_found_again_as_it_came() -> None:
    cache = _cache("one two", "three")

    first, _ = await streamed(cache, HELLO)
    second, result = await streamed(cache, HELLO)

    assert first == second == ["one ", "two"]
    assert (result.content, result.cached) == ("one two", True)


async def test_what_came_at_once_is_found_by_a_stream_and_the_other_way_round() -> None:
    once = _cache("one two")
    await once.create(HELLO)
    stream = _cache("one two")
    await streamed(stream, HELLO)

    pieces, result = await streamed(once, HELLO)
    found = await stream.create(HELLO)

    assert (pieces, result.content) == (["one two"], "one two")
    assert (found.content, found.cached) == ("one two", True)


async def test_a_stream_that_is_left_early_is_not_kept() -> None:
    store: InMemoryStore[Any] = InMemoryStore()
    cache = _cache("one two", store=store)

    stream = cache.create_stream(HELLO)
    await anext(stream)
    await stream.aclose()

    assert store.store == {}


async def test_a_store_may_give_answers_back_as_data() -> None:
    class JsonStore(InMemoryStore[Any]):
        def set(self, key: str, value: Any) -> None:
            self.store[key] = json.loads(json.dumps(value, default=lambda m: m.model_dump()))

    cache = _cache("one two", store=JsonStore())

    await cache.create(HELLO)

    assert (await cache.create(HELLO)).content == "one two"
    assert (await streamed(cache, HELLO))[1].content == "one two"


@pytest.mark.parametrize("nonsense", [{"a": 1}, "oops", [], ["text"], 7])
async def test_what_is_no_answer_is_a_miss(nonsense: object) -> None:
    class OddStore(InMemoryStore[Any]):
        def get(self, key: str, default: Any = None) -> Any:
            return nonsense

    assert (await _cache("fresh", store=OddStore()).create(HELLO)).content == "fresh"


def test_a_cache_is_built_again_from_its_dump() -> None:
    dumped = _cache("one").dump_component()

    twin = ChatCompletionClient.load_component(dumped)

    assert isinstance(twin, ChatCompletionCache)
    assert isinstance(twin.store, InMemoryStore)
    assert dumped.provider == "autogen_ext.models.cache.ChatCompletionCache"
    assert twin.dump_component() == dumped


async def test_answers_outlive_the_process_on_disk(tmp_path: Path) -> None:
    config = {"directory": str(tmp_path)}
    provider = "autogen_ext.cache_store.diskcache.DiskCacheStore"
    document = {"provider": provider, "config": config}
    store = ComponentLoader.load_component(document, DiskCacheStore[Any])

    await _cache("one", store=store).create(HELLO)
    store.cache.close()
    again = ComponentLoader.load_component(document, DiskCacheStore[Any])
    found = await _cache("two", store=again).create(HELLO)

    assert (found.content, found.cached) == ("one", True)
    assert again.dump_component().config == config
    again.cache.close()


async def test_answers_are_kept_in_redis_as_json() -> None:
    redis: Any = FakeRedis()
    cache = _cache("one two", "three", store=RedisStore(redis))

    await cache.create(HELLO)
    found = await cache.create(HELLO)
    pieces, _ = await streamed(_cache("one two", store=RedisStore(redis)), HELLO)

    assert (found.content, found.cached) == ("one two", True)
    assert pieces == ["one two"]


def test_redis_gives_models_back_as_dictionaries_and_lists_as_lists() -> None:
    redis: Any = FakeRedis()
    store = RedisStore[Any](redis)
    result = CreateResult(
        finish_reason="stop",
        content="x",
        usage=RequestUsage(prompt_tokens=1, completion_tokens=1),
        cached=False,
    )

    store.set("model", result)
    store.set("list", ["a", result])
    store.set("text", "plain")

    assert CreateResult.model_validate(store.get("model")) == result
    assert (store.get("list") or [])[0] == "a"
    assert store.get("text") == "plain"
    assert store.get("nothing", "default") == "default"


def test_a_redis_that_is_gone_has_no_values(caplog: pytest.LogCaptureFixture) -> None:
    redis: Any = FakeRedis(broken=True)
    store = RedisStore[Any](redis)

    store.set("key", "value")

    assert store.get("key", "default") == "default"
    assert "could not read from Redis" in caplog.text


def test_a_connection_to_redis_is_a_component() -> None:
    store = RedisStore[Any](Redis(host="example.org", port=1, db=2))

    twin = ComponentLoader.load_component(store.dump_component(), RedisStore[Any])

    assert twin.dump_component() == store.dump_component()
    assert store.dump_component().config["host"] == "example.org"
