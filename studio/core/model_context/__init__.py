"""Model contexts: which part of a conversation a model is shown."""

from studio.core.model_context._base import ChatCompletionContext, ChatCompletionContextState
from studio.core.model_context._buffered import BufferedChatCompletionContext
from studio.core.model_context._head_and_tail import HeadAndTailChatCompletionContext
from studio.core.model_context._token_limited import TokenLimitedChatCompletionContext
from studio.core.model_context._unbounded import UnboundedChatCompletionContext

__all__ = [
    "BufferedChatCompletionContext",
    "ChatCompletionContext",
    "ChatCompletionContextState",
    "HeadAndTailChatCompletionContext",
    "TokenLimitedChatCompletionContext",
    "UnboundedChatCompletionContext",
]
