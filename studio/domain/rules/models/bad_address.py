"""CV505: an address that is none."""

import re
from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of

_HOST = re.compile(r"(?P<name>[\w.-]+)(?::\d+)?(?:/\S*)?$")


def _look(scene: Scene) -> Iterator[Finding]:
    for model in scene.of("model"):
        for field in ("base_url", "azure_endpoint", "host"):
            value = text_of(model, field)
            if not value or "${" in value or value.startswith(("http://", "https://")):
                continue
            if field == "host" and "://" not in value:
                continue
            path = model.field(field)
            yield Finding(path, f"{value!r} is not an address", fix=_with_scheme(path, value))


def _with_scheme(path: str, value: str) -> list[JsonDict] | None:
    """Put the scheme in front of what is an address otherwise; this machine needs no TLS."""
    host = _HOST.match(value)
    if host is None:
        return None
    scheme = "http" if host["name"] in {"localhost", "127.0.0.1", "0.0.0.0"} else "https"
    return [{"op": "set", "path": path, "value": f"{scheme}://{value}"}]


RULE = Rule(
    "CV505",
    "error",
    "A model address that is none",
    "It begins with http:// or https://, for example http://localhost:11434/v1.",
    _look,
)
