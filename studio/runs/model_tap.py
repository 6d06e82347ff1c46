"""Stands before every model client of a run: records its calls, or answers from a recording."""

import inspect
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from typing import Any, Literal, Protocol, Self

from pydantic import BaseModel

from studio._kit import retries
from studio._kit.run_context import Placed, RunContext, current_run, without_run
from studio.core import CancellationToken, Component
from studio.core.models import (
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelCapabilities,
    ModelInfo,
    RequestUsage,
)
from studio.core.tools import Tool, ToolSchema
from studio.domain.json_values import JsonDict, as_dict, as_text

from .exceptions import RunFailedError


class OpenCall(Protocol):
    """A model call that has begun."""

    def end(self, result: CreateResult) -> None:
        """Record the answer."""
        ...

    def fail(self, error: BaseException) -> None:
        """Record that there is no answer."""
        ...

    def retry(self, retry: retries.Retry) -> None:
        """Record that it has failed and will be tried again."""
        ...


class TapeReader(Placed, Protocol):
    """Gives recorded answers."""

    def next_answer(self) -> CreateResult:
        """Return the next answer of whoever is at work."""
        ...


class TappedRun(RunContext):
    """A run that wants to know about model calls."""

    tape: TapeReader | None = None

    def begin_call(
        self,
        messages: Sequence[LLMMessage],
        tools: Sequence[Tool | ToolSchema],
        model: str,
        *,
        stream: bool,
    ) -> OpenCall:
        """Take notice that a model is being asked."""
        raise NotImplementedError


class ModelTapConfig(BaseModel):
    """Config of `ModelTap`."""

    client: JsonDict


class ModelTap(ChatCompletionClient, Component[ModelTapConfig]):
    """Passes everything on to the client of the document, and tells the run.

    A call is recorded with its outcome, and each attempt within it that failed, such as with a
    `429`, at once.

    Args:
        client: The client that speaks to the model; none when a recording answers.
        component: The client as it stands in the document.
        run: The run to tell.
    """

    component_type = "model"
    component_provider_override = "studio.runs.model_tap.ModelTap"
    component_config_schema = ModelTapConfig

    def __init__(
        self, client: ChatCompletionClient | None, component: JsonDict, run: TappedRun
    ) -> None:
        self._client = client
        self._component = component
        self._run = run
        self._model = _model_name(component)
        self._usage: dict[str, Any] = _asking_for_usage(client)
        run.keep(self)

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
        """Return the model's answer, or the recorded one."""
        with self._recorded(messages, tools, stream=False) as call:
            if self._client is None:
                result = self._recording().next_answer()
            else:
                with without_run(), retries.told(call.retry):
                    result = await self._client.create(
                        messages,
                        tools=tools,
                        json_output=json_output,
                        extra_create_args=extra_create_args,
                        cancellation_token=cancellation_token,
                        **_choice(tool_choice),
                    )
            call.end(result)
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
        """Yield the pieces of the answer as they come, and the whole of it last."""
        with self._recorded(messages, tools, stream=True) as call:
            if self._client is None:
                result = self._recording().next_answer()
                if isinstance(result.content, str):
                    yield result.content
                call.end(result)
                yield result
                return
            stream = self._client.create_stream(
                messages,
                tools=tools,
                json_output=json_output,
                extra_create_args=extra_create_args,
                cancellation_token=cancellation_token,
                **_choice(tool_choice),
                **self._usage,
            )
            async with aclosing(_apart_from_run(stream, call)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, CreateResult):
                        call.end(piece)
                    yield piece

    def _recording(self) -> TapeReader:
        tape = self._run.tape
        if tape is None:
            raise RunFailedError("there is neither a model nor a recording")
        return tape

    @contextmanager
    def _recorded(
        self, messages: Sequence[LLMMessage], tools: Sequence[Tool | ToolSchema], *, stream: bool
    ) -> Generator[OpenCall]:
        call = self._run.begin_call(messages, tools, self._model, stream=stream)
        try:
            yield call
        except BaseException as error:
            call.fail(error)
            raise

    def save_place(self) -> Any:
        """Return the place of a client that reads a script."""
        save = getattr(self._client, "save_place", None)
        return None if save is None else save()

    def load_place(self, place: Any) -> None:
        """Go to a saved place."""
        if place is not None and self._client is not None:
            self._client.load_place(place)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue] - it has saved one

    async def close(self) -> None:
        """Release connections."""
        if self._client is not None:
            await self._client.close()

    def actual_usage(self) -> RequestUsage:
        """Return the tokens that were paid for."""
        return _NOTHING if self._client is None else self._client.actual_usage()

    def total_usage(self) -> RequestUsage:
        """Return the tokens of all answers."""
        return _NOTHING if self._client is None else self._client.total_usage()

    def count_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return how many tokens a request with these messages would have."""
        return 0 if self._client is None else self._client.count_tokens(messages, tools=tools)

    def remaining_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return how many tokens the model's limit leaves beside these messages."""
        if self._client is None:
            return 1_000_000
        return self._client.remaining_tokens(messages, tools=tools)

    @property
    def capabilities(self) -> ModelCapabilities:
        """What the model can do, as earlier versions said it."""
        info = self.model_info
        return ModelCapabilities(
            vision=info["vision"],
            function_calling=info["function_calling"],
            json_output=info["json_output"],
        )

    @property
    def model_info(self) -> ModelInfo:
        """What the model can do; a recording can do everything that was recorded."""
        return _ANYTHING if self._client is None else self._client.model_info

    def __getattr__(self, name: str) -> Any:
        client = self.__dict__.get("_client")
        if client is None:
            raise AttributeError(name)
        return getattr(client, name)

    def _to_config(self) -> ModelTapConfig:
        return ModelTapConfig(client=self._component)

    @classmethod
    def _from_config(cls, config: ModelTapConfig) -> Self:
        run = current_run()
        if not isinstance(run, TappedRun):
            raise RunFailedError("a tapped model exists only within a run")
        client = None if run.tape else ChatCompletionClient.load_component(config.client)
        return cls(client, config.client, run)


