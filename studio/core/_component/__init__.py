"""Components: objects that can be written as data and built again from it."""

from studio.core._component.errors import (
    ComponentTypeError,
    PastVersionError,
    ProviderModuleError,
    ProviderNameError,
)
from studio.core._component.model import ComponentModel, ComponentType
from studio.core._component.names import register_aliases, to_studio_name
from studio.core._component.problems import (
    ComponentProblem,
    collect_problems,
    inspect_component,
)
from studio.core._component.protocol import (
    Component,
    ComponentBase,
    ComponentLoader,
    is_component_class,
    is_component_instance,
)
from studio.core._component.sides import (
    ComponentFromConfig,
    ComponentSchemaType,
    ComponentToConfig,
)
from studio.core._component.trust import resolve_class, trust_namespaces, trusted_namespaces

__all__ = [
    "Component",
    "ComponentBase",
    "ComponentFromConfig",
    "ComponentLoader",
    "ComponentModel",
    "ComponentProblem",
    "ComponentSchemaType",
    "ComponentToConfig",
    "ComponentType",
    "ComponentTypeError",
    "PastVersionError",
    "ProviderModuleError",
    "ProviderNameError",
    "collect_problems",
    "inspect_component",
    "is_component_class",
    "is_component_instance",
    "register_aliases",
    "resolve_class",
    "to_studio_name",
    "trust_namespaces",
    "trusted_namespaces",
]
