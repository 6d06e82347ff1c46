"""Errors of loading a component that AutoGen raises as other builtins."""

from studio.core.exceptions import ComponentError, ComponentVersionError


class ProviderModuleError(ComponentError, ModuleNotFoundError):
    """A provider names a module that does not exist."""

    code = "component.unknown_module"


class ProviderNameError(ComponentError, AttributeError):
    """A provider names a class that its module does not have."""

    code = "component.unknown_class"


class ComponentTypeError(ComponentError, TypeError):
    """A provider names something else than the component that is wanted."""

    code = "component.type"


class PastVersionError(ComponentVersionError, NotImplementedError):
    """A config was written by an older version that its component cannot read any more."""

    code = "component.past_version"
