"""What a team is checked for and equipped with when it is built."""

from collections.abc import Sequence
from typing import cast

from studio.agentchat.base import ChatAgent, Team
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    MessageFactory,
    StructuredMessage,
)

from .errors import TeamSetupError

MessageTypes = list[type[BaseAgentEvent | BaseChatMessage]]


def check_setup(participants: Sequence[ChatAgent | Team], max_turns: int | None) -> None:
    """Make sure that a team can be built.

    Raises:
        TeamSetupError: It cannot.
    """
    if not participants:
        raise TeamSetupError("At least one participant is required.")
    names = [participant.name for participant in participants]
    if len(names) != len(set(names)):
        raise TeamSetupError(
            "The participant names must be unique.",
            hint=f"These occur twice: {sorted({n for n in names if names.count(n) > 1})}.",
        )
    if max_turns is not None and max_turns <= 0:
        raise TeamSetupError("The maximum number of turns must be greater than 0.")


def message_types(
    participants: Sequence[ChatAgent | Team], custom: MessageTypes | None
) -> MessageTypes:
    """Return the classes that a team has to know besides the built-in ones.

    These are the custom ones, the structured ones of its agents, and those of inner teams.
    """
    types: MessageTypes = list(custom or ())
    for participant in participants:
        if isinstance(participant, ChatAgent):
            produced = participant.produced_message_types
            types.extend(t for t in produced if _is_structured(t))
        else:
            types.extend(cast("MessageTypes", getattr(participant, "_message_types", ())))
    return types


def _is_structured(message_type: object) -> bool:
    return isinstance(message_type, type) and issubclass(message_type, StructuredMessage)


def factory_of(types: MessageTypes) -> MessageFactory:
    """Return a factory that knows the built-in classes and these."""
    factory = MessageFactory()
    for message_type in types:
        if not factory.is_registered(message_type):
            factory.register(message_type)
    return factory
