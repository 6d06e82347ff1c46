"""When a conversation ends."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import BaseModel

from studio._kit.deferred import DeferredModel
from studio._kit.errors import StudioError
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage
from studio.core import Component, ComponentBase, ComponentModel, ComponentType


class TerminatedException(BaseException):
    """A condition was asked again after it had fired; `reset()` comes first."""


class AlreadyTerminatedError(StudioError, RuntimeError):
    """An alternative of conditions was asked again after one had fired."""

    code = "agentchat.already_terminated"


class TerminationCondition(ABC, ComponentBase[BaseModel]):
    """Decides after each turn, from what is new, whether the conversation ends.

    Conditions combine: `a & b` fires once both have, `a | b` when either does.

    Example:
        `MaxMessageTermination(10) | TextMentionTermination("TERMINATE")`
    """

    component_type: ClassVar[str] = "termination"

    @property
    @abstractmethod
    def terminated(self) -> bool:
        """Whether it has fired."""

    @abstractmethod
    async def __call__(
        self, messages: Sequence[BaseAgentEvent | BaseChatMessage]
    ) -> StopMessage | None:
        """Look at the messages since the last call; return the reason to stop, if there is one.

        Raises:
            TerminatedException: It has fired already.
        """

    @abstractmethod
    async def reset(self) -> None:
        """Start over."""

    def save_progress(self) -> Mapping[str, Any]:
        """Return how far it has come, as JSON-ready data; nothing unless a condition says so."""
        return {}

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        """Go back to what `save_progress` returned."""

    def __and__(self, other: "TerminationCondition") -> "TerminationCondition":
        """Fire once both have fired."""
        return AndTerminationCondition(self, other)

    def __or__(self, other: "TerminationCondition") -> "TerminationCondition":
        """Fire when either fires."""
        return OrTerminationCondition(self, other)


def _joined(stops: Sequence[StopMessage]) -> StopMessage:
    return StopMessage(
        content=", ".join(stop.content for stop in stops),
        source=", ".join(stop.source for stop in stops),
    )


class AndTerminationConditionConfig(DeferredModel):
    """Config of a conjunction."""

    conditions: list[ComponentModel]


class AndTerminationCondition(TerminationCondition, Component[AndTerminationConditionConfig]):
    """Fires once all of its conditions have fired, at whatever time each did."""

    component_config_schema = AndTerminationConditionConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.base.AndTerminationCondition"
    )

    def __init__(self, *conditions: TerminationCondition) -> None:
        self._conditions: tuple[TerminationCondition, ...] = conditions
        self._stops: list[StopMessage] = []

    @property
    def terminated(self) -> bool:
        """Whether all have fired."""
        return all(condition.terminated for condition in self._conditions)

    async def __call__(
        self, messages: Sequence[BaseAgentEvent | BaseChatMessage]
    ) -> StopMessage | None:
        """Ask those that have not fired yet."""
        if self.terminated:
            raise TerminatedException("Termination condition has already been reached.")
        for condition in self._conditions:
            if not condition.terminated:
                stop = await condition(messages)
                if stop is not None:
                    self._stops.append(stop)
        return _joined(self._stops) if self.terminated else None

    async def reset(self) -> None:
        """Reset all conditions."""
        for condition in self._conditions:
            await condition.reset()
        self._stops.clear()

    def save_progress(self) -> Mapping[str, Any]:
        """Return the progress of each condition and the reasons so far."""
        return {
            "conditions": [condition.save_progress() for condition in self._conditions],
            "stops": [stop.dump() for stop in self._stops],
        }

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        """Hand each condition its progress back."""
        for condition, part in zip(self._conditions, progress.get("conditions", []), strict=False):
            condition.load_progress(part)
        self._stops = [StopMessage.load(stop) for stop in progress.get("stops", [])]

    def _to_config(self) -> AndTerminationConditionConfig:
        return AndTerminationConditionConfig(
            conditions=[condition.dump_component() for condition in self._conditions]
        )

    @classmethod
    def _from_config(cls, config: AndTerminationConditionConfig) -> "AndTerminationCondition":
        return cls(*(TerminationCondition.load_component(part) for part in config.conditions))


class OrTerminationConditionConfig(DeferredModel):
    """Config of an alternative."""

    conditions: list[ComponentModel]
    """Any of them ends the conversation."""


class OrTerminationCondition(TerminationCondition, Component[OrTerminationConditionConfig]):
    """Fires when any of its conditions fires; all that fire in one call give their reason."""

    component_config_schema = OrTerminationConditionConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.base.OrTerminationCondition"
    )

    def __init__(self, *conditions: TerminationCondition) -> None:
        self._conditions: tuple[TerminationCondition, ...] = conditions

    @property
    def terminated(self) -> bool:
        """Whether any has fired."""
        return any(condition.terminated for condition in self._conditions)

    async def __call__(
        self, messages: Sequence[BaseAgentEvent | BaseChatMessage]
    ) -> StopMessage | None:
        """Ask all conditions.

        Raises:
            AlreadyTerminatedError: One has fired already.
        """
        if self.terminated:
            raise AlreadyTerminatedError("Termination condition has already been reached")
        stops = [
            stop
            for condition in self._conditions
            if (stop := await condition(messages)) is not None
        ]
        return _joined(stops) if stops else None

    async def reset(self) -> None:
        """Reset all conditions."""
        for condition in self._conditions:
            await condition.reset()

    def save_progress(self) -> Mapping[str, Any]:
        """Return the progress of each condition."""
        return {"conditions": [condition.save_progress() for condition in self._conditions]}

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        """Hand each condition its progress back."""
        for condition, part in zip(self._conditions, progress.get("conditions", []), strict=False):
            condition.load_progress(part)

    def _to_config(self) -> OrTerminationConditionConfig:
        return OrTerminationConditionConfig(
            conditions=[condition.dump_component() for condition in self._conditions]
        )

    @classmethod
    def _from_config(cls, config: OrTerminationConditionConfig) -> "OrTerminationCondition":
        return cls(*(TerminationCondition.load_component(part) for part in config.conditions))
