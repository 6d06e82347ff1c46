"""The catalogue: every kind of component with its schema, its words and a config to start from."""

import asyncio
import inspect
from importlib.util import find_spec
from typing import Any, cast

from pydantic import BaseModel, ConfigDict
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from studio._kit.errors import StudioError
from studio.core.inspection import inspect_component, resolve_class
from studio.core.models.facts import ANTHROPIC, GOOGLE, OPENAI, ModelFacts
from studio.domain.json_values import JsonDict, clone_dict
from studio.domain.kinds import kind_of, type_label

from .component_catalogue import ENTRIES, Entry
from .component_extras import missing_package
from .exceptions import NotFoundError

_MODELS = {
    "OpenAIChatCompletionClient": OPENAI | GOOGLE,
    "AzureOpenAIChatCompletionClient": OPENAI,
    "AnthropicChatCompletionClient": ANTHROPIC,
}
"""Which models the clients are for."""
_ABSENT = {"component.unknown_module", "component.unknown_class", "component.missing_package"}
"""Codes of problems of a template whose inner components are not here."""


class Suggestion(BaseModel):
    """A value to choose, with what speaks for it."""

    model_config = ConfigDict(frozen=True)

    value: str
    about: str


class ComponentInfo(BaseModel):
    """One class of components."""

    model_config = ConfigDict(frozen=True)

    provider: str
    kind: str
    component_type: str
    label: str
    description: str
    config_schema: JsonDict
    """JSON schema of the config; empty when the class cannot be loaded."""
    template: JsonDict
    """A component to start from."""
    extra: str = ""
    """Which optional part of the installation it needs, if any."""
    missing: str = ""
    """Why it cannot be used here; empty when it can."""
    suggestions: dict[str, list[Suggestion]] = {}
    """Values that a field is likely to take, by field."""


class _FormSchema(GenerateJsonSchema):
    """Lets a config have fields that only Python can fill; forms leave those out."""

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> JsonSchemaValue:
        return {"readOnly": True, "description": "Can be set in Python only."}


class ComponentService:
    """Describes components; builds and runs none."""

    def __init__(self, entries: tuple[Entry, ...] = ENTRIES) -> None:
        self._entries = entries
        self._catalogue: list[ComponentInfo] | None = None
        self._reading = asyncio.Lock()

    async def catalogue(self, *, kind: str | None = None) -> list[ComponentInfo]:
        """Return everything that can be put into a team, in the order of the library."""
        async with self._reading:
            if self._catalogue is None:
                found = await asyncio.to_thread(self._read)
                self._catalogue = found
        return [info for info in self._catalogue if kind in {None, info.kind}]

    async def describe(self, provider: str) -> ComponentInfo:
        """Return one class, by its provider.

        Classes that are not in the catalogue are described too if they may be imported.

        Raises:
            NotFoundError: There is no such component.
            UntrustedProviderError: Its code may not be imported.
        """
        for info in await self.catalogue():
            if info.provider == provider:
                return info
        info = await asyncio.to_thread(_describe, Entry(provider, {}))
        if info is None:
            raise NotFoundError("component", provider)
        return info

    def _read(self) -> list[ComponentInfo]:
        infos = (_describe(entry) for entry in self._entries)
        return [info for info in infos if info is not None]


def _describe(entry: Entry) -> ComponentInfo | None:
    """Describe a class; `None` if this version does not have it at all."""
    try:
        found = resolve_class(entry.provider)
        schema = cast("type[BaseModel]", found.component_config_schema).model_json_schema(
            schema_generator=_FormSchema
        )
    except AttributeError:
        return None
    except ImportError as error:
        if not _is_ours(entry.provider):
            return None
        return _info(entry, None, {}, missing=_reason(error))
    return _info(entry, found, schema, missing="")


def _info(
    entry: Entry, found: type[Any] | None, schema: JsonDict, *, missing: str
) -> ComponentInfo:
    bare: JsonDict = {"provider": entry.provider}
    if found is not None and isinstance(getattr(found, "component_type", None), str):
        bare["component_type"] = found.component_type
    description = _first_sentence(found)
    label = type_label(bare)
    kind = kind_of(bare)
    template: JsonDict = {
        "provider": entry.provider,
        "component_type": bare.get("component_type", kind),
        "version": 1,
        "component_version": getattr(found, "component_version", 1),
        "description": None,
        "label": entry.provider.rpartition(".")[2],
        "config": clone_dict(entry.config),
    }
    absent = missing_package(entry.provider.rpartition(".")[2])
    if absent is not None:
        missing = f"It needs the package {absent[0]}, which is not installed: {absent[1]}"
    elif not missing:
        problems = inspect_component(template)
        missing = next((item.message for item in problems if item.code in _ABSENT), "")
    return ComponentInfo(
        provider=entry.provider,
        kind=kind,
        component_type=template["component_type"],
        label=label,
        description=description,
        config_schema=schema,
        template=template,
        extra=entry.extra,
        missing=missing,
        suggestions=_suggestions(entry.provider),
    )


def _suggestions(provider: str) -> dict[str, list[Suggestion]]:
    models = _MODELS.get(provider.rpartition(".")[2], {})
    current = [(name, facts) for name, facts in models.items() if not facts.use]
    found = [Suggestion(value=name, about=_about_model(facts)) for name, facts in current]
    return {"model": found} if found else {}


def _about_model(facts: ModelFacts) -> str:
    """Say how much a model reads and what it costs, as far as that is known."""
    reads = f"reads {facts.context:,} tokens" if facts.context else ""
    price = (
        f"${facts.price[0]:g} in, ${facts.price[1]:g} out for a million tokens"
        if facts.price
        else "price not known here"
    )
    return " · ".join(part for part in (reads, price) if part)


def _first_sentence(found: type[Any] | None) -> str:
    text = inspect.getdoc(found) if found is not None else None
    if not text:
        return ""
    paragraph = " ".join(text.split("\n\n")[0].split())
    sentence, dot, _ = paragraph.partition(". ")
    return f"{sentence}." if dot else paragraph


def _is_ours(provider: str) -> bool:
    """Tell whether our package has a module for this provider, importable or not."""
    package, _, rest = provider.partition(".")
    peer = {"autogen_core": "core", "autogen_agentchat": "agentchat", "autogen_ext": "ext"}
    name = f"studio.{peer[package]}.{rest}" if package in peer else provider
    module = name.rpartition(".")[0]
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _reason(error: ImportError) -> str:
    hint = error.hint if isinstance(error, StudioError) else None
    return hint or str(error)
