"""What a replay client was asked, kept without a copy of every conversation for every call."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from studio._kit.growing import GrowingList
from studio.core.models import LLMMessage

_MOST_THREADS = 64


@dataclass
class _Thread:
    """A conversation that only grows; earlier calls saw the beginning of it."""

    messages: list[LLMMessage]
    words: list[int] = field(default_factory=list[int])
    """Words of the first n messages, for each n from 1."""
    source: GrowingList[LLMMessage] | None = None
    """The list it was read from, if that is one that says when its beginning changes."""
    rewrites: int = 0

    def begins(self, messages: Sequence[LLMMessage]) -> bool:
        """Say whether these messages begin as this conversation does."""
        known = len(self.messages)
        if known > len(messages) or messages[known - 1] is not self.messages[-1]:
            return False
        source = self.source
        if source is not None and source is messages and source.rewrites == self.rewrites:
            return True
        return _beginning(messages, known) == self.messages

    def read(self, messages: Sequence[LLMMessage]) -> None:
        """Take over what follows."""
        total = self.words[-1] if self.words else 0
        for message in messages[len(self.messages) :]:
            total += words_of(message)
            self.messages.append(message)
            self.words.append(total)
        if isinstance(messages, GrowingList):
            self.source, self.rewrites = messages, messages.rewrites


@dataclass(frozen=True)
class Asked:
    """The messages of one call: the beginning of a thread."""

    thread: _Thread
    length: int

    @property
    def messages(self) -> list[LLMMessage]:
        """The messages, in a list of their own."""
        return self.thread.messages[: self.length]

    @property
    def words(self) -> int:
        """The words in all of them."""
        return self.thread.words[self.length - 1] if self.length else 0


@dataclass(frozen=True)
class RecordedCall:
    """One call of `create`."""

    asked: Asked
    others: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return all arguments of the call."""
        return {"messages": self.asked.messages, **self.others}


class Ledger:
    """Finds, for each list of messages, the conversation that it carries on.

    Most calls of an agent send what the last one sent and a little more. Comparing two lists of the
    same objects costs next to nothing, counting their words and keeping both does not.
    """

    def __init__(self) -> None:
        self._threads: dict[int, _Thread] = {}

    def enter(self, messages: Sequence[LLMMessage]) -> Asked:
        """Return the place of these messages in their conversation."""
        if not messages:
            return Asked(_Thread([]), 0)
        key = id(messages[0])
        thread = self._threads.get(key)
        if thread is None or not thread.begins(messages):
            thread = _Thread([])
            self._threads.pop(key, None)
            if len(self._threads) >= _MOST_THREADS:
                del self._threads[next(iter(self._threads))]
            self._threads[key] = thread
        thread.read(messages)
        return Asked(thread, len(messages))


def _beginning(messages: Sequence[LLMMessage], length: int) -> list[LLMMessage]:
    part = messages[:length]
    return part if isinstance(part, list) else list(part)


def words_of(message: LLMMessage) -> int:
    """Return how many words a message has; only texts count."""
    content = message.content
    return len(content.split()) if isinstance(content, str) else 0
