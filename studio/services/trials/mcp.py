"""Tries an MCP server: tools, resources and prompts are listed, and one of them is used."""

from typing import Any, Protocol, cast

from studio._kit.run_context import entered_run
from studio.core.tools import Workbench
from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_text

from .documents import Finding, Telling, TrialInputError
from .printed import PrintedRun
from .workbench import WorkbenchTrial


class _Told(Protocol):
    """What a server answered, as a model of its protocol."""

    def model_dump(self, *, mode: str) -> dict[str, Any]: ...


class _Server(Protocol):
    """What an MCP workbench can do beyond others."""

    @property
    def initialize_result(self) -> Any: ...
    async def list_prompts(self) -> _Told: ...
    async def list_resources(self) -> _Told: ...
    async def list_resource_templates(self) -> _Told: ...
    async def read_resource(self, uri: str) -> _Told: ...
    async def get_prompt(self, name: str, arguments: dict[str, str] | None = None) -> _Told: ...


class McpTrial(WorkbenchTrial):
    """Lists what a server offers; with a name it calls a tool, reads a resource, fills a prompt.

    What a server does not have at all is not asked for.
    """

    action = "Connect"
    intro = "The server is connected to, asked for what it offers, and left again."

    async def input_schema(self) -> JsonDict:
        """Return the schema of a use; without a name everything is listed."""
        schema = await super().input_schema()
        schema["properties"] |= {
            "resource": {"type": "string", "title": "Address of a resource"},
            "prompt": {"type": "string", "title": "Prompt"},
        }
        return schema

    async def prepare(self) -> None:
        """Build the workbench and read what is meant."""
        await super().prepare()
        self._resource: str = as_text(self.given.get("resource"))
        self._prompt: str = as_text(self.given.get("prompt"))

    async def run(self, telling: Telling) -> Finding:
        """List everything, read a resource, fill a prompt in, or call a tool."""
        if self._name:
            return await super().run(telling)
        with entered_run(PrintedRun()):
            async with self._workbench as workbench:
                server = cast("_Server", workbench)
                if self._resource:
                    return _read(
                        (await server.read_resource(self._resource)).model_dump(mode="json")
                    )
                if self._prompt:
                    return await self._fill(server)
                return await self._list(workbench, server)

    async def _fill(self, server: _Server) -> Finding:
        given = {name: str(value) for name, value in self._arguments.items()}
        missing = await self._missing(server, given)
        if missing:
            raise TrialInputError(
                f"the prompt {self._prompt} needs {', '.join(missing)}", hint="Fill it in."
            )
        found = (await server.get_prompt(self._prompt, given)).model_dump(mode="json")
        messages: list[JsonDict] = [
            {"source": message["role"], "text": _text(as_dict(message["content"]))}
            for message in as_dicts(found["messages"])
        ]
        return Finding(f"{self._prompt} is filled in.", {"prompt": messages})

    async def _missing(self, server: _Server, given: dict[str, str]) -> list[str]:
        for prompt in await _prompts(server):
            if prompt["name"] == self._prompt:
                needed = cast("list[str]", prompt["input_schema"]["required"])
                return [name for name in needed if not given.get(name)]
        raise TrialInputError(f"there is no prompt {self._prompt!r} in it", hint="List them again.")

    async def _list(self, workbench: Workbench, server: _Server) -> Finding:
        tools = [tool.model_dump() for tool in self._told(await workbench.list_tools())]
        resources, templates = await _resources(server)
        prompts = await _prompts(server)
        listed: JsonDict = {
            "tools": tools,
            "resources": resources,
            "templates": templates,
            "prompts": prompts,
        }
        counts = [
            f"{len(items)} {word if len(items) == 1 else word + 's'}"
            for word, items in [
                ("tool", tools),
                ("resource", [*resources, *templates]),
                ("prompt", prompts),
            ]
            if items
        ]
        return Finding(f"It offers {', '.join(counts) or 'nothing'}.", listed)


def _offers(server: _Server, what: str) -> bool:
    about = server.initialize_result
    return about is not None and getattr(about.capabilities, what) is not None


async def _resources(server: _Server) -> tuple[list[JsonDict], list[JsonDict]]:
    if not _offers(server, "resources"):
        return [], []
    plain = (await server.list_resources()).model_dump(mode="json")["resources"]
    made = (await server.list_resource_templates()).model_dump(mode="json")["resource_templates"]
    return [_about(item, item["uri"]) for item in plain], [
        _about(item, item["uri_template"]) for item in made
    ]


def _about(item: JsonDict, uri: str) -> JsonDict:
    return {
        "uri": uri,
        "name": item["title"] or item["name"] or uri,
        "description": item["description"] or "",
        "mime": item["mime_type"] or "",
    }


async def _prompts(server: _Server) -> list[JsonDict]:
    if not _offers(server, "prompts"):
        return []
    listed = (await server.list_prompts()).model_dump(mode="json")["prompts"]
    return [
        {
            "name": prompt["name"],
            "description": prompt["description"] or "",
            "input_schema": _arguments(as_dicts(prompt["arguments"])),
        }
        for prompt in listed
    ]


def _arguments(arguments: list[JsonDict]) -> JsonDict:
    return {
        "type": "object",
        "properties": {
            item["name"]: {"type": "string", "description": item["description"] or ""}
            for item in arguments
        },
        "required": [item["name"] for item in arguments if item["required"]],
    }


def _read(found: JsonDict) -> Finding:
    parts = as_dicts(found["contents"])
    texts = [as_text(part.get("text")) for part in parts if "text" in part]
    images = [
        f"data:{part['mime_type']};base64,{part['blob']}"
        for part in parts
        if as_text(part.get("mime_type")).startswith("image/") and "blob" in part
    ]
    blobs = sum("blob" in part for part in parts) - len(images)
    if blobs:
        texts.append(f"({blobs} binary part{'' if blobs == 1 else 's'})")
    return Finding("It was read.", {"text": "\n".join(texts), "images": images})


def _text(content: JsonDict) -> str:
    return as_text(content.get("text")) or f"({content.get('type', 'something')})"
