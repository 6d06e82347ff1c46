"""The parts that the configs of all teams share."""

from collections.abc import Sequence

from studio.agentchat.base import ChatAgent, Team, TerminationCondition
from studio.core import ComponentModel

from .errors import ParticipantTypeError


def load_participants(models: Sequence[ComponentModel]) -> list[ChatAgent | Team]:
    """Build agents and teams."""
    return [
        Team.load_component(model)
        if model.component_type == Team.component_type
        else ChatAgent.load_component(model)
        for model in models
    ]


def load_agents(models: Sequence[ComponentModel]) -> list[ChatAgent]:
    """Build agents."""
    return [ChatAgent.load_component(model) for model in models]


def load_condition(model: ComponentModel | None) -> TerminationCondition | None:
    """Build a condition, if there is one."""
    return None if model is None else TerminationCondition.load_component(model)


def dump_condition(condition: TerminationCondition | None) -> ComponentModel | None:
    """Write a condition, if there is one."""
    return None if condition is None else condition.dump_component()


def check_agents(participants: Sequence[object]) -> None:
    """Make sure that there are agents only.

    Raises:
        ParticipantTypeError: A participant is something else.
    """
    for participant in participants:
        if not isinstance(participant, ChatAgent):
            raise ParticipantTypeError(
                f"Participant {participant} must be a ChatAgent.",
                hint="A team can take part in a RoundRobinGroupChat or a SelectorGroupChat.",
            )
