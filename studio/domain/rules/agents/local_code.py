"""CV308: code that runs on this machine."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.new_component import new_component
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Found, Scene

_SHARED = ("timeout", "work_dir")


def _look(scene: Scene) -> Iterator[Finding]:
    for executor in scene.of_class("LocalCommandLineCodeExecutor", "JupyterCodeExecutor"):
        yield Finding(
            executor.path,
            "Code that a model writes runs on this machine, without a container",
            fix=[{"op": "set", "path": executor.path, "value": _in_docker(executor)}],
        )


def _in_docker(executor: Found) -> JsonDict:
    kept = {name: executor.config[name] for name in _SHARED if name in executor.config}
    return new_component(
        "autogen_ext.code_executors.docker.DockerCommandLineCodeExecutor", "code_executor", kept
    )


RULE = Rule(
    "CV308",
    "warning",
    "Code that runs outside a container",
    "Use the Docker executor unless you trust whatever the model may write.",
    _look,
)
