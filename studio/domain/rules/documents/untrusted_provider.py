"""CV703: a provider that will not be imported."""

from collections.abc import Iterator

from studio.domain.json_values import as_text
from studio.domain.kinds import is_trusted
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for found in scene.all:
        provider = as_text(found.component.get("provider"))
        if "." in provider and not is_trusted(provider, scene.trusted):
            yield Finding(f"{found.path}/provider", f"{provider!r} is not in a trusted namespace")


RULE = Rule(
    "CV703",
    "error",
    "An untrusted provider",
    "It opens and saves unchanged, but it is never imported. "
    "If you trust its code, let an administrator add its namespace.",
    _look,
)
