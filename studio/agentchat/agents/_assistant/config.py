"""Config of the assistant, in all versions."""

from collections.abc import Mapping
from typing import Any

from pydantic import field_validator

from studio._kit.deferred import DeferredModel
from studio.agentchat.base import Handoff
from studio.core import ComponentModel

_FORMER_DEFAULTS = {"reflect_on_tool_use": False, "tool_call_summary_format": "{result}"}


class AssistantAgentConfig(DeferredModel):
    """Config of an assistant, version 2."""

    name: str
    model_client: ComponentModel
    tools: list[ComponentModel] | None = None
    workbench: list[ComponentModel] | None = None
    handoffs: list[Handoff | str] | None = None
    model_context: ComponentModel | None = None
    memory: list[ComponentModel] | None = None
    description: str
    system_message: str | None = None
    model_client_stream: bool = False
    reflect_on_tool_use: bool
    tool_call_summary_format: str
    max_tool_iterations: int = 1
    metadata: dict[str, str] | None = None
    structured_message_factory: ComponentModel | None = None

    @field_validator("workbench", mode="before")
    @classmethod
    def _to_list(cls, value: Any) -> Any:
        # Earlier documents have one workbench instead of a list.
        single = isinstance(value, Mapping | ComponentModel)
        return [value] if single else value


def from_version_1(config: Mapping[str, Any], description: str) -> AssistantAgentConfig:
    """Read a config of version 1, which may leave out what was required later."""
    return AssistantAgentConfig.model_validate(
        {"description": description, **_FORMER_DEFAULTS, **config}
    )
