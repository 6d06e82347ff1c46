"""Asks for leave before code runs."""

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable
from typing import Any, cast

from studio._kit.deferred import DeferredModel
from studio._kit.run_context import Question, RunContext
from studio.core.models import LLMMessage


class ApprovalRequest(DeferredModel):
    """What the approver gets to see."""

    code: str
    """The code as fenced Markdown."""

    context: list[LLMMessage]
    """The conversation so far, as the model knows it."""


class ApprovalResponse(DeferredModel):
    """What the approver decides."""

    approved: bool
    """Whether the code may run."""

    reason: str
    """Why, or why not."""


ApprovalFuncType = (
    Callable[[ApprovalRequest], ApprovalResponse]
    | Callable[[ApprovalRequest], Awaitable[ApprovalResponse]]
)
"""A sync or async function that decides."""


async def ask_function(function: ApprovalFuncType, request: ApprovalRequest) -> ApprovalResponse:
    """Call the function; a sync one runs in a thread, so that it may ask at the console."""
    if inspect.iscoroutinefunction(function):
        return await function(request)
    answer: Any = await asyncio.to_thread(
        cast("Callable[[ApprovalRequest], Any]", function), request
    )
    return cast("ApprovalResponse", await answer if inspect.isawaitable(answer) else answer)


async def ask_person(run: RunContext, source: str, request: ApprovalRequest) -> ApprovalResponse:
    """Ask a person through the run."""
    answer = await run.ask(
        Question(
            prompt=f"May this code run?\n\n{request.code}",
            source=source,
            schema={"type": "boolean"},
        )
    )
    if _is_yes(answer):
        return ApprovalResponse(approved=True, reason="approved by a person")
    return ApprovalResponse(approved=False, reason=answer)


def _is_yes(answer: str) -> bool:
    try:
        value: object = json.loads(answer)
    except ValueError:
        value = answer
    return value is True or str(value).strip().lower() in {"true", "yes", "y", "approve"}
