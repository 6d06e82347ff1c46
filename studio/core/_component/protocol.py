"""What a class derives from to be a component."""

import warnings
from typing import Any, ClassVar, Generic, Self, TypeGuard, TypeVar, cast, overload

from pydantic import BaseModel

from studio.core._component.loader import load
from studio.core._component.model import ComponentModel
from studio.core._component.sides import (
    ComponentFromConfig,
    ComponentSchemaType,
    ComponentToConfig,
    ConfigT,
    has_config_sides,
)

ExpectedType = TypeVar("ExpectedType")


class ComponentLoader:
    """The side that builds any component from its `ComponentModel`."""

    @overload
    @classmethod
    def load_component(
        cls, model: ComponentModel | dict[str, Any], expected: None = None
    ) -> Self: ...

    @overload
    @classmethod
    def load_component(
        cls, model: ComponentModel | dict[str, Any], expected: type[ExpectedType]
    ) -> ExpectedType: ...

    @classmethod
    def load_component(
        cls, model: ComponentModel | dict[str, Any], expected: type[ExpectedType] | None = None
    ) -> Self | ExpectedType:
        """Return the component that a model or its JSON describes.

        No code inside the document is run, and nothing outside the trusted namespaces is imported.

        Args:
            model: The component as data.
            expected: Class that the result has to be of; the class this is called on by default.

        Raises:
            ValidationError: A config does not fit; every place is listed.
            UntrustedProviderError: A provider is outside the trusted namespaces.
            TypeError: It is a component of another type.
            NotImplementedError: It was written by a version that is too old.
        """
        return load(model, cls if expected is None else expected)


class ComponentBase(ComponentToConfig[ConfigT], ComponentLoader, Generic[ConfigT]):
    """Base of interfaces whose implementations are components."""


class Component(
    ComponentFromConfig[ConfigT],
    ComponentSchemaType[ConfigT],
    Generic[ConfigT],
):
    """What a concrete component adds to a class derived from `ComponentBase`.

    Set `component_type` and `component_config_schema`, and define `_to_config` and `_from_config`.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not is_component_class(cls):
            warnings.warn(
                f"Component class '{cls.__name__}' must subclass the following: "
                "ComponentFromConfig, ComponentToConfig, ComponentSchemaType, ComponentLoader, "
                "individually or with ComponentBase and Component",
                stacklevel=2,
            )


class _ConcreteComponent(
    ComponentFromConfig[ConfigT],
    ComponentSchemaType[ConfigT],
    ComponentToConfig[ConfigT],
    ComponentLoader,
    Generic[ConfigT],
):
    """All sides together, for type checkers."""

    component_version: ClassVar[int] = 1


def is_component_instance(cls: Any) -> TypeGuard[_ConcreteComponent[BaseModel]]:
    """Tell whether an object is a complete component."""
    return is_component_class(cast("type[object]", type(cls)))


def is_component_class(cls: type) -> TypeGuard[type[_ConcreteComponent[BaseModel]]]:
    """Tell whether a class is a complete component."""
    return has_config_sides(cls) and issubclass(cls, ComponentLoader)
