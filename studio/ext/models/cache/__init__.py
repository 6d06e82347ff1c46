"""A model client that remembers the answers of another."""

from studio.ext.models.cache._cache_client import CHAT_CACHE_VALUE_TYPE, ChatCompletionCache

__all__ = ["CHAT_CACHE_VALUE_TYPE", "ChatCompletionCache"]
