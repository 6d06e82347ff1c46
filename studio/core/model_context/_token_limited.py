"""A model context that shows as much as fits into a number of tokens."""

from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio._kit.errors import UsageError
from studio.core._component import Component, ComponentModel
from studio.core.model_context._base import ChatCompletionContext
from studio.core.models import (
    ChatCompletionClient,
    FunctionExecutionResultMessage,
    LLMMessage,
)
from studio.core.tools import ToolSchema


class TokenLimitedChatCompletionContextConfig(DeferredModel):
    """Config of `TokenLimitedChatCompletionContext`."""

    model_client: ComponentModel
    token_limit: int | None = None
    tool_schema: list[ToolSchema] | None = None
    initial_messages: list[LLMMessage] | None = None


class TokenLimitedChatCompletionContext(
    ChatCompletionContext, Component[TokenLimitedChatCompletionContextConfig]
):
    """Shows the model as many messages as fit; those in the middle are left out first.

    Args:
        model_client: Counts the tokens.
        token_limit: How many there may be; by default, as many as the model has left.
        tool_schema: Tools whose descriptions count too.
        initial_messages: Messages to begin with.
    """

    component_config_schema = TokenLimitedChatCompletionContextConfig
    component_provider_override: ClassVar[str | None] = (
        "autogen_core.model_context.TokenLimitedChatCompletionContext"
    )

    def __init__(
        self,
        model_client: ChatCompletionClient,
        *,
        token_limit: int | None = None,
        tool_schema: list[ToolSchema] | None = None,
        initial_messages: list[LLMMessage] | None = None,
    ) -> None:
        super().__init__(initial_messages)
        if token_limit is not None and token_limit <= 0:
            raise UsageError(f"token_limit must be greater than 0, not {token_limit}.")
        self._token_limit: int | None = token_limit
        self._model_client: ChatCompletionClient = model_client
        self._tool_schema: list[ToolSchema] = tool_schema or []

    async def get_messages(self) -> list[LLMMessage]:
        """Return the messages that fit."""
        messages = list(self._messages)
        if not self._fits(messages):
            messages = self._shortened(messages)
        if messages and isinstance(messages[0], FunctionExecutionResultMessage):
            del messages[0]
        return messages

    def _fits(self, messages: list[LLMMessage]) -> bool:
        client, tools = self._model_client, self._tool_schema
        if self._token_limit is None:
            return client.remaining_tokens(messages, tools=tools) >= 0
        return client.count_tokens(messages, tools=tools) <= self._token_limit

    def _shortened(self, messages: list[LLMMessage]) -> list[LLMMessage]:
        """Return as many messages as fit.

        Fewer messages have fewer tokens, so the number to keep is found by halving instead of
        counting the whole conversation again for every message left out.
        """
        fitting, too_many = 0, len(messages)
        while too_many - fitting > 1:
            kept = (fitting + too_many) // 2
            if self._fits(_without_middle(messages, kept)):
                fitting = kept
            else:
                too_many = kept
        return _without_middle(messages, fitting)

    def _to_config(self) -> TokenLimitedChatCompletionContextConfig:
        return TokenLimitedChatCompletionContextConfig(
            model_client=self._model_client.dump_component(),
            token_limit=self._token_limit,
            tool_schema=self._tool_schema,
            initial_messages=self._initial_messages,
        )

    @classmethod
    def _from_config(cls, config: TokenLimitedChatCompletionContextConfig) -> Self:
        return cls(
            model_client=ChatCompletionClient.load_component(config.model_client),
            token_limit=config.token_limit,
            tool_schema=config.tool_schema,
            initial_messages=config.initial_messages,
        )


def _without_middle(messages: list[LLMMessage], kept: int) -> list[LLMMessage]:
    """Return what is left when the middle message goes until `kept` are left."""
    return messages[: (kept + 1) // 2] + messages[len(messages) - kept // 2 :]
