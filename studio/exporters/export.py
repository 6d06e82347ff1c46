"""The one entry to all exports."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from studio.domain.json_values import JsonDict
from studio.domain.kinds import is_component, label_of
from studio.exporters.autogen_json import autogen_json, plain_json
from studio.exporters.docker_bundle import docker_bundle
from studio.exporters.exceptions import ExportError
from studio.exporters.mermaid import mermaid
from studio.exporters.notebook import notebook
from studio.exporters.python_script import python_script
from studio.exporters.result import TARGETS, ExportResult, file_stem

_TEXTS: Final[dict[str, tuple[str, str, Callable[[JsonDict, str], str]]]] = {
    "python": (".py", "text/x-python", python_script),
    "autogen": (".json", "application/json", lambda component, _: autogen_json(component)),
    "json": (".json", "application/json", lambda component, _: plain_json(component)),
    "notebook": (".ipynb", "application/x-ipynb+json", notebook),
    "mermaid": (".mmd", "text/vnd.mermaid", lambda component, _: mermaid(component)),
}


def export(
    component: JsonDict, target: str, name: str = "", *, wheel: Path | None = None
) -> ExportResult:
    """Write a component in one of the forms of `TARGETS`; keys are never in it.

    Args:
        component: The component; left alone.
        target: `python`, `autogen`, `docker`, `notebook`, `mermaid` or `json`.
        name: What to call it and its file; its label when empty.
        wheel: For `docker`: a built wheel of this package to put into the bundle.

    Raises:
        ExportError: The target is unknown, or the component cannot be written that way.
    """
    if not is_component(component):
        raise ExportError(
            "this is not a component", hint="A component has 'provider' and 'config'."
        )
    title = name or label_of(component)
    if target == "docker":
        return ExportResult(
            f"{file_stem(title)}-docker.zip",
            "application/zip",
            docker_bundle(component, title, wheel=wheel),
        )
    if target not in _TEXTS:
        raise ExportError(
            f"there is no export to {target!r}", hint=f"Choose one of {', '.join(TARGETS)}."
        )
    ending, media_type, write = _TEXTS[target]
    return ExportResult.of_text(file_stem(title) + ending, media_type, write(component, title))
