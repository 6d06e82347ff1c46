"""Messages that go to a model, and what comes back."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from studio._kit.deferred import DeferredModel
from studio.core._image import Image
from studio.core._types import FunctionCall


class SystemMessage(DeferredModel):
    """Instructions to the model from its developer."""

    content: str
    """The instructions."""
    type: Literal["SystemMessage"] = "SystemMessage"


class UserMessage(DeferredModel):
    """What a person, or anyone but the model, says."""

    content: str | list[str | Image]
    """Text, or a mixture of texts and images."""
    source: str
    """Name of who says it."""
    type: Literal["UserMessage"] = "UserMessage"


class AssistantMessage(DeferredModel):
    """What the model has said or asked to be called."""

    content: str | list[FunctionCall]
    """Text, or function calls."""
    thought: str | None = None
    """The model's reasoning beside the content, if it gives any."""
    source: str
    """Name of the agent that the model spoke for."""
    type: Literal["AssistantMessage"] = "AssistantMessage"


class FunctionExecutionResult(DeferredModel):
    """What came of one function call."""

    content: str
    """The result as text."""
    name: str
    """Name of the function."""
    call_id: str
    """Identifier of the call."""
    is_error: bool | None = None
    """Whether the call failed."""


class FunctionExecutionResultMessage(DeferredModel):
    """The results of one or more function calls."""

    content: list[FunctionExecutionResult]
    type: Literal["FunctionExecutionResultMessage"] = "FunctionExecutionResultMessage"


LLMMessage = Annotated[
    SystemMessage | UserMessage | AssistantMessage | FunctionExecutionResultMessage,
    Field(discriminator="type"),
]
"""A message to a model; `type` tells which."""


@dataclass
class RequestUsage:
    """Tokens that a request has used."""

    prompt_tokens: int
    completion_tokens: int


FinishReasons = Literal["stop", "length", "function_calls", "content_filter", "unknown"]
"""Why the model ended its answer."""


@dataclass
class TopLogprob:
    """How likely one alternative token was."""

    logprob: float
    bytes: list[int] | None = None


class ChatCompletionTokenLogprob(DeferredModel):
    """How likely a token of the answer was, and its alternatives."""

    token: str
    logprob: float
    top_logprobs: list[TopLogprob] | None = None
    bytes: list[int] | None = None


class CreateResult(DeferredModel):
    """A model's answer."""

    finish_reason: FinishReasons
    """Why it ended."""
    content: str | list[FunctionCall]
    """Text, or function calls."""
    usage: RequestUsage
    """Tokens of the request and of the answer."""
    cached: bool
    """Whether it was taken from a cache."""
    logprobs: list[ChatCompletionTokenLogprob] | None = None
    thought: str | None = None
    """The model's reasoning beside the content, if it gives any."""
