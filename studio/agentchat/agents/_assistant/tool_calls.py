"""Carries out the calls of tools that an assistant's model asks for."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, cast

from studio._kit.run_context import current_run
from studio._kit.tasks import TaskOwner
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import CancellationToken, FunctionCall
from studio.core.models import FunctionExecutionResult
from studio.core.tools import BaseTool, StreamWorkbench, Tool, ToolResult, ToolSchema, Workbench

from .setup import Parts

_Item = BaseAgentEvent | BaseChatMessage


class Toolbox:
    """The tools that are on offer for one call of the model."""

    def __init__(
        self, parts: Parts, *, offered: list[Tool | ToolSchema], owners: dict[str, Workbench]
    ) -> None:
        self.offered: list[Tool | ToolSchema] = offered
        self._owners: dict[str, Workbench] = owners
        self._handoff_tools: dict[str, BaseTool[Any, Any]] = {
            tool.name: tool for tool in parts.handoff_tools
        }

    @classmethod
    async def open(cls, parts: Parts) -> "Toolbox":
        """Ask the workbenches what they have; the first one with a name keeps it."""
        offered: list[Tool | ToolSchema] = []
        owners: dict[str, Workbench] = {}
        for workbench in parts.workbenches:
            for schema in await workbench.list_tools():
                offered.append(schema)
                owners.setdefault(schema["name"], workbench)
        offered.extend(parts.handoff_tools)
        return cls(parts, offered=offered, owners=owners)

    async def execute(
        self, call: FunctionCall, cancellation_token: CancellationToken
    ) -> AsyncGenerator[_Item | FunctionExecutionResult, None]:
        """Yield what the tool says while it works, then its result; errors are results too."""
        try:
            arguments = _parse_arguments(call.arguments)
        except (ValueError, TypeError) as error:
            yield _to_result(call, f"Error: {error}", is_error=True)
            return
        run = current_run()
        if run is not None:
            await run.before("tool", call.name, arguments)
        try:
            async for item in self._dispatch(call, arguments, cancellation_token):
                yield item
        except Exception as error:  # noqa: BLE001 - tools are foreign code; the model reads the error
            yield _to_result(call, str(error) or type(error).__name__, is_error=True)

    async def _dispatch(
        self,
        call: FunctionCall,
        arguments: Mapping[str, Any],
        cancellation_token: CancellationToken,
    ) -> AsyncGenerator[_Item | FunctionExecutionResult, None]:
        handoff_tool = self._handoff_tools.get(call.name)
        workbench = self._owners.get(call.name)
        if handoff_tool is not None:
            value = await handoff_tool.run_json(arguments, cancellation_token, call_id=call.id)
            yield _to_result(call, handoff_tool.return_value_as_string(value))
        elif workbench is None:
            text = f"Error: tool '{call.name}' not found in any workbench"
            yield _to_result(call, text, is_error=True)
        else:
            async for item in _call(workbench, call, arguments, cancellation_token):
                if isinstance(item, ToolResult):
                    yield _to_result(call, item.to_text(), is_error=item.is_error)
                else:
                    yield item


def _parse_arguments(text: str) -> dict[str, Any]:
    arguments: object = json.loads(text) if text.strip() else {}
    if not isinstance(arguments, dict):
        raise TypeError(f"the arguments must be a JSON object, not {type(arguments).__name__}")
    return cast("dict[str, Any]", arguments)


def _to_result(
    call: FunctionCall, content: str, *, is_error: bool = False
) -> FunctionExecutionResult:
    return FunctionExecutionResult(
        content=content, name=call.name, call_id=call.id, is_error=is_error
    )


async def _call(
    workbench: Workbench,
    call: FunctionCall,
    arguments: Mapping[str, Any],
    cancellation_token: CancellationToken,
) -> AsyncGenerator[_Item | ToolResult, None]:
    if not isinstance(workbench, StreamWorkbench):
        yield await workbench.call_tool(
            call.name, arguments, cancellation_token=cancellation_token, call_id=call.id
        )
        return
    stream = workbench.call_tool_stream(
        call.name, arguments, cancellation_token=cancellation_token, call_id=call.id
    )
    async for item in stream:
        if isinstance(item, ToolResult | BaseAgentEvent | BaseChatMessage):
            yield item


class ToolCalls:
    """A set of calls that run at the same time."""

    def __init__(
        self,
        toolbox: Toolbox,
        calls: Sequence[FunctionCall],
        cancellation_token: CancellationToken,
    ) -> None:
        self._toolbox = toolbox
        self._calls = calls
        self._token = cancellation_token
        self._results: dict[int, FunctionExecutionResult] = {}

    @property
    def results(self) -> list[FunctionExecutionResult]:
        """What came back, in the order of the calls."""
        return [self._results[index] for index in range(len(self._calls))]

    async def stream(self) -> AsyncGenerator[_Item, None]:
        """Carry the calls out, yielding what the tools say as it comes."""
        # A run keeps in the context who is at work; an agent inside a tool must not change that
        # for the agent around it, so in a run even a single call gets a task.
        alone = len(self._calls) == 1 and current_run() is None
        items = self._one_call() if alone else self._several_calls()
        async for index, item in items:
            if isinstance(item, FunctionExecutionResult):
                self._results[index] = item
            else:
                yield item

    async def _one_call(
        self,
    ) -> AsyncGenerator[tuple[int, _Item | FunctionExecutionResult], None]:
        async for item in self._toolbox.execute(self._calls[0], self._token):
            yield 0, item

    async def _several_calls(
        self,
    ) -> AsyncGenerator[tuple[int, _Item | FunctionExecutionResult], None]:
        queue: asyncio.Queue[tuple[int, _Item | FunctionExecutionResult | None]] = asyncio.Queue()

        async def work(index: int, call: FunctionCall) -> None:
            try:
                async for item in self._toolbox.execute(call, self._token):
                    queue.put_nowait((index, item))
            finally:
                queue.put_nowait((index, None))

        owner = TaskOwner()
        try:
            tasks = [owner.start(work(index, call)) for index, call in enumerate(self._calls)]
            running = len(tasks)
            while running:
                index, item = await queue.get()
                if item is None:
                    running -= 1
                else:
                    yield index, item
            for task in tasks:
                await task
        finally:
            await owner.close()
