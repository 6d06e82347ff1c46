"""A model client that plays back given answers."""

from studio.ext.models.replay._replay_client import (
    ReplayChatCompletionClient,
    ReplayExhaustedError,
    ReplayUnusedError,
)

__all__ = ["ReplayChatCompletionClient", "ReplayExhaustedError", "ReplayUnusedError"]
