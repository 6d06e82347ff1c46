"""Ends a conversation when a tool has run."""

from collections.abc import Sequence
from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, ToolCallExecutionEvent
from studio.core import Component, ComponentType

from ._once import OnceTermination


class FunctionCallTerminationConfig(DeferredModel):
    """Config of `FunctionCallTermination`."""

    function_name: str
    """Name of the tool."""


class FunctionCallTermination(OnceTermination, Component[FunctionCallTerminationConfig]):
    """Ends the conversation when the tool of that name has run.

    Args:
        function_name: Name of the tool.
    """

    component_config_schema = FunctionCallTerminationConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.FunctionCallTermination"
    )

    def __init__(self, function_name: str) -> None:
        super().__init__()
        self._function_name: str = function_name

    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        for message in messages:
            if isinstance(message, ToolCallExecutionEvent) and any(
                result.name == self._function_name for result in message.content
            ):
                return f"Function '{self._function_name}' was executed."
        return None

    def _to_config(self) -> FunctionCallTerminationConfig:
        return FunctionCallTerminationConfig(function_name=self._function_name)

    @classmethod
    def _from_config(cls, config: FunctionCallTerminationConfig) -> Self:
        return cls(function_name=config.function_name)
