"""CV704: a provider we know nothing of."""

from collections.abc import Iterator

from studio.domain.json_values import as_text
from studio.domain.kinds import is_known, is_trusted
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for found in scene.all:
        provider = as_text(found.component.get("provider"))
        ours = is_trusted(provider) and "." in provider
        if ours and not is_known(provider):
            yield Finding(f"{found.path}/provider", f"{provider!r} is not a component we know")


RULE = Rule(
    "CV704",
    "warning",
    "An unknown provider",
    "It opens and saves unchanged, but it cannot run here.",
    _look,
)
