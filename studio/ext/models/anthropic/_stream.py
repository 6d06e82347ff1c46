"""Puts the events of Anthropic's stream together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from studio.core.models import CreateResult, RequestUsage
from studio.ext.models._shared.plain import to_data
from studio.ext.models.anthropic._response import no_message, put_together, to_call

Event = Mapping[str, Any]


@dataclass
class _Block:
    """One block of the answer, growing."""

    type: str
    id: str = ""
    name: str = ""
    input: object = None
    parts: list[str] = field(default_factory=list[str])


class EventAccumulator:
    """Takes events, as data or as the SDK's objects, and gives the whole answer at the end."""

    def __init__(self) -> None:
        self._blocks: dict[int, _Block] = {}
        self._prompt_tokens = 0
        self._completion_tokens = 0
        self._stop_reason: str | None = None
        self._begun = False

    def feed(self, event: Any) -> Sequence[str]:
        """Take one event; return the pieces of text in it."""
        data = to_data(event)
        kind = data.get("type")
        self._begun = self._begun or kind is not None
        if kind == "content_block_delta":
            return self._grow(data["index"], data["delta"])
        if kind == "content_block_start":
            return self._start(data["index"], data["content_block"])
        if kind == "message_start":
            self._add_usage(data["message"].get("usage"))
            self._stop_reason = data["message"].get("stop_reason")
        elif kind == "message_delta":
            self._add_usage(data.get("usage"))
            self._stop_reason = data["delta"].get("stop_reason") or self._stop_reason
        return ()

    def finish(self) -> Sequence[str]:
        """Return nothing: all text has been passed on."""
        return ()

    def result(self) -> CreateResult:
        """Return the whole answer.

        Raises:
            BadAnswerError: The stream had no events.
        """
        if not self._begun:
            raise no_message()
        blocks = [self._blocks[index] for index in sorted(self._blocks)]
        return put_together(
            ["".join(block.parts) for block in blocks if block.type == "text"],
            ["".join(block.parts) for block in blocks if block.type == "thinking"],
            [
                to_call(block.id, block.name, "".join(block.parts) or block.input or {})
                for block in blocks
                if block.type == "tool_use"
            ],
            stop_reason=self._stop_reason,
            usage=RequestUsage(
                prompt_tokens=self._prompt_tokens, completion_tokens=self._completion_tokens
            ),
        )

    def _start(self, index: int, block: Event) -> Sequence[str]:
        opened = _Block(
            type=block["type"],
            id=block.get("id") or "",
            name=block.get("name") or "",
            input=block.get("input"),
        )
        self._blocks[index] = opened
        text = block.get("text") if opened.type == "text" else block.get("thinking")
        if text:
            opened.parts.append(text)
        return (text,) if text and opened.type == "text" else ()

    def _grow(self, index: int, delta: Event) -> Sequence[str]:
        block = self._blocks.get(index)
        if block is None:
            block = self._blocks[index] = _Block(type="text")
        text = delta.get("text")
        if text:
            block.parts.append(text)
            return (text,)
        part = delta.get("partial_json") or delta.get("thinking")
        if part:
            block.parts.append(part)
        return ()

    def _add_usage(self, usage: Event | None) -> None:
        if usage:
            self._prompt_tokens = usage.get("input_tokens") or self._prompt_tokens
            self._completion_tokens = usage.get("output_tokens") or self._completion_tokens
