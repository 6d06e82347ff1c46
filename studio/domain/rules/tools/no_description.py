"""CV403: a tool that does not say what it does."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of


def _look(scene: Scene) -> Iterator[Finding]:
    for tool in scene.of_class("FunctionTool", "HttpTool", "TeamTool"):
        if not text_of(tool, "description").strip():
            yield Finding(
                tool.field("description"), f"the model cannot know what {tool.label} is for"
            )


RULE = Rule(
    "CV403",
    "warning",
    "A tool without a description",
    "Say in one sentence what it does and what it returns.",
    _look,
)
