"""A component as a Docker build context: unpack, build, run."""

import io
import sys
import zipfile
from importlib import resources
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, StrictUndefined

from studio import __version__
from studio.domain.json_values import JsonDict, as_text
from studio.domain.kinds import class_of
from studio.domain.secrets import find_placeholders, name_secrets
from studio.domain.slots import walk
from studio.exporters.autogen_json import plain_json
from studio.exporters.own_wheel import DISTRIBUTION, own_wheel
from studio.exporters.pins import pins_of
from studio.exporters.result import file_stem

_PORT: Final = 8084

_EXTRAS: Final[dict[str, str]] = {
    "McpWorkbench": "mcp",
    "OllamaChatCompletionClient": "ollama",
    "MultimodalWebSurfer": "playwright",
    "ChromaDBVectorMemory": "chromadb",
    "RedisMemory": "redis",
    "Mem0Memory": "mem0ai",
}
"""Further packages that a component needs."""

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The same bundle twice is the same file."""


def docker_bundle(component: JsonDict, name: str, *, wheel: Path | None = None) -> bytes:
    """Return a zip with everything `docker build` needs, and no key.

    Args:
        component: The team.
        name: What to call the image.
        wheel: A built wheel of this package; without one it is made from what is installed.
    """
    files = bundle_files(component, name, wheel=wheel)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path, data in sorted(files.items()):
            bundle.writestr(zipfile.ZipInfo(path, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def bundle_files(component: JsonDict, name: str, *, wheel: Path | None = None) -> dict[str, bytes]:
    """Return the files of the bundle by path."""
    component = name_secrets(component)
    ours = (wheel.name, wheel.read_bytes()) if wheel is not None else own_wheel()
    wheel_name = ours[0] if ours is not None else ""
    facts: dict[str, Any] = {
        "name": name,
        "description": as_text(component.get("description")),
        "image": file_stem(name).replace("_", "-"),
        "keys": sorted(find_placeholders(component)),
        "port": _PORT,
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "requirements": _requirements(component, carried=bool(wheel_name)),
        "wheel": wheel_name,
    }
    files = {
        target: _rendered(template, facts).encode("utf-8")
        for target, template in (
            ("Dockerfile", "Dockerfile.jinja"),
            (".dockerignore", "dockerignore.jinja"),
            ("requirements.txt", "requirements.txt.jinja"),
            ("compose.yaml", "compose.yaml.jinja"),
            ("env.example", "env.example.jinja"),
            ("README.md", "README.md.jinja"),
        )
    }
    files["team.json"] = plain_json(component).encode("utf-8")
    if ours is not None:
        files[f"wheels/{wheel_name}"] = ours[1]
    return files


def _requirements(component: JsonDict, *, carried: bool) -> list[str]:
    """Return what is installed from the index; a package that is carried along is not."""
    classes = {class_of(item) for _, item in walk(component)}
    extras = [package for name, package in _EXTRAS.items() if name in classes]
    pins = pins_of([DISTRIBUTION, *extras])
    ours = [] if carried else [f"{DISTRIBUTION}=={__version__}"]
    return [*ours, *(pin for pin in pins if not pin.startswith(DISTRIBUTION))]


def _rendered(template: str, facts: dict[str, Any]) -> str:
    source = resources.files("studio.exporters").joinpath("templates", template).read_text("utf-8")
    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    return environment.from_string(source).render(facts)
