"""Tools and workbenches that answer from a recording; nothing is done a second time."""

from collections.abc import Mapping
from typing import Any, Protocol, Self

from pydantic import BaseModel

from studio._kit.run_context import current_run
from studio.core import CancellationToken, Component
from studio.core.tools import BaseTool, TextResultContent, ToolResult, ToolSchema, Workbench
from studio.domain.json_values import JsonDict, as_text

from .exceptions import RunFailedError


class ResultReader(Protocol):
    """Gives recorded results."""

    def tools(self) -> list[ToolSchema]:
        """Return the tools there were."""
        ...

    def next_result(self, name: str, arguments: Any) -> JsonDict:
        """Return what a tool gave."""
        ...


class TapedConfig(BaseModel):
    """Config of both: the component that is stood in for."""

    original: JsonDict


class TapedWorkbench(Workbench, Component[TapedConfig]):
    """Offers the tools that were offered, and gives the results that they gave."""

    component_provider_override = "studio.runs.taped_tools.TapedWorkbench"
    component_config_schema = TapedConfig

    def __init__(self, original: JsonDict, tape: ResultReader) -> None:
        self._original = original
        self._tape = tape

    async def list_tools(self) -> list[ToolSchema]:
        """Return the tools there were."""
        return self._tape.tools()

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
        call_id: str | None = None,
    ) -> ToolResult:
        """Return what the tool gave."""
        found = self._tape.next_result(name, dict(arguments or {}))
        content = TextResultContent(content=as_text(found.get("result")))
        return ToolResult(name=name, result=[content], is_error=bool(found.get("is_error")))

    async def start(self) -> None:
        """Nothing has to be started."""

    async def stop(self) -> None:
        """Nothing has to be stopped."""

    async def reset(self) -> None:
        """There is nothing to go back from."""

    async def save_state(self) -> Mapping[str, Any]:
        """Return no state: the tape has its own."""
        return {}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Leave the tape where it is."""

    def _to_config(self) -> TapedConfig:
        return TapedConfig(original=self._original)

    @classmethod
    def _from_config(cls, config: TapedConfig) -> Self:
        return cls(config.original, current_tape())


class TapedTool(BaseTool[BaseModel, BaseModel], Component[TapedConfig]):
    """Looks like the tool it stands in for, and gives the results that it gave."""

    component_provider_override = "studio.runs.taped_tools.TapedTool"
    component_config_schema = TapedConfig

    def __init__(self, original: JsonDict, tape: ResultReader) -> None:
        tool = BaseTool[Any, Any].load_component(original)
        super().__init__(tool.args_type(), BaseModel, tool.name, tool.description)
        self._original = original
        self._tape = tape

    async def run(self, args: BaseModel, cancellation_token: CancellationToken) -> BaseModel:
        """Refuse: only recorded results are given."""
        raise RunFailedError("a taped tool gives recorded results only")

    async def run_json(
        self,
        args: Mapping[str, Any],
        cancellation_token: CancellationToken,
        call_id: str | None = None,
    ) -> Any:
        """Return what the tool gave.

        Raises:
            RunFailedError: It had failed.
        """
        found = self._tape.next_result(self.name, dict(args))
        if found.get("is_error"):
            raise RunFailedError(as_text(found.get("result")))
        return as_text(found.get("result"))

    def _to_config(self) -> TapedConfig:
        return TapedConfig(original=self._original)

    @classmethod
    def _from_config(cls, config: TapedConfig) -> Self:
        return cls(config.original, current_tape())


def taped_tools(component: JsonDict, kind: str) -> JsonDict:
    """Return the component that stands in for a tool or a workbench."""
    stand_in = TapedWorkbench if kind == "workbench" else TapedTool
    return {
        "provider": stand_in.component_provider_override,
        "component_type": kind,
        "config": {"original": component},
    }


def current_tape() -> ResultReader:
    """Return the recording that the run around plays.

    Raises:
        RunFailedError: It plays none.
    """
    tape = getattr(current_run(), "tape", None)
    if tape is None:
        raise RunFailedError("there is no recording to take results from")
    return tape
