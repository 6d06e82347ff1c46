"""Ends a conversation when it has used up its tokens."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio._kit.errors import UsageError
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import Component, ComponentType

from ._once import OnceTermination


class TokenUsageTerminationConfig(DeferredModel):
    """Config of `TokenUsageTermination`; at least one limit is needed."""

    max_total_token: int | None = None
    """Limit of prompt and completion tokens together."""

    max_prompt_token: int | None = None
    """Limit of prompt tokens."""

    max_completion_token: int | None = None
    """Limit of completion tokens."""


class TokenUsageTermination(OnceTermination, Component[TokenUsageTerminationConfig]):
    """Ends the conversation when a number of tokens has been used.

    Args:
        max_total_token: Limit of prompt and completion tokens together.
        max_prompt_token: Limit of prompt tokens.
        max_completion_token: Limit of completion tokens.

    Raises:
        UsageError: No limit is given.
    """

    component_config_schema = TokenUsageTerminationConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.TokenUsageTermination"
    )

    def __init__(
        self,
        max_total_token: int | None = None,
        max_prompt_token: int | None = None,
        max_completion_token: int | None = None,
    ) -> None:
        super().__init__()
        if max_total_token is None and max_prompt_token is None and max_completion_token is None:
            raise UsageError(
                "At least one of max_total_token, max_prompt_token, or max_completion_token "
                "must be provided"
            )
        self._max_total: int | None = max_total_token
        self._max_prompt: int | None = max_prompt_token
        self._max_completion: int | None = max_completion_token
        self._prompt: int = 0
        self._completion: int = 0

    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        for message in messages:
            usage = message.models_usage
            if usage is not None:
                self._prompt += usage.prompt_tokens
                self._completion += usage.completion_tokens
        total = self._prompt + self._completion
        used_up = (
            (self._max_total is not None and total >= self._max_total)
            or (self._max_prompt is not None and self._prompt >= self._max_prompt)
            or (self._max_completion is not None and self._completion >= self._max_completion)
        )
        if not used_up:
            return None
        return (
            f"Token usage limit reached, total token count: {total}, "
            f"prompt token count: {self._prompt}, completion token count: {self._completion}."
        )

    async def reset(self) -> None:
        """Start counting at zero."""
        await super().reset()
        self._prompt = 0
        self._completion = 0

    def save_progress(self) -> Mapping[str, Any]:
        """Return the tokens used so far."""
        progress = super().save_progress()
        return {**progress, "prompt": self._prompt, "completion": self._completion}

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        """Go on from saved counts."""
        super().load_progress(progress)
        self._prompt = int(progress.get("prompt", 0))
        self._completion = int(progress.get("completion", 0))

    def _to_config(self) -> TokenUsageTerminationConfig:
        return TokenUsageTerminationConfig(
            max_total_token=self._max_total,
            max_prompt_token=self._max_prompt,
            max_completion_token=self._max_completion,
        )

    @classmethod
    def _from_config(cls, config: TokenUsageTerminationConfig) -> Self:
        return cls(
            max_total_token=config.max_total_token,
            max_prompt_token=config.max_prompt_token,
            max_completion_token=config.max_completion_token,
        )
