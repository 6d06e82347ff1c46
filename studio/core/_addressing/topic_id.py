"""Addresses of broadcasts."""

import re
from dataclasses import dataclass
from typing import Self

from studio.core._addressing.handler_context import MessageHandlerContext
from studio.core.exceptions import AddressError

_VALID_TYPE = re.compile(r"^[\w\-\.\:\=]+\Z")


@dataclass(eq=True, frozen=True)
class TopicId:
    r"""The scope of a broadcast: what it is about, and where it comes from.

    Example:
        >>> str(TopicId("news", "room/1"))
        'news/room/1'
    """

    type: str
    r"""What the broadcast is about; matches `^[\w\-\.\:\=]+\Z`."""

    source: str
    """Where it comes from; usually becomes the key of the agents that receive it."""

    def __post_init__(self) -> None:
        if not _VALID_TYPE.match(self.type):
            raise AddressError(
                f"Invalid topic type: {self.type}",
                hint=r"Allowed are letters, digits and '_-.:=' (`^[\w\-\.\:\=]+\Z`).",
            )

    def __str__(self) -> str:
        return f"{self.type}/{self.source}"

    @classmethod
    def from_str(cls, topic_id: str) -> Self:
        """Read `type/source`; the source may hold further slashes."""
        type_name, slash, source = topic_id.partition("/")
        if not slash:
            raise AddressError(f"Invalid topic id: {topic_id}", hint="Write `type/source`.")
        return cls(type_name, source)


@dataclass(eq=True, frozen=True)
class DefaultTopicId(TopicId):
    """A topic for programs that need only one.

    Inside a message handler the source is the key of the handling agent, else "default".
    """

    def __init__(self, type: str = "default", source: str | None = None) -> None:
        if source is None:
            agent_id = MessageHandlerContext.current()
            source = "default" if agent_id is None else agent_id.key
        super().__init__(type, source)
