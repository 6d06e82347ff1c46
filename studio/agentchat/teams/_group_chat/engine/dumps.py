"""Dumps of messages, each made once."""

from collections.abc import Mapping, Sequence
from typing import Any

from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage

Item = BaseAgentEvent | BaseChatMessage


class DumpCache:
    """Remembers the dumps of the messages that the last save has seen, and of no others.

    A team is saved after every turn, with a thread that differs by a few messages only; all parts
    of a state share the dump of a message.
    """

    def __init__(self) -> None:
        self._last: dict[int, tuple[Item, Mapping[str, Any]]] = {}
        self._now: dict[int, tuple[Item, Mapping[str, Any]]] = {}

    def begin(self) -> None:
        """Begin a save."""
        self._last, self._now = self._now, {}

    def dump(self, messages: Sequence[Item]) -> list[Mapping[str, Any]]:
        """Return the dumps of the messages."""
        last, now = self._last, self._now
        dumps: list[Mapping[str, Any]] = []
        for message in messages:
            key = id(message)
            # The message itself is kept beside its dump, so no other can get its id.
            entry = now.get(key) or last.get(key) or (message, message.dump())
            now[key] = entry
            dumps.append(entry[1])
        return dumps
