"""What the provider answers next."""

import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Literal

Failure = Literal["status", "hang", "drop", "cut", "malformed", "page", "empty", "error"]
"""`status` answers an error status, `hang` never answers, `drop` closes with no word, `cut` closes
half-way, `malformed` sends what is not the format, `page` a page for people, `empty` an answer with
nothing in it, `error` begins a stream and says in it that it has failed (without a stream it is an
error status)."""


@dataclass(frozen=True)
class ToolUse:
    """One call of a tool that the model asks for."""

    name: str
    arguments: dict[str, Any]
    call_id: str = "call_1"


@dataclass(frozen=True)
class Reply:
    """One answer of the model, or one way to fail."""

    text: str = ""
    tools: tuple[ToolUse, ...] = ()
    thought: str = ""
    """`reasoning_content` at OpenAI-compatible providers, a thinking block at Anthropic."""
    chunk_delay_s: float = 0.0
    """Pause between streamed pieces."""
    pieces: int | None = None
    """Number of streamed pieces; `None` means one a word."""
    failure: Failure | None = None
    status: int = 500
    retry_after_s: float | None = None
    error: str = "the provider failed"
    ended: Literal["length", "filtered"] | None = None
    """Why the answer ended, where not because it was whole."""
    prompt_tokens: int = 12
    completion_tokens: int = 7

    def chunks(self) -> list[str]:
        """Return the text in the pieces that a stream carries."""
        if not self.text:
            return []
        if self.pieces is None:
            words = self.text.split(" ")
            return [w if i == 0 else f" {w}" for i, w in enumerate(words)]
        size = max(1, -(-len(self.text) // self.pieces))
        return [self.text[i : i + size] for i in range(0, len(self.text), size)]


@dataclass
class Script:
    """The replies still to come, and the requests that came.

    `replies` are given in turn to any model; `by_model` to the model of that name, and first.
    With nothing left the provider answers by rule: see `rule`.
    """

    replies: deque[Reply] = field(default_factory=deque[Reply])
    by_model: dict[str, deque[Reply]] = field(default_factory=dict[str, deque[Reply]])
    standing: dict[str, Reply] = field(default_factory=dict[str, Reply])
    """A reply given again and again to the model of that name."""
    requests: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    chunk_delay_s: float = 0.0
    """For replies by rule."""

    def next(self, model: str, last: str, tools: list[str], tool_result: str | None) -> Reply:
        """Return the answer to a request."""
        mine = self.by_model.get(model)
        if mine:
            return mine.popleft()
        if model in self.standing:
            return self.standing[model]
        if self.replies:
            return self.replies.popleft()
        return rule(last, tools, tool_result, self.chunk_delay_s)


def rule(last: str, tools: list[str], tool_result: str | None, delay_s: float) -> Reply:
    """Answer without a script.

    A tool result is repeated with TERMINATE; a task of the form `use NAME {...}` calls that tool
    with these JSON arguments; everything else is echoed.
    """
    if tool_result is not None:
        return Reply(text=f"The result is {tool_result}. TERMINATE", chunk_delay_s=delay_s)
    words = last.split(None, 2)
    if len(words) == 3 and words[0] == "use" and words[1] in tools:
        return Reply(tools=(ToolUse(words[1], json.loads(words[2])),), chunk_delay_s=delay_s)
    return Reply(text=f"You said: {last}", chunk_delay_s=delay_s)
