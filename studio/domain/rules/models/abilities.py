"""What a model can do, as far as its document says."""

from typing import Literal

from studio.core.models.facts import facts_of
from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.domain.kinds import class_of

Ability = Literal["function_calling", "vision", "json_output", "structured_output"]


def ability(model: JsonDict, name: Ability) -> bool | None:
    """Tell whether a model can do something; `None` when the document does not say."""
    config = as_dict(model.get("config"))
    kind = class_of(model)
    if kind == "ChatCompletionCache":
        inner = as_dict(config.get("client"))
        return ability(inner, name) if inner else None
    stated = as_dict(config.get("model_info")) or as_dict(config.get("model_capabilities"))
    if name in stated:
        return bool(stated[name])
    if kind == "ReplayChatCompletionClient":
        return False
    facts = facts_of(as_text(config.get("model"))) if name == "function_calling" else None
    return False if facts is not None and not facts.tools else None
