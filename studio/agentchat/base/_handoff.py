"""How an agent is told that it may hand the conversation over."""

from typing import Any, cast

from pydantic import BaseModel, Field, model_validator

from studio._kit.deferred import DeferredModel
from studio.core.tools import BaseTool, FunctionTool


class Handoff(DeferredModel):
    """A possible hand-over to another agent; the model sees it as a tool without arguments.

    Example:
        >>> Handoff(target="Alice").name
        'transfer_to_alice'
    """

    target: str
    """Name of the agent that takes over."""

    description: str = Field(default="")
    """When to hand over; made from the target if not given."""

    name: str = Field(default="")
    """Name of the tool; made from the target if not given."""

    message: str = Field(default="")
    """What the hand-over says; made from the target if not given."""

    @model_validator(mode="before")
    @classmethod
    def set_defaults(cls, values: Any) -> Any:
        """Fill in what follows from the target."""
        if not isinstance(values, dict):
            return values
        values = cast("dict[str, Any]", values)
        target = values.get("target")
        if not isinstance(target, str):
            return values
        name = values.get("name")
        if name and not (isinstance(name, str) and name.isidentifier()):
            raise ValueError(f"Handoff name must be a valid identifier: {name}")
        return {
            **values,
            "description": values.get("description") or f"Handoff to {target}.",
            "name": name or f"transfer_to_{target}".lower(),
            "message": values.get("message")
            or f"Transferred to {target}, adopting the role of {target} immediately.",
        }

    @property
    def handoff_tool(self) -> BaseTool[BaseModel, BaseModel]:
        """The hand-over as a tool that returns the message."""

        def hand_over() -> str:
            return self.message

        return FunctionTool(hand_over, self.description, name=self.name, strict=True)
