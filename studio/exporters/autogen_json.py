"""A component as JSON: unchanged but for keys, or with the providers that AutoGen knows."""

import json

from studio.domain.json_values import JsonDict, as_text, clone_dict
from studio.domain.kinds import is_known
from studio.domain.secrets import name_secrets
from studio.domain.slots import walk
from studio.exporters.exceptions import ExportError

_TWINS = ("core", "agentchat", "ext")


def plain_json(component: JsonDict) -> str:
    """Return the component as it is, with every key that is written down replaced by its name."""
    return json.dumps(name_secrets(component), indent=2, ensure_ascii=False) + "\n"


def autogen_json(component: JsonDict) -> str:
    """Return the component with AutoGen's providers, so that AutoGen loads it.

    Raises:
        ExportError: Something in it exists only here; the message names it.
    """
    return (
        json.dumps(with_autogen_providers(name_secrets(component)), indent=2, ensure_ascii=False)
        + "\n"
    )


def with_autogen_providers(component: JsonDict) -> JsonDict:
    """Return a copy whose providers begin with `autogen_`.

    Raises:
        ExportError: Something in it exists only here.
    """
    result = clone_dict(component)
    for path, item in walk(result):
        provider = as_text(item.get("provider"))
        if not provider.startswith("studio."):
            continue
        part, _, rest = provider.removeprefix("studio.").partition(".")
        twin = f"autogen_{part}.{rest}"
        if part not in _TWINS or not is_known(twin):
            raise ExportError(
                f"{provider!r} exists only in Studio, not in AutoGen",
                hint="Export it as Python or JSON for Studio, or remove this component first.",
                details={"path": path},
            )
        item["provider"] = twin
    return result
