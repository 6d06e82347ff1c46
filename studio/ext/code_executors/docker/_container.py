"""One container: started, used, stopped; the only door to the Docker SDK here."""

import asyncio
import atexit
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from studio._kit.errors import StudioError
from studio._kit.ids import new_id
from studio.core import CancellationToken
from studio.ext._extras import check_installed
from studio.ext.code_executors._shared import CANCELLED_EXIT_CODE, TIMEOUT_EXIT_CODE

WORKSPACE = "/workspace"
_GRACE_S = 2
_KILLED_EXIT_CODE = 137
# The shell becomes `timeout`, which puts the program into a process group and ends all of it.
_WITH_PID = 'echo $$ > "$0"; exec timeout -k "$@"'
# It may be cancelled before it has said its number.
_END = 'for i in 1 2 3 4 5; do [ -s "$0" ] && break; sleep 0.2; done; kill "$(cat "$0")"'


class DockerUnavailableError(StudioError, RuntimeError):
    """No Docker daemon answers, or it refuses the container."""

    code = "code_executor.docker"


@dataclass(frozen=True)
class ContainerSpec:
    """What kind of container to start."""

    image: str
    name: str
    auto_remove: bool = True
    volumes: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    extra_hosts: Mapping[str, str] = field(default_factory=dict[str, str])
    device_requests: Sequence[Any] | None = None
    init_command: str | None = None


class Container:
    """A running container."""

    def __init__(self, client: Any, container: Any) -> None:
        self._client: Any = client
        self._container: Any = container

    @classmethod
    async def start(cls, spec: ContainerSpec, *, stop_at_exit: bool) -> "Container":
        """Start a container; the image is pulled if it is not there.

        Raises:
            DockerUnavailableError: It does not run.
        """
        started = await asyncio.to_thread(_start, spec)
        if stop_at_exit:
            atexit.register(started.stop_now)
        return started

    async def run(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        token: CancellationToken,
        timeout_s: int,
    ) -> tuple[int, str]:
        """Return the exit code and the output of a program run in the container."""
        pid_file = f"/tmp/{new_id('studio')}"
        limits = [str(_GRACE_S), str(timeout_s)]
        wrapped = ["sh", "-c", _WITH_PID, pid_file, *limits, *command]
        work = asyncio.ensure_future(
            asyncio.to_thread(self._exec, wrapped, environment=dict(environment))
        )
        # The thread goes on until the program ends, so cancelling means ending the program.
        waiting = asyncio.ensure_future(asyncio.shield(work))
        token.link_future(waiting)
        try:
            exit_code, output = await waiting
        except asyncio.CancelledError:
            await asyncio.to_thread(self._exec, ["sh", "-c", _END, pid_file])
            if not token.is_cancelled():
                raise
            _, output = await work
            return CANCELLED_EXIT_CODE, f"{output}\nCancelled"
        if exit_code in {TIMEOUT_EXIT_CODE, _KILLED_EXIT_CODE}:
            return TIMEOUT_EXIT_CODE, f"{output}\nTimeout"
        return exit_code, output

    async def restart(self) -> None:
        """Restart it, so that nothing runs in it any more."""
        await asyncio.to_thread(self._container.restart, timeout=_GRACE_S)

    async def stop(self, *, keep: bool) -> None:
        """Let go of it, and stop it unless it is to be kept."""
        atexit.unregister(self.stop_now)
        await asyncio.to_thread(self._client.close if keep else self.stop_now)

    def stop_now(self) -> None:
        """Stop it; for the end of the interpreter."""
        with contextlib.suppress(Exception):
            self._container.stop(timeout=_GRACE_S)
        self._client.close()

    def _exec(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> tuple[int, str]:
        result = self._container.exec_run(list(command), environment=environment, workdir=WORKSPACE)
        return result.exit_code, (result.output or b"").decode("utf-8", errors="replace")


def docker_answers() -> bool:
    """Tell whether a Docker daemon can be used here."""
    try:
        client = import_module("docker").from_env()
    except Exception:  # noqa: BLE001 - whatever is wrong, there is no Docker to use
        return False
    with contextlib.closing(client):
        try:
            return bool(client.ping())
        except Exception:  # noqa: BLE001 - as above
            return False


def _start(spec: ContainerSpec) -> Container:
    check_installed("docker", extra="docker", purpose="The Docker code executor")
    docker: Any = import_module("docker")
    client: Any = None
    try:
        client = docker.from_env()
        return Container(client, _started(docker, client, spec))
    except docker.errors.DockerException as error:
        if client is not None:
            client.close()
        raise DockerUnavailableError(
            f"the container for running code cannot be started: {error}",
            hint="Start Docker and see that this user may use it (`docker run hello-world`), or "
            "choose the local executor if you trust the code.",
        ) from error


def _started(docker: Any, client: Any, spec: ContainerSpec) -> Any:
    try:
        client.images.get(spec.image)
    except docker.errors.ImageNotFound:
        client.images.pull(spec.image)
    shell = ["-c", f"{spec.init_command};exec /bin/sh"] if spec.init_command else None
    container = client.containers.create(
        spec.image,
        name=spec.name,
        entrypoint="/bin/sh",
        command=shell,
        tty=True,
        detach=True,
        auto_remove=spec.auto_remove,
        volumes={key: dict(value) for key, value in spec.volumes.items()},
        working_dir=WORKSPACE,
        extra_hosts=dict(spec.extra_hosts),
        device_requests=spec.device_requests,
    )
    container.start()
    container.reload()
    if container.status != "running":
        raise DockerUnavailableError(
            f"the container {spec.name!r} ended at once: {container.logs().decode()}",
            hint="The image needs a shell; look at the init command if there is one.",
        )
    return container


def bind(directory: Path) -> dict[str, Mapping[str, str]]:
    """Return the volume that makes a directory the workspace."""
    return {str(directory.resolve()): {"bind": WORKSPACE, "mode": "rw"}}
