"""Tries a tool: it is called with arguments."""

import json
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from studio._kit.errors import StudioError
from studio._kit.run_context import entered_run
from studio.core.tools import BaseTool
from studio.domain.json_values import JsonDict
from studio.runs.failures import first_line
from studio.runs.loading import load_part

from .documents import Finding, Telling, TrialError
from .printed import PrintedRun
from .trial import Trial, wrong_arguments

AnyTool = BaseTool[Any, Any]


class ToolTrial(Trial):
    """Calls the tool once; a Python tool runs in its child process."""

    action = "Call"
    intro = "The tool is called once with these arguments."

    async def input_schema(self) -> JsonDict:
        """Return the schema of the arguments."""
        tool = await self._load()
        return cast("JsonDict", tool.schema.get("parameters", {"type": "object"}))

    async def prepare(self) -> None:
        """Build the tool and check the arguments."""
        self._tool: AnyTool = await self._load()
        try:
            self._tool.args_type().model_validate(self.given)
        except ValidationError as error:
            raise wrong_arguments(error) from error

    async def run(self, telling: Telling) -> Finding:
        """Call it; what its function raises is a finding and not a failure of ours."""
        printed = PrintedRun()
        with entered_run(printed):
            try:
                value = await self._tool.run_json(self.given, telling.token)
            except StudioError as error:
                # Whoever wrote the function wants to see what it printed before it failed.
                if not printed.text:
                    raise
                return _failed(error, printed.text)
        text = self._tool.return_value_as_string(value)
        return Finding(
            "It returned a result.",
            {"value": _as_data(value), "text": text, "stdout": printed.text},
        )

    async def _load(self) -> AnyTool:
        return await load_part(self.component, cast("type[AnyTool]", BaseTool))


def _failed(error: StudioError, printed: str) -> Finding:
    told = TrialError(code=error.code, message=first_line(error), hint=error.hint)
    result = {"stdout": printed, "error": told.model_dump()}
    return Finding(f"It failed: {first_line(error)}", result, ok=False)


def _as_data(value: Any) -> Any:
    """Return a result as JSON data, where it is some."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    try:
        return json.loads(json.dumps(value))
    except (TypeError, ValueError):
        return str(value)
