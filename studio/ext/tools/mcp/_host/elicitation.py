"""Asks a person on behalf of a server."""

import asyncio
import json
import sys
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Literal, Self, TextIO, cast

from pydantic import BaseModel

from studio._kit.run_context import Question, RunContext
from studio.core import Component, ComponentBase, ComponentType
from studio.ext.tools.mcp._protocol import types

Action = Literal["accept", "decline", "cancel"]
_ACTIONS: dict[str, Action] = {
    "a": "accept",
    "accept": "accept",
    "d": "decline",
    "decline": "decline",
    "c": "cancel",
    "cancel": "cancel",
}
_REFUSALS: dict[str, Action] = {"": "decline", "false": "decline", "null": "decline"}


class Elicitor(ABC, ComponentBase[BaseModel]):
    """Answers when a server wants a person asked."""

    component_type: ClassVar[ComponentType] = "mcp_elicitor"

    @abstractmethod
    async def elicit(
        self, params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        """Return the person's answer."""


class StreamElicitor(Elicitor):
    """Asks on a pair of text streams.

    The person chooses to accept, decline or cancel and, if a form is wanted, gives it as a line of
    JSON.

    Args:
        read_stream: Where the answers come from.
        write_stream: Where the questions go.
        timeout: Seconds to wait for each line; `None` for as long as it takes.
    """

    def __init__(
        self, read_stream: TextIO, write_stream: TextIO, timeout: float | None = None
    ) -> None:
        self._read_stream: TextIO = read_stream
        self._write_stream: TextIO = write_stream
        self._timeout: float | None = timeout

    @property
    def timeout(self) -> float | None:
        """Seconds to wait for each line."""
        return self._timeout

    async def elicit(self, params: types.ElicitRequestParams) -> types.ElicitResult:
        """Ask, and return the answer.

        Raises:
            TimeoutError: There was none in time.
            ValueError: The form is not JSON.
        """
        lines = ["", "A tool server asks:", params.message]
        if isinstance(params, types.ElicitRequestURLParams):
            lines.append(f"It wants you to open {params.url}")
        lines.append("[a]ccept, [d]ecline or [c]ancel? ")
        self._write("\n".join(lines))
        action = await self._choose()
        if action != "accept" or not isinstance(params, types.ElicitRequestFormParams):
            return types.ElicitResult(action=action)
        schema = json.dumps(params.requested_schema, indent=2)
        self._write(f"Answer with a line of JSON that fits\n{schema}\n> ")
        return types.ElicitResult(action=action, content=json.loads(await self._read()))

    async def _choose(self) -> Action:
        while line := await self._read():
            action = _ACTIONS.get(line.strip().lower())
            if action is not None:
                return action
            self._write("Please type a, d or c: ")
        return "cancel"

    def _write(self, text: str) -> None:
        self._write_stream.write(text)
        self._write_stream.flush()

    async def _read(self) -> str:
        async with asyncio.timeout(self._timeout):
            return await asyncio.to_thread(self._read_stream.readline)


class StdioElicitorConfig(BaseModel):
    """Config of `StdioElicitor`."""

    timeout: float | None = None


class StdioElicitor(StreamElicitor, Component[StdioElicitorConfig]):
    """Asks on the terminal.

    Args:
        timeout: Seconds to wait for each line; `None` for as long as it takes.
    """

    component_provider_override: ClassVar[str | None] = "autogen_ext.tools.mcp.StdioElicitor"
    component_config_schema = StdioElicitorConfig

    def __init__(self, timeout: float | None = None) -> None:
        super().__init__(sys.stdin, sys.stdout, timeout)

    def _to_config(self) -> StdioElicitorConfig:
        return StdioElicitorConfig(timeout=self.timeout)

    @classmethod
    def _from_config(cls, config: StdioElicitorConfig) -> Self:
        return cls(timeout=config.timeout)


async def ask_through_run(run: RunContext, params: types.ElicitRequestParams) -> types.ElicitResult:
    """Ask whoever watches the run; an answer that is no form declines."""
    prompt, schema = params.message, cast("dict[str, Any]", {"type": "boolean"})
    if isinstance(params, types.ElicitRequestFormParams):
        schema = params.requested_schema
    else:
        prompt = f"{prompt}\n\nIt wants you to open {params.url}"
    answer = (await run.ask(Question(prompt=prompt, source="mcp", schema=schema))).strip()
    word = answer.strip('"').lower()
    if word in _REFUSALS or _ACTIONS.get(word, "accept") != "accept":
        return types.ElicitResult(action=_REFUSALS.get(word) or _ACTIONS[word])
    if not isinstance(params, types.ElicitRequestFormParams):
        return types.ElicitResult(action="accept")
    try:
        content = json.loads(answer)
    except ValueError:
        content = None
    if not isinstance(content, dict):
        return types.ElicitResult(action="decline")
    return types.ElicitResult(action="accept", content=cast("dict[str, Any]", content))
