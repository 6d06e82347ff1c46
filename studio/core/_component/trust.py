"""From the name of a provider to its class; nothing untrusted is ever imported."""

import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from studio._kit.settings import env
from studio.core._component.errors import (
    ComponentTypeError,
    ProviderModuleError,
    ProviderNameError,
)
from studio.core._component.names import to_studio_name
from studio.core._component.sides import has_config_sides
from studio.core.exceptions import ComponentSchemaError, UntrustedProviderError

NAMESPACES_VARIABLE = "AUTOGEN_ALLOWED_PROVIDER_NAMESPACES"
"""Environment variable with further trusted packages, separated by commas."""

_OWN = frozenset({"studio"})
_added: set[str] = set()


def trust_namespaces(*namespaces: str) -> None:
    """Let providers below these packages be imported, as an administrator's setting says."""
    _added.update(name.strip().rstrip(".") for name in namespaces if name.strip(" ."))


def trusted_namespaces() -> list[str]:
    """Return the packages below which providers are imported."""
    listed = (env(NAMESPACES_VARIABLE) or "").split(",")
    extra = {name.strip().rstrip(".") for name in listed if name.strip(" .")}
    return sorted(_OWN | _added | extra)


def resolve_class(provider: str) -> type[Any]:
    """Return the component class that a provider names.

    A class outside the trusted namespaces is found only if the program has already imported it.

    Raises:
        ComponentSchemaError: The name is no full name of a class.
        UntrustedProviderError: Its code may not be imported.
        ImportError: It does not exist, or a package it needs is not installed.
        ComponentTypeError: It is not a component.
    """
    name = to_studio_name(provider)
    if not all(part.isidentifier() for part in name.split(".")) or "." not in name:
        raise ComponentSchemaError(
            f"Invalid provider {provider!r}",
            hint="Write the full name of a class, as in 'autogen_agentchat.agents.AssistantAgent'.",
        )
    if _is_trusted(name):
        found = _trusted_class(name, provider)
    else:
        found = _class_in_memory(name)
        if not has_config_sides(found):
            raise UntrustedProviderError(
                f"Provider {provider!r} is not in a trusted namespace "
                f"({', '.join(trusted_namespaces())})",
                hint=f"If you trust it, add its package to {NAMESPACES_VARIABLE}.",
            )
    if not isinstance(found, type) or not has_config_sides(found):
        raise ComponentTypeError(f"Invalid component class: {provider!r} is not a component")
    return found


def _is_trusted(name: str) -> bool:
    return any(name.startswith(f"{namespace}.") for namespace in trusted_namespaces())


def _splits(name: str) -> Iterator[tuple[str, list[str]]]:
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        yield ".".join(parts[:cut]), parts[cut:]


def _class_in_memory(name: str) -> object:
    for module_name, path in _splits(name):
        module = sys.modules.get(module_name)
        if module is not None:
            # `vars` and not `getattr`: a module's own `__getattr__` could import more.
            return _walk(vars(module).get(path[0]), path[1:])
    return None


def _trusted_class(name: str, provider: str) -> object:
    public = ".".join(part for part in name.split(".") if not part.startswith("_"))
    for spelling in dict.fromkeys((name, public)):
        for module_name, path in _splits(spelling):
            module = _import_if_there(module_name)
            if module is not None:
                found = _walk(getattr(module, path[0], None), path[1:])
                if found is not None:
                    return found
                break
        else:
            raise ProviderModuleError(f"no module for provider {provider!r}")
    raise ProviderNameError(
        f"{provider!r} does not exist",
        hint="Check the spelling, or whether it is of a newer version.",
    )


def _import_if_there(name: str) -> ModuleType | None:
    try:
        # Not `sys.modules`: a module that another thread is still importing stands there half made.
        return import_module(name)
    except ModuleNotFoundError as exc:
        if exc.name and (name == exc.name or name.startswith(f"{exc.name}.")):
            return None
        raise


def _walk(found: object, path: list[str]) -> object:
    for part in path:
        found = vars(found).get(part) if isinstance(found, type) else None
    return found
