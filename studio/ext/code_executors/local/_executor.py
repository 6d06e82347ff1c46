"""The executor that runs code as child processes."""

import asyncio
import warnings
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar, Self

from pydantic import BaseModel

from studio.core import CancellationToken, Component
from studio.ext.code_executors._shared import CommandLineExecutor, Function, warn_of_loss

from ._environment import child_environment, python_of
from ._process import end_group, run_program


class LocalCommandLineCodeExecutorConfig(BaseModel):
    """Config of `LocalCommandLineCodeExecutor`."""

    timeout: int = 60
    work_dir: str | None = None
    functions_module: str = "functions"
    cleanup_temp_files: bool = True


class LocalCommandLineCodeExecutor(
    CommandLineExecutor, Component[LocalCommandLineCodeExecutorConfig]
):
    """Runs Python and shell code as processes on this machine.

    Nothing keeps the code from what this user may do here; give it only code you trust, or use
    the Docker executor. Each block is a process of its own in the work directory. It sees none of
    this process's environment but what programs need to work, and what the current run gives it.

    Args:
        timeout: Seconds that all blocks of one call may take together.
        work_dir: Where the code runs; a temporary directory by default.
        functions: Functions that the code may import.
        functions_module: Name of the module they are in.
        cleanup_temp_files: Whether to remove the files that unnamed blocks are run from.
        virtual_env_context: A virtual environment, as `venv.EnvBuilder.ensure_directories`
            returns it.

    Raises:
        UsageError: The timeout or the name of the module cannot be meant.

    Example:
        >>> import asyncio
        >>> from studio.core.code_executor import CodeBlock
        >>> async def main() -> str:
        ...     async with LocalCommandLineCodeExecutor() as executor:
        ...         block = CodeBlock(code="print(6 * 7)", language="python")
        ...         result = await executor.execute_code_blocks([block], CancellationToken())
        ...     return result.output.strip()
        >>> asyncio.run(main())
        '42'
    """

    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.code_executors.local.LocalCommandLineCodeExecutor"
    )
    component_config_schema = LocalCommandLineCodeExecutorConfig

    def __init__(
        self,
        timeout: int = 60,
        work_dir: Path | str | None = None,
        functions: Sequence[Function] = [],
        functions_module: str = "functions",
        cleanup_temp_files: bool = True,
        virtual_env_context: SimpleNamespace | None = None,
    ) -> None:
        super().__init__(
            timeout=timeout,
            work_dir=work_dir,
            functions=functions,
            functions_module=functions_module,
            remove_files=cleanup_temp_files,
        )
        self._virtual_env: SimpleNamespace | None = virtual_env_context
        self._left_groups: list[int] = []

    @property
    def cleanup_temp_files(self) -> bool:
        """Whether the files of unnamed blocks are removed."""
        return self._remove_files

    async def start(self) -> None:
        """Make the work directory."""
        await asyncio.to_thread(self.work_dir.mkdir, parents=True, exist_ok=True)

    async def stop(self) -> None:
        """Remove a temporary work directory, and end what the code has left running."""
        groups, self._left_groups = self._left_groups, []
        for group in groups:
            end_group(group)
        await super().stop()

    async def restart(self) -> None:
        """Do nothing but warn: the blocks are processes of their own, so nothing is kept."""
        warnings.warn(
            "Restarting local command line code executor is not supported. No action is taken.",
            UserWarning,
            stacklevel=2,
        )

    async def _get_ready(self) -> None:
        """Nothing to do: the work directory is made when it is asked for."""

    async def _run_file(
        self, interpreter: str, name: str, token: CancellationToken, timeout_s: float
    ) -> tuple[int, str]:
        path = str(self.work_dir.resolve() / name)
        if interpreter == "python":
            command = [python_of(self._virtual_env), path]
        elif interpreter == "pwsh":
            command = ["pwsh", "-NoProfile", "-ExecutionPolicy", "Bypass", "-File", path]
        else:
            command = [interpreter, path]
        return await self._run(command, token, timeout_s)

    async def _run_python(
        self, arguments: Sequence[str], token: CancellationToken
    ) -> tuple[int, str]:
        command = [python_of(self._virtual_env), *arguments]
        return await self._run(command, token, self._timeout)

    async def _run(
        self, command: Sequence[str], token: CancellationToken, timeout_s: float
    ) -> tuple[int, str]:
        try:
            finished = await run_program(
                command,
                cwd=self.work_dir,
                environment=child_environment(self._virtual_env),
                token=token,
                timeout_s=timeout_s,
            )
        except FileNotFoundError as error:
            return 127, f"{error.filename or command[0]} is not installed on this machine\n"
        if finished.left_group is not None:
            self._left_groups.append(finished.left_group)
        return finished.exit_code, finished.output

    def _to_config(self) -> LocalCommandLineCodeExecutorConfig:
        if self._functions:
            warn_of_loss("the functions")
        if self._virtual_env is not None:
            warn_of_loss("the virtual environment")
        return LocalCommandLineCodeExecutorConfig(
            timeout=self._timeout,
            work_dir=str(self._given_dir) if self._given_dir is not None else None,
            functions_module=self._functions_module,
            cleanup_temp_files=self._remove_files,
        )

    @classmethod
    def _from_config(cls, config: LocalCommandLineCodeExecutorConfig) -> Self:
        return cls(
            timeout=config.timeout,
            work_dir=config.work_dir,
            functions_module=config.functions_module,
            cleanup_temp_files=config.cleanup_temp_files,
        )
