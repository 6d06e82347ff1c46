"""CV308: code that runs on this machine."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for executor in scene.of_class("LocalCommandLineCodeExecutor", "JupyterCodeExecutor"):
        yield Finding(
            executor.path, "code that a model writes runs on this machine, without a container"
        )


RULE = Rule(
    "CV308",
    "warning",
    "Code that runs outside a container",
    "Use the Docker executor unless you trust whatever the model may write.",
    _look,
)
