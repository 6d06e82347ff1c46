"""The sides of a component class: built from a config, written to one, described by a schema."""

import inspect
import warnings
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel

from studio.core._component.model import ComponentModel, ComponentType

ConfigT = TypeVar("ConfigT", bound=BaseModel)
FromConfigT = TypeVar("FromConfigT", bound=BaseModel, contravariant=True)
ToConfigT = TypeVar("ToConfigT", bound=BaseModel, covariant=True)

_SCHEMA_NAMES = ("component_config_schema", "component_type")


class ComponentFromConfig(Generic[FromConfigT]):
    """The side that builds an instance from its config."""

    @classmethod
    def _from_config(cls, config: FromConfigT) -> Self:
        """Return an instance built from a validated config of the current version."""
        raise NotImplementedError("This component does not support dumping to config")

    @classmethod
    def _from_config_past_version(cls, config: dict[str, Any], version: int) -> Self:
        """Return an instance built from the config of an older version."""
        raise NotImplementedError("This component does not support loading from past versions")


class ComponentToConfig(Generic[ToConfigT]):
    """The side that writes an instance as a `ComponentModel`."""

    component_type: ClassVar[ComponentType]
    """Kind of component."""
    component_version: ClassVar[int] = 1
    """Raised whenever an older config would no longer fit."""
    component_provider_override: ClassVar[str | None] = None
    """Public name to write instead of the module and class name."""
    component_description: ClassVar[str | None] = None
    """Text for people; the docstring's first paragraph when missing."""
    component_label: ClassVar[str | None] = None
    """Name for people; the class name when missing."""

    def _to_config(self) -> ToConfigT:
        """Return the config from which an equal instance can be built."""
        raise NotImplementedError("This component does not support dumping to config")

    def dump_component(self) -> ComponentModel:
        """Return this component as data that `load_component` turns back into an equal one.

        Secrets stay `SecretStr` in `config`; `model_dump_json` masks them.

        Raises:
            TypeError: The class was defined inside a function, so nobody could load it.
            AttributeError: The class has no `component_type`.
        """
        cls = type(self)
        provider = self.component_provider_override or _provider_of(cls)
        if not hasattr(self, "component_type"):
            raise AttributeError("component_type not defined")
        return ComponentModel(
            provider=provider,
            component_type=self.component_type,
            version=self.component_version,
            component_version=self.component_version,
            description=self.component_description or _first_paragraph(cls),
            label=self.component_label or cls.__name__,
            config=self._to_config().model_dump(exclude_none=True),
        )


class ComponentSchemaType(Generic[ConfigT]):
    """The side that names the config's schema; a class without one is warned about."""

    component_config_schema: type[ConfigT]
    """Pydantic model of the config."""
    required_class_vars: ClassVar[list[str]] = list(_SCHEMA_NAMES)
    """Class attributes that a complete component has."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__module__ == "studio.core._component.protocol":
            return
        for name in cls.required_class_vars:
            if not hasattr(cls, name):
                warnings.warn(
                    f"Class variable '{name}' must be defined in {cls.__name__} "
                    "to be a valid component",
                    stacklevel=2,
                )


def has_config_sides(cls: Any) -> bool:
    """Tell whether a class can be written, built and checked against a schema."""
    return (
        isinstance(cls, type)
        and issubclass(cls, ComponentFromConfig)
        and issubclass(cls, ComponentToConfig)
        and issubclass(cls, ComponentSchemaType)
    )


def _provider_of(cls: type) -> str:
    name = f"{cls.__module__}.{cls.__qualname__}"
    if "<locals>" in name:
        raise TypeError("Cannot dump component with local class")
    if any(part.startswith("_") and part != "__main__" for part in cls.__module__.split(".")):
        warnings.warn(
            f"Internal module name used in provider string {name!r}. It may move; set "
            "component_provider_override to the public name to silence this warning.",
            stacklevel=3,
        )
    return name


def _first_paragraph(cls: type) -> str | None:
    if not cls.__doc__:
        return None
    return inspect.cleandoc(cls.__doc__).split("\n\n", maxsplit=1)[0].strip()
