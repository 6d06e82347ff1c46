"""Stands in for the Docker SDK: containers whose programs run on this machine.

What it cannot show is whether a daemon accepts what it is sent; tests marked `docker` do.
"""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import SimpleNamespace
from typing import Any


class DockerException(Exception):  # noqa: N818 - the SDK's name
    """As in the SDK."""


class ImageNotFound(DockerException):
    """As in the SDK."""


_ERRORS = SimpleNamespace(DockerException=DockerException, ImageNotFound=ImageNotFound)


@dataclass
class FakeContainer:
    """A container; `/workspace` is the directory that is bound to it."""

    options: dict[str, Any]
    status: str = "created"
    restarts: int = 0

    def start(self) -> None:
        self.status = "running"

    def reload(self) -> None: ...

    def restart(self, timeout: int) -> None:
        self.restarts += 1

    def stop(self, timeout: int) -> None:
        self.status = "exited"

    def logs(self) -> bytes:
        return b""

    def exec_run(self, command: list[str], environment: Any, workdir: str) -> SimpleNamespace:
        (directory,) = [
            path for path, how in self.options["volumes"].items() if how["bind"] == workdir
        ]
        here = [part.replace(f"{workdir}/", f"{directory}/") for part in command]
        done = subprocess.run(
            here,
            check=False,
            cwd=directory,
            env={"PATH": f"{Path(sys.executable).parent}:{os.defpath}", **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        return SimpleNamespace(exit_code=done.returncode, output=done.stdout)


@dataclass
class FakeDaemon:
    """The module `docker`, and what has happened."""

    there: set[str] = field(default_factory=set[str])
    pulled: list[str] = field(default_factory=list[str])
    made: list[FakeContainer] = field(default_factory=list[FakeContainer])
    open_clients: int = 0
    errors: SimpleNamespace = field(default_factory=lambda: _ERRORS)
    __spec__: ModuleSpec = field(default_factory=lambda: ModuleSpec("docker", None))

    def from_env(self) -> Any:
        self.open_clients += 1
        return SimpleNamespace(
            ping=lambda: True,
            close=self._close,
            images=SimpleNamespace(get=self._get, pull=self.pulled.append),
            containers=SimpleNamespace(create=self._create),
        )

    def _close(self) -> None:
        self.open_clients -= 1

    def _get(self, image: str) -> None:
        if image not in self.there:
            raise ImageNotFound(image)

    def _create(self, image: str, **options: Any) -> FakeContainer:
        container = FakeContainer({"image": image, **options})
        self.made.append(container)
        return container
