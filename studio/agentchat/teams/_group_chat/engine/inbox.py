"""What a participant has not read yet."""

from collections.abc import Sequence

from studio.agentchat.messages import BaseChatMessage

NOBODY = -1
"""Origin of messages that come from no participant."""


class SharedLog:
    """What is said to everybody, kept once for all participants."""

    def __init__(self) -> None:
        self.messages: list[BaseChatMessage] = []
        self.origins: list[int] = []

    def add(self, message: BaseChatMessage, origin: int = NOBODY) -> None:
        """Say something; `origin` is the index of the speaker, who need not read it."""
        self.messages.append(message)
        self.origins.append(origin)


class Inbox:
    """Unread messages of the participant `index`: a place in the shared log, and a pile before it.

    The pile holds what was unread when a state was saved, or what came over a runtime.
    """

    def __init__(self, log: SharedLog, index: int) -> None:
        self._log: SharedLog = log
        self._index: int = index
        self._pile: list[BaseChatMessage] = []
        self._cursor: int = 0

    def deliver(self, messages: Sequence[BaseChatMessage]) -> None:
        """Put messages on the pile."""
        self._pile.extend(messages)

    def unread(self) -> list[BaseChatMessage]:
        """Return what is unread, oldest first."""
        log, cursor, me = self._log, self._cursor, self._index
        if cursor == len(log.messages):
            return list(self._pile)
        pairs = zip(log.messages[cursor:], log.origins[cursor:], strict=True)
        return [*self._pile, *(message for message, origin in pairs if origin != me)]

    def mark(self) -> tuple[int, int]:
        """Return the place up to which `unread` reads now."""
        return len(self._pile), len(self._log.messages)

    def read_up_to(self, mark: tuple[int, int]) -> None:
        """Take everything before `mark` as read."""
        piled, self._cursor = mark
        del self._pile[:piled]

    def clear(self) -> None:
        """Take everything as read."""
        self.read_up_to(self.mark())

    def replace(self, messages: Sequence[BaseChatMessage]) -> None:
        """Take everything as read but `messages`."""
        self.clear()
        self._pile = list(messages)
