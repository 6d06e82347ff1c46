"""CV502: a model that is gone."""

from collections.abc import Iterator

from studio.core.models.facts import facts_of
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of


def _look(scene: Scene) -> Iterator[Finding]:
    for model in scene.of("model"):
        name = text_of(model, "model")
        facts = facts_of(name)
        successor = facts.use if facts is not None else ""
        if successor and not text_of(model, "base_url"):
            path = model.field("model")
            yield Finding(
                path,
                f"{name} has been switched off by its maker",
                hint=f"Use {successor} or another current model.",
                fix=[{"op": "set", "path": path, "value": successor}],
            )


RULE = Rule(
    "CV502", "warning", "A model that does not exist any more", "Use a current model.", _look
)
