"""CV501: a client without a model."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of

_CLIENTS = (
    "OpenAIChatCompletionClient",
    "AzureOpenAIChatCompletionClient",
    "AnthropicChatCompletionClient",
    "AnthropicBedrockChatCompletionClient",
    "OllamaChatCompletionClient",
)


def _look(scene: Scene) -> Iterator[Finding]:
    for model in scene.of_class(*_CLIENTS):
        if not text_of(model, "model").strip():
            yield Finding(model.field("model"), f"{model.label} does not say which model to use")


RULE = Rule("CV501", "error", "A model without a name", "Fill in the name of the model.", _look)
