"""What the forms are made from: every component of the engine, with every field of its config."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

import studio.agentchat
import studio.core
import studio.ext
from studio._kit.errors import StudioError
from studio.core.inspection import resolve_class
from studio.services.components import ComponentInfo, ComponentService

JsonDict = dict[str, Any]

_NEVER_PLACED = {"autogen_ext.tools.mcp.McpSessionActor"}
"""Made by a workbench for itself; nothing in a team holds one."""


def modules() -> Iterator[Any]:
    for package in (studio.core, studio.agentchat, studio.ext):
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            try:
                yield importlib.import_module(found.name)
            except (ImportError, StudioError):
                continue  # An optional part that is not installed here.


def engine_components() -> set[str]:
    """Return the providers of all classes that can be built from JSON."""
    return {
        getattr(item, "component_provider_override", None) or f"{item.__module__}.{name}"
        for module in modules()
        for name, item in vars(module).items()
        if inspect.isclass(item)
        and item.__module__.startswith("studio.")
        and getattr(item, "component_config_schema", None) is not None
        and not inspect.isabstract(item)
    }


@pytest.fixture
async def catalogue() -> list[ComponentInfo]:
    return await ComponentService().catalogue()


async def test_the_catalogue_has_every_component_of_the_engine(
    catalogue: list[ComponentInfo],
) -> None:
    offered = {info.provider for info in catalogue}

    assert engine_components() - _NEVER_PLACED <= offered


async def test_a_schema_has_every_field_of_the_config(catalogue: list[ComponentInfo]) -> None:
    for info in catalogue:
        if not info.config_schema:
            continue
        model: type[BaseModel] = resolve_class(info.provider).component_config_schema
        fields = {
            field.serialization_alias or field.alias or name
            for name, field in model.model_fields.items()
            if not field.exclude
        }
        assert set(info.config_schema["properties"]) >= fields, info.provider


async def test_every_reference_in_a_schema_leads_somewhere(catalogue: list[ComponentInfo]) -> None:
    def follow(value: Any, root: JsonDict) -> None:
        if isinstance(value, dict):
            reference = value.get("$ref")
            if isinstance(reference, str):
                assert reference.removeprefix("#/$defs/") in root["$defs"]
            for item in value.values():
                follow(item, root)
        elif isinstance(value, list):
            for item in value:
                follow(item, root)

    for info in catalogue:
        follow(info.config_schema, info.config_schema)
