"""CV303: images for a model that cannot see."""

from collections.abc import Iterator

from studio.domain.json_values import as_dict
from studio.domain.rules.models.abilities import ability
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene

_LOOKS = ("MultimodalWebSurfer", "VideoSurfer")


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.of_class(*_LOOKS):
        model = as_dict(agent.config.get("model_client"))
        if model and ability(model, "vision") is False:
            yield Finding(
                agent.field("model_client"),
                f"{agent.name} looks at pictures, but its model has no vision",
            )


RULE = Rule(
    "CV303", "error", "Pictures for a model without vision", "Choose a model with vision.", _look
)