_NOTHING = RequestUsage(prompt_tokens=0, completion_tokens=0)
_ANYTHING = ModelInfo(
    vision=True,
    function_calling=True,
    json_output=True,
    family="unknown",
    structured_output=True,
    multiple_system_messages=True,
)


def tapped(component: JsonDict) -> JsonDict:
    """Return the component of a tap before a model client."""
    return {
        "provider": ModelTap.component_provider_override,
        "component_type": "model",
        "config": {"client": component},
    }


def _model_name(component: JsonDict) -> str:
    provider = as_text(component.get("provider"))
    if provider.endswith("ReplayChatCompletionClient"):
        return "replay"
    config = as_dict(component.get("config"))
    inner = as_dict(config.get("client"))
    if inner:
        return _model_name(inner)
    return as_text(config.get("model")) or provider.rpartition(".")[2]


def _choice(tool_choice: Tool | Literal["auto", "required", "none"]) -> dict[str, Any]:
    """Name the choice only where it matters: a client of one's own may not know it."""
    return {} if tool_choice == "auto" else {"tool_choice": tool_choice}


async def _apart_from_run(
    stream: AsyncGenerator[str | CreateResult, None], call: OpenCall
) -> AsyncGenerator[str | CreateResult, None]:
    """Yield from a client's stream while its own code sees no run: we record what it does."""
    async with aclosing(stream):
        while True:
            with without_run(), retries.told(call.retry):
                try:
                    piece = await anext(stream)
                except StopAsyncIteration:
                    return
            yield piece


def _asking_for_usage(client: ChatCompletionClient | None) -> dict[str, Any]:
    """Return what makes a client count the tokens of a stream, where it must be asked to."""
    if client is None:
        return {}
    parameters = inspect.signature(client.create_stream).parameters
    return {"include_usage": True} if "include_usage" in parameters else {}
