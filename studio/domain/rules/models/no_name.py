"""CV501: a client without a model."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of

_CLIENTS = (
    "OpenAIChatCompletionClient",
    "AzureOpenAIChatCompletionClient",
    "AnthropicChatCompletionClient",
    "AnthropicBedrockChatCompletionClient",
    "OllamaChatCompletionClient",
)

_USUAL = {
    "OpenAIChatCompletionClient": "gpt-4.1-mini",
    "AzureOpenAIChatCompletionClient": "gpt-4.1-mini",
    "AnthropicChatCompletionClient": "claude-sonnet-4-5",
    "OllamaChatCompletionClient": "llama3.2",
}


def _look(scene: Scene) -> Iterator[Finding]:
    for model in scene.of_class(*_CLIENTS):
        if not text_of(model, "model").strip():
            path, usual = model.field("model"), _USUAL.get(model.class_name)
            fix: list[JsonDict] = [{"op": "set", "path": path, "value": usual}]
            yield Finding(
                path,
                f"{model.label} does not say which model to use",
                fix=fix if usual else None,
            )


RULE = Rule("CV501", "error", "A model without a name", "Fill in the name of the model.", _look)
