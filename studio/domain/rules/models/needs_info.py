"""CV503: a model nobody knows the abilities of."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of

_FAMILIES: dict[str, tuple[str, ...]] = {
    "OpenAIChatCompletionClient": (
        "gpt-",
        "o1",
        "o3",
        "o4",
        "chatgpt-",
        "gemini-",
        "claude-",
        "Llama-",
    ),
    "AnthropicChatCompletionClient": ("claude-",),
}


def _look(scene: Scene) -> Iterator[Finding]:
    for kind, families in _FAMILIES.items():
        for model in scene.of_class(kind):
            name = text_of(model, "model")
            stated = model.config.get("model_info") or model.config.get("model_capabilities")
            if name and not stated and not name.startswith(families):
                path = model.field("model_info")
                info = {
                    "vision": False,
                    "function_calling": True,
                    "json_output": False,
                    "structured_output": False,
                    "family": "unknown",
                }
                yield Finding(
                    path,
                    f"{name!r} is not a model we know, so its abilities must be given",
                    fix=[{"op": "set", "path": path, "value": info}],
                )


RULE = Rule(
    "CV503",
    "error",
    "A model whose abilities are not given",
    "Fill in the model info: family, function calling, vision, JSON and structured output.",
    _look,
)
