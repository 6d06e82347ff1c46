"""Writes down the public names of installed packages: `python surface.py > autogen_0_7_5.json`.

Run by hand where AutoGen 0.7.5 is installed, it makes the data of this folder; the test runs the
same code over our own packages and compares. It needs nothing but the standard library.
"""

import dataclasses
import enum
import importlib
import inspect
import json
import sys
import types
import typing
from typing import Any, cast

JsonDict = dict[str, Any]

CORE = (
    "autogen_core",
    "autogen_core.code_executor",
    "autogen_core.exceptions",
    "autogen_core.logging",
    "autogen_core.memory",
    "autogen_core.model_context",
    "autogen_core.models",
    "autogen_core.tool_agent",
    "autogen_core.tools",
    "autogen_core.utils",
)
AGENTCHAT = (
    "autogen_agentchat",
    "autogen_agentchat.agents",
    "autogen_agentchat.base",
    "autogen_agentchat.conditions",
    "autogen_agentchat.messages",
    "autogen_agentchat.state",
    "autogen_agentchat.teams",
    "autogen_agentchat.tools",
    "autogen_agentchat.ui",
    "autogen_agentchat.utils",
)
EXT = (
    "autogen_ext.models.anthropic",
    "autogen_ext.models.anthropic.config",
    "autogen_ext.models.cache",
    "autogen_ext.models.openai",
    "autogen_ext.models.openai.config",
    "autogen_ext.models.replay",
)
OUTSIDE = (object, BaseException, Exception, typing.Generic, typing.Protocol, dict)
SHORT = 80


def surface(module_name: str) -> JsonDict:
    """Return what `module_name` offers, name by name."""
    module = importlib.import_module(module_name)
    return {name: _describe(getattr(module, name)) for name in sorted(_public(module))}


def _public(module: types.ModuleType) -> list[str]:
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return list(listed)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (
            getattr(value, "__module__", None) == module.__name__
            or (name.isupper() and isinstance(value, str))
        )
    ]


def _describe(value: Any) -> JsonDict:
    if isinstance(value, type) and not isinstance(value, types.GenericAlias):
        return _class(cast("type[Any]", value))
    if inspect.isfunction(value) or inspect.isbuiltin(value):
        return {"kind": "function", "call": _call(value)}
    if isinstance(value, str | int | float):
        return {"kind": "constant", "value": value}
    wrapped: Any = getattr(value, "__wrapped__", None)
    if wrapped is not None:
        return {"kind": "function", "call": _call(wrapped)}
    return {"kind": "alias"}


def _class(cls: type[Any]) -> JsonDict:
    found: JsonDict = {"kind": "class", "ancestors": _ancestors(cls)}
    fields = _fields(cls)
    if fields:
        found["fields"] = fields
    if issubclass(cls, enum.Enum):
        return {"kind": "enum", "members": {m.name: m.value for m in cls}}
    if hasattr(cls, "__required_keys__"):
        return {"kind": "typeddict", "keys": sorted(typing.get_type_hints(cls))}
    if _has_own_init(cls):
        found["init"] = _call(cls.__init__)
    if getattr(cls, "component_type", None) and getattr(cls, "component_config_schema", None):
        found["component"] = _component(cls)
    found["members"] = dict(_members(cls))
    return found


def _has_own_init(cls: type[Any]) -> bool:
    if getattr(cls, "_is_protocol", False) or cls.__init__ is object.__init__:
        return False
    # A protocol lends its subclasses this one until they are first used.
    return cls.__init__.__name__ != "_no_init_or_replace_init"


def _ancestors(cls: type[Any]) -> list[str]:
    packages = ("autogen_core", "autogen_agentchat", "autogen_ext", "studio")
    return sorted(
        base.__name__
        for base in cls.__mro__[1:]
        if base.__module__.startswith(packages)
        and not base.__name__.startswith("_")
        and "[" not in base.__name__
    )


def _fields(cls: type[Any]) -> JsonDict:
    models: Any = getattr(cls, "model_fields", None)
    if isinstance(models, dict) and models:
        models = cast("dict[str, Any]", models)
        return {name: {"required": info.is_required()} for name, info in models.items()}
    if dataclasses.is_dataclass(cls):
        missing = dataclasses.MISSING
        return {
            field.name: {"required": field.default is missing and field.default_factory is missing}
            for field in dataclasses.fields(cls)
            if not field.name.startswith("_")
        }
    return {}


def _component(cls: Any) -> JsonDict:
    schema = cls.component_config_schema
    return {
        "type": cls.component_type,
        "version": cls.component_version,
        "config": {
            name: {"required": info.is_required()} for name, info in schema.model_fields.items()
        },
    }


def _members(cls: type[Any]) -> typing.Iterator[tuple[str, JsonDict]]:
    skipped = {name for base in cls.__mro__ if _is_outside(base) for name in vars(base)}
    for name in sorted({name for base in cls.__mro__ for name in vars(base)}):
        if name.startswith("_") or name in skipped:
            continue
        member = inspect.getattr_static(cls, name, None)
        described = _member(member)
        if described:
            yield name, described


def _is_outside(base: type[Any]) -> bool:
    return base in OUTSIDE or base.__module__.startswith(("pydantic", "typing", "enum", "builtins"))


def _member(member: Any) -> JsonDict | None:
    function: Any = getattr(member, "__func__", None)
    if isinstance(member, property):
        return {"kind": "property"}
    if isinstance(member, classmethod):
        return {"kind": "classmethod", "call": _call(_inner(function))}
    if isinstance(member, staticmethod):
        return {"kind": "staticmethod", "call": _call(_inner(function))}
    if inspect.isfunction(member):
        return {"kind": "method", "call": _call(member)}
    return None


def _inner(function: Any) -> Any:
    return inspect.unwrap(function)


def _call(function: Any) -> JsonDict:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return {"parameters": []}
    return {
        "is_coroutine": inspect.iscoroutinefunction(function),
        "parameters": [_parameter(p) for p in signature.parameters.values()],
    }


def _parameter(parameter: inspect.Parameter) -> JsonDict:
    found: JsonDict = {"name": parameter.name, "kind": parameter.kind.name}
    if parameter.default is not parameter.empty:
        found["default"] = _default(parameter.default)
    return found


def _default(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str) and len(value) <= SHORT:
        return value
    return "..."


def to_text(modules: dict[str, JsonDict]) -> str:
    """Return JSON with one line per name."""
    blocks = [
        f"{json.dumps(module)}: {{\n"
        + ",\n".join(f"{json.dumps(n)}: {json.dumps(d, sort_keys=True)}" for n, d in names.items())
        + "\n}"
        for module, names in modules.items()
    ]
    return "{\n" + ",\n".join(blocks) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(to_text({name: surface(name) for name in CORE + AGENTCHAT + EXT}))
