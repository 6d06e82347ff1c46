"""Dumps of messages, each made once."""

from collections.abc import Mapping, Sequence
from typing import Any

from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage

Item = BaseAgentEvent | BaseChatMessage
Dump = Mapping[str, Any]


class DumpCache:
    """Remembers the dumps of the messages that the last save has seen, and of no others.

    A team is saved after every turn, with a thread that differs by a few messages only; all parts
    of a state share the dump of a message.
    """

    def __init__(self) -> None:
        self._last: dict[int, tuple[Item, Dump]] = {}
        self._now: dict[int, tuple[Item, Dump]] = {}
        self._thread: list[Item] = []
        self._thread_dumps: list[Dump] = []

    def begin(self) -> None:
        """Begin a save."""
        self._last, self._now = self._now, {}

    def dump(self, messages: Sequence[Item]) -> list[Dump]:
        """Return the dumps of the messages."""
        last, now = self._last, self._now
        dumps: list[Dump] = []
        for message in messages:
            key = id(message)
            # The message itself is kept beside its dump, so no other can get its id.
            entry = now.get(key) or last.get(key) or (message, message.dump())
            now[key] = entry
            dumps.append(entry[1])
        return dumps

    def dump_thread(self, thread: list[Item]) -> list[Dump]:
        """Return the dumps of the one list that grows from save to save; only what is new is read.

        Comparing its beginning costs little: the messages are the same objects.
        """
        known = len(self._thread)
        if known > len(thread) or thread[:known] != self._thread:
            known = 0
            self._thread, self._thread_dumps = [], []
        new = thread[known:]
        self._thread.extend(new)
        self._thread_dumps.extend(self.dump(new))
        return self._thread_dumps.copy()
