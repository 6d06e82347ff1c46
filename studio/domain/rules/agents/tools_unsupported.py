"""CV302: tools on a model that cannot call them."""

from collections.abc import Iterator

from studio.domain.json_values import as_dict, as_list
from studio.domain.rules.models.abilities import ability
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.of("agent"):
        wants = next(
            (field for field in ("tools", "workbench", "handoffs") if agent.config.get(field)), None
        )
        model = as_dict(agent.config.get("model_client"))
        if wants is None or not model or ability(model, "function_calling") is not False:
            continue
        if wants == "workbench" and _is_empty(agent.config["workbench"]):
            continue
        word = "hand-offs" if wants == "handoffs" else "tools"
        yield Finding(
            agent.field("model_client"),
            f"{agent.name} has {word}, but its model cannot call functions",
        )


def _is_empty(benches: object) -> bool:
    """Tool sets without a tool in them ask nothing of the model."""
    items = as_list(benches) or [benches]
    return all(as_dict(as_dict(item).get("config")).get("tools") == [] for item in items)


RULE = Rule(
    "CV302",
    "error",
    "Tools on a model without function calling",
    "Choose another model, or switch function calling on in its model info if it has it.",
    _look,
)
