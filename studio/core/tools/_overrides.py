"""Other names and descriptions for the tools of a workbench."""

from collections.abc import Iterable, Mapping

from studio._kit.deferred import DeferredModel
from studio.core.tools._errors import ToolOverrideError
from studio.core.tools._schema import ToolSchema


class ToolOverride(DeferredModel):
    """What to show a model instead of a tool's own name and description."""

    name: str | None = None
    description: str | None = None


def original_names(
    overrides: Mapping[str, ToolOverride], existing: Iterable[str] = ()
) -> dict[str, str]:
    """Return the original name for each new one.

    Raises:
        ToolOverrideError: A new name is another tool's already.
    """
    taken = set(existing)
    originals: dict[str, str] = {}
    for original, override in overrides.items():
        name = override.name
        if not name or name == original:
            continue
        if name in taken:
            raise ToolOverrideError(
                f"Tool override name '{name}' for tool '{original}' conflicts with existing tool "
                f"name. All tool names must be unique."
            )
        if name in originals:
            raise ToolOverrideError(
                f"Tool override name '{name}' is used by multiple tools: "
                f"'{originals[name]}' and '{original}'. All override names must be unique."
            )
        originals[name] = original
    return originals


def overridden(schema: ToolSchema, override: ToolOverride | None) -> ToolSchema:
    """Return a schema with the new name and description."""
    if override is None:
        return schema
    changed = schema.copy()
    if override.name is not None:
        changed["name"] = override.name
    if override.description is not None:
        changed["description"] = override.description
    return changed
