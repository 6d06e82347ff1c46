"""Makes components that were not there before."""

from studio.domain.json_values import JsonDict
from studio.domain.kinds import class_name


def new_component(provider: str, component_type: str, config: JsonDict) -> JsonDict:
    """Return a component of the first version, called after its class."""
    return {
        "provider": provider,
        "component_type": component_type,
        "version": 1,
        "component_version": 1,
        "description": None,
        "label": class_name(provider),
        "config": config,
    }
