"""Looking at components without building them, for the parts above the engine."""

from studio.core._component import (
    ComponentProblem,
    inspect_component,
    resolve_class,
    trust_namespaces,
    trusted_namespaces,
)

__all__ = [
    "ComponentProblem",
    "inspect_component",
    "resolve_class",
    "trust_namespaces",
    "trusted_namespaces",
]
