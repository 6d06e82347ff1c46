"""What the programs share: a scripted model, and printing without ids and times."""

import json
import re
from typing import Any, Callable

from autogen_agentchat.base import Response, TaskResult
from autogen_core import FunctionCall
from autogen_core.models import CreateResult, ModelInfo, RequestUsage
from autogen_ext.models.replay import ReplayChatCompletionClient
from pydantic import BaseModel

INFO = ModelInfo(
    vision=True, function_calling=True, json_output=True, family="gpt-4o", structured_output=True
)


def model(*answers: Any, **info: Any) -> ReplayChatCompletionClient:
    return ReplayChatCompletionClient(list(answers), model_info=ModelInfo(**{**INFO, **info}))


def calls(*wanted: tuple[str, Any], thought: str | None = None) -> CreateResult:
    return CreateResult(
        finish_reason="function_calls",
        content=[
            FunctionCall(
                id=f"call_{n}",
                name=name,
                arguments=arguments if isinstance(arguments, str) else json.dumps(arguments),
            )
            for n, (name, arguments) in enumerate(wanted, 1)
        ],
        usage=RequestUsage(prompt_tokens=10, completion_tokens=5),
        cached=False,
        thought=thought,
    )


def text(content: str, thought: str | None = None) -> CreateResult:
    return CreateResult(
        finish_reason="stop",
        content=content,
        usage=RequestUsage(prompt_tokens=7, completion_tokens=3),
        cached=False,
        thought=thought,
    )


def plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return plain({k: v for k, v in value.model_dump().items() if k not in ("id", "created_at")})
    if isinstance(value, dict) and "provider" in value:
        return plain({k: v for k, v in value.items() if k not in ("provider", "description", "version")})
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if k not in ("id", "created_at", "full_message_id")}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def line(message: Any) -> str:
    if isinstance(message, TaskResult):
        return f"TaskResult {len(message.messages)} messages, stop: {message.stop_reason!r}"
    if isinstance(message, Response):
        inner = [type(m).__name__ for m in message.inner_messages or []]
        return f"Response {line(message.chat_message)} inner: {inner}"
    name = type(message).__name__
    usage = getattr(message, "models_usage", None)
    spent = f" ({usage.prompt_tokens}+{usage.completion_tokens})" if usage and usage.prompt_tokens in (7, 10) else ""
    content = plain(getattr(message, "content", None))
    target = f" -> {message.target}" if hasattr(message, "target") else ""
    extra = f" {message.metadata}" if getattr(message, "metadata", None) else ""
    return f"{name} {getattr(message, 'source', '?')}{target}: {content!r}{spent}{extra}"


def show(result: TaskResult) -> None:
    for message in result.messages:
        print(" ", line(message))
    print("  stop:", repr(result.stop_reason))


async def follow(stream: Any) -> Any:
    last = None
    async for item in stream:
        print(" ", line(item))
        last = item
    return last


def failure(error: BaseException) -> str:
    message = re.sub(r"0x[0-9a-f]+", "0x", str(error))
    return f"{type(error).__name__}: {message}"


async def attempt(label: str, what: Callable[[], Any]) -> Any:
    """Run something, print its outcome or the builtin kind of its error."""
    try:
        value = what()
        if hasattr(value, "__await__"):
            value = await value
    except BaseException as error:  # noqa: BLE001
        kinds = ["ValueError", "TypeError", "RuntimeError", "LookupError", "KeyError",
                 "CancelledError", "AssertionError", "NotImplementedError", "ImportError",
                 "MessageDroppedException", "CantHandleException", "AttributeError"]
        known = [c.__name__ for c in type(error).__mro__ if c.__name__ in kinds]
        print(f"{label}: raises {known[-1] if known else type(error).__name__}")
        return error
    print(f"{label}: {plain(value)!r}" if value is not None else f"{label}: fine")
    return value
