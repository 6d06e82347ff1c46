"""The client that asks another one only what it has not been asked before."""

from asyncio import to_thread
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel

from studio.core import (
    CacheStore,
    CancellationToken,
    Component,
    ComponentLoader,
    ComponentModel,
    ComponentType,
    InMemoryStore,
)
from studio.core.models import (
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelCapabilities,
    ModelInfo,
    RequestUsage,
)
from studio.core.tools import Tool, ToolSchema
from studio.ext.models._shared.capabilities import to_capabilities
from studio.ext.models.cache._entries import Entry, to_answer, to_entry, to_key, to_pieces

CHAT_CACHE_VALUE_TYPE = CreateResult | list[str | CreateResult]
"""What the store keeps: an answer, or the pieces of a streamed one."""


class ChatCompletionCacheConfig(BaseModel):
    """Config of `ChatCompletionCache`."""

    client: ComponentModel
    store: ComponentModel | None = None


class ChatCompletionCache(ChatCompletionClient, Component[ChatCompletionCacheConfig]):
    """Answers from a store what it has been asked before, and asks a model everything else.

    An answer that came as a whole is also found by `create_stream`, and the other way round.

    Args:
        client: The client that asks the model.
        store: Where answers are kept; in memory by default.

    Example:
        >>> import asyncio
        >>> from studio.core.models import UserMessage
        >>> from studio.ext.models.replay import ReplayChatCompletionClient
        >>> client = ChatCompletionCache(ReplayChatCompletionClient(["Hello"]))
        >>> question = [UserMessage(content="Hi", source="me")]
        >>> [asyncio.run(client.create(question)).content for _ in range(2)]
        ['Hello', 'Hello']
    """

    component_type: ClassVar[ComponentType] = "chat_completion_cache"
    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.models.cache.ChatCompletionCache"
    )
    component_config_schema = ChatCompletionCacheConfig

    def __init__(
        self, client: ChatCompletionClient, store: CacheStore[CHAT_CACHE_VALUE_TYPE] | None = None
    ) -> None:
        self.client: ChatCompletionClient = client
        self.store: CacheStore[CHAT_CACHE_VALUE_TYPE] = store or InMemoryStore()

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        """Return the answer from the store, with `cached` set, or else the model's."""
        key = to_key(messages, tools, tool_choice, json_output, extra_create_args)
        entry = await self._find(key)
        if entry is not None:
            return to_answer(entry)
        result = await self.client.create(
            messages,
            tools=tools,
            tool_choice=tool_choice,
            json_output=json_output,
            extra_create_args=extra_create_args,
            cancellation_token=cancellation_token,
        )
        await self._keep(key, result)
        return result

    async def create_stream(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> AsyncGenerator[str | CreateResult, None]:
        """Yield the pieces of the answer from the store, or else the model's."""
        key = to_key(messages, tools, tool_choice, json_output, extra_create_args)
        entry = await self._find(key)
        if entry is not None:
            for piece in to_pieces(entry):
                yield piece
            return
        pieces: list[str | CreateResult] = []
        stream = self.client.create_stream(
            messages,
            tools=tools,
            tool_choice=tool_choice,
            json_output=json_output,
            extra_create_args=extra_create_args,
            cancellation_token=cancellation_token,
        )
        async with aclosing(stream):
            async for piece in stream:
                pieces.append(piece)
                if isinstance(piece, CreateResult):
                    await self._keep(key, pieces)
                yield piece

    async def close(self) -> None:
        """Release the connections of the client."""
        await self.client.close()

    def actual_usage(self) -> RequestUsage:
        """Return the tokens that were paid for."""
        return self.client.actual_usage()

    def total_usage(self) -> RequestUsage:
        """Return the tokens of the client's answers."""
        return self.client.total_usage()

    def count_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return how many tokens a request with these messages would have."""
        return self.client.count_tokens(messages, tools=tools)

    def remaining_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return how many tokens the model's limit leaves beside these messages."""
        return self.client.remaining_tokens(messages, tools=tools)

    @property
    def capabilities(self) -> ModelCapabilities:
        """What the model can do, as earlier versions said it; use `model_info`."""
        return to_capabilities(self.model_info)

    @property
    def model_info(self) -> ModelInfo:
        """What the model can do."""
        return self.client.model_info

    async def _find(self, key: str) -> Entry | None:
        value = await to_thread(self.store.get, key) if self._waits else self.store.get(key)
        return None if value is None else to_entry(value)

    async def _keep(self, key: str, entry: Entry) -> None:
        if self._waits:
            await to_thread(self.store.set, key, entry)
        else:
            self.store.set(key, entry)

    @property
    def _waits(self) -> bool:
        """Whether the store would hold up the event loop."""
        return bool(getattr(self.store, "waits_for_io", False))

    def _to_config(self) -> ChatCompletionCacheConfig:
        return ChatCompletionCacheConfig(
            client=self.client.dump_component(), store=self.store.dump_component()
        )

    @classmethod
    def _from_config(cls, config: ChatCompletionCacheConfig) -> Self:
        client = ChatCompletionClient.load_component(config.client)
        if config.store is None:
            return cls(client)
        store: Any = ComponentLoader.load_component(config.store, CacheStore[Any])
        return cls(client, store)
