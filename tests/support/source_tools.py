"""Function tools made from source text, as from JSON."""

from typing import Any

from studio.core import CancellationToken
from studio.core.tools import FunctionTool, ToolLimits


def source_tool(source: str, *, imports: list[Any] | None = None, **limits: Any) -> FunctionTool:
    """Return a tool whose function is called `f`, with the given limits."""
    config = {
        "source_code": source,
        "name": "f",
        "description": "",
        "global_imports": imports or [],
        "has_cancellation_support": False,
    }
    made = FunctionTool.load_component(
        {"provider": "autogen_core.tools.FunctionTool", "config": config}
    )
    made.limits = ToolLimits(**limits)
    return made


async def call_source(source: str, arguments: dict[str, Any] | None = None, **options: Any) -> Any:
    """Return what the function `f` of a source returns."""
    return await source_tool(source, **options).run_json(arguments or {}, CancellationToken())
