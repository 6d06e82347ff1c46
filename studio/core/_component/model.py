"""The serialized form of a component."""

from typing import Any, Literal

from studio._kit.deferred import DeferredModel

ComponentType = (
    Literal["model", "agent", "tool", "termination", "token_provider", "workbench"] | str
)
"""What a component is for; known kinds or any other word."""


class ComponentModel(DeferredModel):
    """A component as data: which class it is and what it needs to be built again."""

    provider: str
    """Full name of the class."""
    component_type: ComponentType | None = None
    """Kind of component; `None` means the provider's own."""
    version: int | None = None
    """Version of the specification; written as `component_version` is."""
    component_version: int | None = None
    """Version of the class's config; `None` means the current one."""
    description: str | None = None
    """What it does, for people."""
    label: str | None = None
    """Its name, for people."""
    config: dict[str, Any]
    """What the class needs, in the shape of its config schema."""
