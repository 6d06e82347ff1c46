"""The executor that runs code in a container."""

import asyncio
import math
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar, Self

from pydantic import BaseModel

from studio._kit.ids import new_id
from studio._kit.run_context import current_run
from studio.core import CancellationToken, Component
from studio.ext.code_executors._shared import CommandLineExecutor, Function, warn_of_loss

from ._container import WORKSPACE, Container, ContainerSpec, bind


class DockerCommandLineCodeExecutorConfig(BaseModel):
    """Config of `DockerCommandLineCodeExecutor`."""

    image: str = "python:3-slim"
    container_name: str | None = None
    timeout: int = 60
    work_dir: str | None = None
    bind_dir: str | None = None
    auto_remove: bool = True
    stop_container: bool = True
    functions_module: str = "functions"
    extra_volumes: dict[str, dict[str, str]] = {}
    extra_hosts: dict[str, str] = {}
    init_command: str | None = None
    delete_tmp_files: bool = False


class DockerCommandLineCodeExecutor(
    CommandLineExecutor, Component[DockerCommandLineCodeExecutorConfig]
):
    """Runs Python and shell code in a Docker container that lives as long as the executor.

    The container starts with `start`, or with the first code. The work directory is its workspace.

    Args:
        image: Image of the container; it has to have `sh`, `timeout` and, for Python, `python`.
        container_name: Name of the container; one is made up by default.
        timeout: Seconds that all blocks of one call may take together.
        work_dir: Where the code's files are on this machine; a temporary directory by default.
        bind_dir: The same directory as the Docker daemon knows it, when this program itself runs
            in a container.
        auto_remove: Whether the container is removed when it stops.
        stop_container: Whether the container is stopped by `stop` and at the end of the program.
        device_requests: Devices for the container, as the Docker SDK's `DeviceRequest`.
        functions: Functions that the code may import.
        functions_module: Name of the module they are in.
        extra_volumes: More volumes, as the Docker SDK takes them.
        extra_hosts: Host names and their addresses.
        init_command: Shell command for the container to start with.
        delete_tmp_files: Whether to remove the files that unnamed blocks are run from.

    Raises:
        UsageError: The timeout or the name of the module cannot be meant.
    """

    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.code_executors.docker.DockerCommandLineCodeExecutor"
    )
    component_config_schema = DockerCommandLineCodeExecutorConfig

    SUPPORTED_LANGUAGES: ClassVar[list[str]] = [
        "bash",
        "shell",
        "sh",
        "pwsh",
        "powershell",
        "ps1",
        "python",
    ]

    def __init__(
        self,
        image: str = "python:3-slim",
        container_name: str | None = None,
        *,
        timeout: int = 60,
        work_dir: Path | str | None = None,
        bind_dir: Path | str | None = None,
        auto_remove: bool = True,
        stop_container: bool = True,
        device_requests: list[Any] | None = None,
        functions: Sequence[Function] = [],
        functions_module: str = "functions",
        extra_volumes: dict[str, dict[str, str]] | None = None,
        extra_hosts: dict[str, str] | None = None,
        init_command: str | None = None,
        delete_tmp_files: bool = False,
    ) -> None:
        super().__init__(
            timeout=timeout,
            work_dir=work_dir,
            functions=functions,
            functions_module=functions_module,
            remove_files=delete_tmp_files,
        )
        self._image: str = image
        self._given_name: str | None = container_name
        self.container_name: str = container_name or new_id("studio-code")
        self._bind_dir: Path | None = Path(bind_dir) if bind_dir is not None else None
        self._auto_remove: bool = auto_remove
        self._stop_container: bool = stop_container
        self._device_requests: list[Any] | None = device_requests
        self._extra_volumes: dict[str, dict[str, str]] = extra_volumes or {}
        self._extra_hosts: dict[str, str] = extra_hosts or {}
        self._init_command: str | None = init_command
        self._container: Container | None = None
        self._starting: asyncio.Lock = asyncio.Lock()

    @property
    def bind_dir(self) -> Path:
        """The work directory as the Docker daemon knows it."""
        return self._bind_dir if self._bind_dir is not None else self.work_dir

    async def start(self) -> None:
        """Start the container.

        Raises:
            DockerUnavailableError: It does not run.
        """
        await self._running()

    async def stop(self) -> None:
        """Stop the container, and remove a temporary work directory."""
        container, self._container = self._container, None
        if container is not None:
            await container.stop(keep=not self._stop_container)
        await super().stop()

    async def restart(self) -> None:
        """Restart the container, or start it."""
        if self._container is None:
            await self.start()
        else:
            await self._container.restart()

    async def _get_ready(self) -> None:
        await self._running()

    async def _running(self) -> Container:
        async with self._starting:
            if self._container is None:
                spec = ContainerSpec(
                    image=self._image,
                    name=self.container_name,
                    auto_remove=self._auto_remove,
                    volumes={**bind(self.bind_dir), **self._extra_volumes},
                    extra_hosts=self._extra_hosts,
                    device_requests=self._device_requests,
                    init_command=self._init_command,
                )
                self._container = await Container.start(spec, stop_at_exit=self._stop_container)
            return self._container

    async def _run_file(
        self, interpreter: str, name: str, token: CancellationToken, timeout_s: float
    ) -> tuple[int, str]:
        command = [interpreter, str(PurePosixPath(WORKSPACE, name))]
        return await self._run(command, token, timeout_s)

    async def _run_python(
        self, arguments: Sequence[str], token: CancellationToken
    ) -> tuple[int, str]:
        return await self._run(["python", *arguments], token, self._timeout)

    async def _run(
        self, command: Sequence[str], token: CancellationToken, timeout_s: float
    ) -> tuple[int, str]:
        run = current_run()
        return await (await self._running()).run(
            command,
            environment={} if run is None else run.environment,
            token=token,
            timeout_s=max(1, math.ceil(timeout_s)),
        )

    def _to_config(self) -> DockerCommandLineCodeExecutorConfig:
        if self._functions:
            warn_of_loss("the functions")
        if self._device_requests:
            warn_of_loss("the devices")
        return DockerCommandLineCodeExecutorConfig(
            image=self._image,
            container_name=self._given_name,
            timeout=self._timeout,
            work_dir=str(self._given_dir) if self._given_dir is not None else None,
            bind_dir=str(self._bind_dir) if self._bind_dir is not None else None,
            auto_remove=self._auto_remove,
            stop_container=self._stop_container,
            functions_module=self._functions_module,
            extra_volumes=self._extra_volumes,
            extra_hosts=self._extra_hosts,
            init_command=self._init_command,
            delete_tmp_files=self._remove_files,
        )

    @classmethod
    def _from_config(cls, config: DockerCommandLineCodeExecutorConfig) -> Self:
        return cls(**config.model_dump())
