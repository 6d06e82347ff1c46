"""Names of agents: their type, and one agent of that type."""

import re
from dataclasses import dataclass
from typing import Self

from studio.core.exceptions import AddressError

_VALID_TYPE = re.compile(r"^[\w\-\.]+\Z")


@dataclass(eq=True, frozen=True)
class AgentType:
    """The name of a kind of agent, wrapped so that it is not mistaken for other text."""

    type: str
    """String form of the agent type."""


def check_agent_type(type_name: str) -> None:
    """Raise `AddressError` unless `type_name` may be the type of an agent."""
    if not _VALID_TYPE.match(type_name):
        raise AddressError(
            f"Invalid agent type: {type_name}",
            hint=r"Allowed are letters, digits, '_', '-' and '.' (`^[\w\-\.]+\Z`).",
        )


class AgentId:
    """The address of one agent in a runtime: its type, and a key among agents of that type.

    Example:
        >>> AgentId.from_str("writer/session/1").key
        'session/1'
    """

    __slots__ = ("_hash", "_key", "_type")

    def __init__(self, type: str | AgentType, key: str) -> None:
        type_name = type.type if isinstance(type, AgentType) else type
        check_agent_type(type_name)
        self._type: str = type_name
        self._key: str = key
        self._hash: int = hash((type_name, key))

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return f"{self._type}/{self._key}"

    def __repr__(self) -> str:
        return f'AgentId(type="{self._type}", key="{self._key}")'

    def __eq__(self, value: object) -> bool:
        if not isinstance(value, AgentId):
            return False
        return self._type == value._type and self._key == value._key

    @classmethod
    def from_str(cls, agent_id: str) -> Self:
        """Read `type/key`; the key may hold further slashes."""
        type_name, slash, key = agent_id.partition("/")
        if not slash:
            raise AddressError(f"Invalid agent id: {agent_id}", hint="Write `type/key`.")
        return cls(type_name, key)

    @property
    def type(self) -> str:
        """The name that ties the agent to its factory."""
        return self._type

    @property
    def key(self) -> str:
        """What tells agents of one type apart."""
        return self._key
