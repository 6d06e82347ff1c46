"""A model client that follows a script and keeps what it was asked."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel

from studio.core import CancellationToken, FunctionCall
from studio.core.models import (
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelCapabilities,
    ModelInfo,
    RequestUsage,
)
from studio.core.tools import Tool, ToolSchema

Step = str | CreateResult | Exception | Sequence[str]


@dataclass
class Asked:
    """One question as the client got it."""

    messages: list[LLMMessage]
    tools: list[Tool | ToolSchema]
    options: dict[str, Any] = field(default_factory=dict[str, Any])


def calls(*calls: FunctionCall, thought: str | None = None) -> CreateResult:
    """An answer that asks for tools."""
    return CreateResult(
        finish_reason="function_calls",
        content=list(calls),
        usage=RequestUsage(prompt_tokens=10, completion_tokens=5),
        cached=False,
        thought=thought,
    )


def call(name: str, arguments: str = "{}", id: str = "1") -> FunctionCall:
    """One call of a tool."""
    return FunctionCall(id=id, name=name, arguments=arguments)


def text(content: str, *, thought: str | None = None) -> CreateResult:
    """An answer in words."""
    return CreateResult(
        finish_reason="stop",
        content=content,
        usage=RequestUsage(prompt_tokens=10, completion_tokens=5),
        cached=False,
        thought=thought,
    )


class ScriptedModel(ChatCompletionClient):
    """Answers by the script: a text, a result, an error to raise, or chunks of a text."""

    component_type = "model"

    def __init__(self, *script: Step, **info: Any) -> None:
        self.asked: list[Asked] = []
        self._script = list(script)
        self._info: dict[str, Any] = {
            "vision": False,
            "function_calling": True,
            "json_output": True,
            "structured_output": True,
            "family": "unknown",
            **info,
        }

    def _next(
        self,
        messages: Sequence[LLMMessage],
        tools: Sequence[Tool | ToolSchema],
        options: Mapping[str, Any],
    ) -> Step:
        self.asked.append(Asked(list(messages), list(tools), dict(options)))
        step = self._script.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

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
        options = {"tool_choice": tool_choice, "json_output": json_output}
        return _to_result(self._next(messages, tools, options))

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
        options = {"tool_choice": tool_choice, "json_output": json_output}
        step = self._next(messages, tools, options)
        if isinstance(step, str):
            yield step
        elif not isinstance(step, CreateResult | Exception):
            for chunk in step:
                yield chunk
        elif isinstance(step, CreateResult) and step.thought:
            yield step.thought
        yield _to_result(step)

    async def close(self) -> None:
        pass

    def actual_usage(self) -> RequestUsage:
        return RequestUsage(prompt_tokens=0, completion_tokens=0)

    def total_usage(self) -> RequestUsage:
        return self.actual_usage()

    def count_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        return len(messages)

    def remaining_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        return 1000

    @property
    def capabilities(self) -> ModelCapabilities:
        return ModelCapabilities(vision=False, function_calling=True, json_output=True)

    @property
    def model_info(self) -> ModelInfo:
        return ModelInfo(**self._info)


def _to_result(step: Step) -> CreateResult:
    if isinstance(step, CreateResult):
        return step
    assert not isinstance(step, Exception)
    return text("".join(step))
