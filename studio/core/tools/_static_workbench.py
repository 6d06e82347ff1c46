"""Workbenches over a fixed list of tools."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any, ClassVar, Literal, Self, cast

from pydantic import Field

from studio._kit.deferred import DeferredModel
from studio.core._addressing import CancellationToken
from studio.core._component import Component, ComponentModel
from studio.core.tools._base import BaseTool, StreamTool
from studio.core.tools._overrides import ToolOverride, original_names, overridden
from studio.core.tools._schema import ToolSchema
from studio.core.tools._workbench import (
    StreamWorkbench,
    TextResultContent,
    ToolResult,
    Workbench,
)


class StaticWorkbenchConfig(DeferredModel):
    """Config of `StaticWorkbench`."""

    tools: list[ComponentModel] = Field(default_factory=list[ComponentModel])
    tool_overrides: dict[str, ToolOverride] = Field(default_factory=dict[str, ToolOverride])


class StaticWorkbenchState(DeferredModel):
    """State of `StaticWorkbench`."""

    type: Literal["StaticWorkbenchState"] = "StaticWorkbenchState"
    tools: dict[str, Mapping[str, Any]] = Field(default_factory=dict[str, Mapping[str, Any]])


class StaticWorkbench(Workbench, Component[StaticWorkbenchConfig]):
    """A workbench whose tools never change.

    Args:
        tools: The tools.
        tool_overrides: Other names and descriptions, by original name.

    Raises:
        ToolOverrideError: A new name is another tool's already.
    """

    component_provider_override: ClassVar[str | None] = "autogen_core.tools.StaticWorkbench"
    component_config_schema = StaticWorkbenchConfig

    def __init__(
        self,
        tools: list[BaseTool[Any, Any]],
        tool_overrides: dict[str, ToolOverride] | None = None,
    ) -> None:
        self._tools: list[BaseTool[Any, Any]] = tools
        self._tool_overrides: dict[str, ToolOverride] = tool_overrides or {}
        names = [tool.name for tool in tools]
        self._original_names: dict[str, str] = original_names(self._tool_overrides, names)

    async def list_tools(self) -> list[ToolSchema]:
        """Return the schemas of the tools, under their new names."""
        return [
            overridden(tool.schema, self._tool_overrides.get(tool.name)) for tool in self._tools
        ]

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
        call_id: str | None = None,
    ) -> ToolResult:
        """Call a tool by its new or its original name; errors come back as a result."""
        tool = self._find(name)
        if tool is None:
            return _not_found(name)
        token = cancellation_token or CancellationToken()
        work = asyncio.ensure_future(tool.run_json(arguments or {}, token, call_id=call_id))
        token.link_future(work)
        try:
            text = tool.return_value_as_string(await work)
        except Exception as exc:  # noqa: BLE001 - a tool's error is an answer to the model
            return _failed(name, exc)
        return _succeeded(name, text)

    async def start(self) -> None:
        """Nothing to get ready."""

    async def stop(self) -> None:
        """Nothing to release."""

    async def reset(self) -> None:
        """Nothing to reset."""

    async def save_state(self) -> Mapping[str, Any]:
        """Return the states of the tools."""
        states = {tool.name: await tool.save_state_json() for tool in self._tools}
        return StaticWorkbenchState(tools=states).model_dump()

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Give the tools their saved states."""
        saved = StaticWorkbenchState.model_validate(state).tools
        for tool in self._tools:
            if tool.name in saved:
                await tool.load_state_json(saved[tool.name])

    def _find(self, name: str) -> BaseTool[Any, Any] | None:
        original = self._original_names.get(name, name)
        return next((tool for tool in self._tools if tool.name == original), None)

    def _to_config(self) -> StaticWorkbenchConfig:
        return StaticWorkbenchConfig(
            tools=[tool.dump_component() for tool in self._tools],
            tool_overrides=self._tool_overrides,
        )

    @classmethod
    def _from_config(cls, config: StaticWorkbenchConfig) -> Self:
        tools: list[BaseTool[Any, Any]] = [BaseTool.load_component(tool) for tool in config.tools]
        return cls(tools=tools, tool_overrides=config.tool_overrides)


class StaticStreamWorkbench(StaticWorkbench, StreamWorkbench):
    """A workbench whose tools never change and can tell how they are getting on."""

    component_provider_override: ClassVar[str | None] = "autogen_core.tools.StaticStreamWorkbench"

    async def call_tool_stream(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
        call_id: str | None = None,
    ) -> AsyncGenerator[Any | ToolResult, None]:
        """Call a tool; yield all it yields but the last, which becomes the `ToolResult`."""
        tool = self._find(name)
        if tool is None:
            yield _not_found(name)
            return
        token = cancellation_token or CancellationToken()
        held: list[Any] = []
        try:
            if isinstance(tool, StreamTool):
                async for item in tool.run_json_stream(arguments or {}, token, call_id=call_id):
                    if held:
                        yield held.pop()
                    held.append(item)
            else:
                work = asyncio.ensure_future(tool.run_json(arguments or {}, token, call_id=call_id))
                token.link_future(work)
                held.append(await work)
            result = _succeeded(name, tool.return_value_as_string(held.pop()))
        except Exception as exc:  # noqa: BLE001 - a tool's error is an answer to the model
            result = _failed(name, exc)
        for item in held:
            yield item
        yield result


def _succeeded(name: str, text: str) -> ToolResult:
    return ToolResult(name=name, result=[TextResultContent(content=text)])


def _not_found(name: str) -> ToolResult:
    text = f"Tool {name} not found."
    return ToolResult(name=name, result=[TextResultContent(content=text)], is_error=True)


def _failed(name: str, error: Exception) -> ToolResult:
    text = "\n".join(_lines(error))
    return ToolResult(name=name, result=[TextResultContent(content=text)], is_error=True)


def _lines(error: BaseException) -> list[str]:
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return [line for inner in group.exceptions for line in _lines(inner)]
    return [str(error)]
