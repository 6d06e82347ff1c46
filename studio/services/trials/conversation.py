"""Reads a conversation that a person has pasted: messages as JSON, or lines like `name: text`."""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from studio._kit.jsonio import DocumentError, load_json
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    HandoffMessage,
    MessageFactory,
    TextMessage,
)
from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_text

from .documents import TrialInputError

Message = BaseAgentEvent | BaseChatMessage

_LINE: Final = re.compile(
    r"^\s*([\w][\w .-]{0,60}?)\s*(?:(?:->|→)\s*([\w][\w .-]{0,60}?)\s*)?:(?:\s+(.*)|\s*)$"
)
_MOST: Final = 2_000

CONVERSATION_FIELD: Final[JsonDict] = {
    "type": "string",
    "format": "conversation",
    "title": "Conversation",
    "description": "A line for each message, like “writer: Here it is.”, or messages as JSON.",
    "minLength": 1,
}
EXAMPLE: Final = (
    "user: Write a haiku about rain.\n"
    "writer: Soft drops on the roof, a slow and silver rhythm, the garden listens.\n"
    "critic: Good. TERMINATE"
)


def read_conversation(value: Any) -> list[Message]:
    """Return the messages in a text or in JSON data.

    Raises:
        TrialInputError: There are none, too many, or one of them is no message.
    """
    messages = _from_text(value) if isinstance(value, str) else _from_data(value)
    if not messages:
        raise TrialInputError(
            "the conversation is empty", hint="Paste some lines like “writer: Here it is.”"
        )
    if len(messages) > _MOST:
        raise TrialInputError(
            f"the conversation has {len(messages)} messages",
            hint=f"Paste at most {_MOST} of them.",
        )
    return messages


def as_turns(messages: Sequence[Message]) -> list[list[int]]:
    """Return the places of the messages that belong to one turn: events lead up to a message."""
    turns: list[list[int]] = []
    waiting: list[int] = []
    for index, message in enumerate(messages):
        waiting.append(index)
        if isinstance(message, BaseChatMessage):
            turns.append(waiting)
            waiting = []
    return [*turns, waiting] if waiting else turns


def _from_text(text: str) -> list[Message]:
    start = text.lstrip()[:1]
    if start in {"[", "{"}:
        try:
            return _from_data(load_json(text))
        except DocumentError as error:
            found = _from_json_lines(text)
            if found is None:
                raise TrialInputError(
                    f"this is not JSON: {error}", hint="Paste a list of messages."
                ) from error
            return found
    return _from_lines(text)


def _from_json_lines(text: str) -> list[Message] | None:
    try:
        values = [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError:
        return None
    return _from_data(values)


def _from_data(value: Any) -> list[Message]:
    fields = as_dict(value)
    for key in ("messages", "events", "items"):
        if key in fields:
            value = fields[key]
            break
    else:
        if fields:
            value = [fields]
    factory = MessageFactory()
    return [_to_message(item, factory) for item in as_dicts(value) if _is_said(item)]


def _is_said(item: JsonDict) -> bool:
    """Tell whether it is a message, not another event of a run's log."""
    return "body" not in item or item.get("type") == "message"


def _to_message(item: JsonDict, factory: MessageFactory) -> Message:
    data = as_dict(item["body"]) if "body" in item else item
    named = {"type": "TextMessage", "source": as_text(data.get("role")) or "user", **data}
    try:
        return factory.create(named)
    except ValueError as error:
        raise TrialInputError(
            f"this is no message: {json.dumps(data)[:80]}",
            hint="A message has at least `source` and `content`; `type` says which kind.",
        ) from error


def _from_lines(text: str) -> list[Message]:
    said: list[tuple[str, str, list[str]]] = []
    for line in text.splitlines():
        match = _LINE.match(line)
        if match is not None:
            said.append((match[1], match[2] or "", [match[3] or ""]))
        elif said:
            said[-1][2].append(line)
        elif line.strip():
            said.append(("user", "", [line]))
    return [_line_message(*parts) for parts in said]


def _line_message(source: str, target: str, lines: list[str]) -> Message:
    content = "\n".join(lines).strip()
    if target:
        return HandoffMessage(source=source, target=target, content=content)
    return TextMessage(source=source, content=content)
