"""Puts the parts of Ollama's stream together."""

from collections.abc import Sequence
from typing import Any

from studio.core import FunctionCall
from studio.core.models import CreateResult, RequestUsage
from studio.ext.models.ollama._response import NextId, put_together, to_calls, to_usage


class PartAccumulator:
    """Takes chat responses, each with a part of the answer, and gives the whole at the end."""

    def __init__(self, *, next_id: NextId) -> None:
        self._next_id = next_id
        self._texts: list[str] = []
        self._thoughts: list[str] = []
        self._calls: list[FunctionCall] = []
        self._usage = RequestUsage(prompt_tokens=0, completion_tokens=0)
        self._done_reason: str | None = None

    def feed(self, event: Any) -> Sequence[str]:
        """Take one response; return the pieces of text in it."""
        message = event.message
        if event.done:
            self._done_reason = event.done_reason
            self._usage = to_usage(event)
        if message.tool_calls:
            self._calls.extend(to_calls(message.tool_calls, self._next_id))
        thinking = getattr(message, "thinking", None)
        if thinking:
            self._thoughts.append(thinking)
        if not message.content:
            return ()
        self._texts.append(message.content)
        return (message.content,)

    def finish(self) -> Sequence[str]:
        """Return nothing: all text has been passed on."""
        return ()

    def result(self) -> CreateResult:
        """Return the whole answer."""
        return put_together(
            "".join(self._texts),
            "".join(self._thoughts),
            self._calls,
            done_reason=self._done_reason,
            usage=self._usage,
        )
