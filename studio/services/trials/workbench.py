"""Tries a workbench: its tools are listed, and one of them is called."""

from typing import cast

from studio._kit.run_context import entered_run
from studio.core.tools import ImageResultContent, ToolResult, ToolSchema, Workbench
from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text
from studio.domain.kinds import class_of
from studio.runs.loading import load_part

from .documents import Finding, Telling, TrialInputError, TrialTool
from .effects import effects_of
from .printed import PrintedRun
from .trial import Trial

_STATIC = frozenset({"StaticWorkbench", "StaticStreamWorkbench"})


class WorkbenchTrial(Trial):
    """Lists the tools; with a name it calls one."""

    action = "List tools"
    intro = "The workbench is started, asked for its tools, and stopped again."

    async def input_schema(self) -> JsonDict:
        """Return the schema of a call; without a name the tools are listed."""
        return {
            "type": "object",
            "properties": {
                "tool": {"type": "string", "title": "Tool"},
                "arguments": {"type": "object", "title": "Arguments"},
            },
        }

    async def tools(self) -> list[TrialTool] | None:
        """Return the tools of a fixed set; others have to be started to be asked."""
        if class_of(self.component) not in _STATIC:
            return None
        workbench = await self._load()
        return self._told(await workbench.list_tools())

    def effective(self) -> JsonDict:
        """Return the tool that is called, or nothing while a fixed set is only listed."""
        if class_of(self.component) not in _STATIC:
            return self.component
        name = as_text(self.given.get("tool"))
        nothing: JsonDict = {}
        return next((tool for tool in self._members() if _name(tool) == name), nothing)

    async def prepare(self) -> None:
        """Build the workbench and read which tool is meant."""
        self._name: str = as_text(self.given.get("tool"))
        arguments: object = self.given.get("arguments")
        if not isinstance(arguments, dict | None):
            raise TrialInputError("the arguments are no object", hint="Give them by name.")
        self._arguments: JsonDict = as_dict(arguments)
        self._workbench: Workbench = await self._load()

    async def run(self, telling: Telling) -> Finding:
        """List the tools, or call one."""
        printed = PrintedRun()
        with entered_run(printed):
            async with self._workbench as workbench:
                tools = self._told(await workbench.list_tools())
                listed = {"tools": [tool.model_dump() for tool in tools]}
                if not self._name:
                    count = f"{len(tools)} tool{'' if len(tools) == 1 else 's'}"
                    return Finding(f"It offers {count}.", listed)
                if self._name not in {tool.name for tool in tools}:
                    raise TrialInputError(
                        f"there is no tool {self._name!r} in it",
                        hint="It has: " + ", ".join(tool.name for tool in tools),
                    )
                result = await workbench.call_tool(
                    self._name, self._arguments, cancellation_token=telling.token
                )
        facts = {**_facts(result), "tool": self._name, "stdout": printed.text}
        verb = "answered with an error" if result.is_error else "returned a result"
        return Finding(f"{self._name} {verb}.", {**listed, **facts}, ok=not result.is_error)

    def _members(self) -> list[JsonDict]:
        return as_dicts(as_list(as_dict(self.component.get("config")).get("tools")))

    def _told(self, schemas: list[ToolSchema]) -> list[TrialTool]:
        members = {_name(tool): tool for tool in self._members()}
        return [
            TrialTool(
                name=schema["name"],
                description=schema.get("description", ""),
                input_schema=cast("JsonDict", schema.get("parameters", {"type": "object"})),
                asks=next(iter(effects_of(members.get(schema["name"], self.component)).asks), None),
            )
            for schema in schemas
        ]

    async def _load(self) -> Workbench:
        return await load_part(self.component, Workbench)


def _name(tool: JsonDict) -> str:
    config = as_dict(tool.get("config"))
    return as_text(config.get("name")) or as_text(as_dict(config.get("tool")).get("name"))


def _facts(result: ToolResult) -> JsonDict:
    images = [
        part.content.data_uri for part in result.result if isinstance(part, ImageResultContent)
    ]
    return {"text": result.to_text(replace_image="[image]"), "images": images}
