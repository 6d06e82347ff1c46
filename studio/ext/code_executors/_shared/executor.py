"""The skeleton of executors that put each code block into a file and run a program on it."""

import asyncio
import shutil
import tempfile
import warnings
import weakref
from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from studio._kit.clock import monotonic
from studio.core import CancellationToken
from studio.core.code_executor import (
    CodeBlock,
    CodeExecutor,
    build_python_functions_file,
    required_packages,
)

from .blocks import CodeFileError, code_file_name, interpreter_of, quiet_pip
from .functions import (
    FUNCTION_PROMPT_TEMPLATE,
    Function,
    FunctionsError,
    check_module_name,
    functions_prompt,
)
from .result import CommandLineCodeResult, check_timeout


class CommandLineExecutor(CodeExecutor):
    """Base of executors that run files; define `_run_file`, `_run_python` and `_get_ready`.

    Args:
        timeout: Seconds that all blocks of one call may take together.
        work_dir: Where the files are; a temporary directory by default.
        functions: Functions that the code may import.
        functions_module: Name of the module they are in.
        remove_files: Whether to remove the files that unnamed blocks are run from.

    Raises:
        UsageError: The timeout or the name of the module cannot be meant.
    """

    FUNCTION_PROMPT_TEMPLATE: ClassVar[str] = FUNCTION_PROMPT_TEMPLATE
    """Tells a model of the functions; `$module_name` and `$functions` are filled in."""

    def __init__(
        self,
        *,
        timeout: int,
        work_dir: Path | str | None,
        functions: Sequence[Function],
        functions_module: str,
        remove_files: bool,
    ) -> None:
        check_timeout(timeout)
        check_module_name(functions_module)
        self._timeout: int = timeout
        self._given_dir: Path | None = _given_directory(work_dir)
        self._temp_dir: Path | None = None
        self._remove_temp_dir: Callable[[], object] | None = None
        self._functions: Sequence[Function] = functions
        self._functions_module: str = functions_module
        self._functions_ready: bool = not functions
        self._remove_files: bool = remove_files

    @property
    def timeout(self) -> int:
        """Seconds that all blocks of one call may take together."""
        return self._timeout

    @property
    def work_dir(self) -> Path:
        """Where the code's files are on this machine."""
        if self._given_dir is not None:
            return self._given_dir
        if self._temp_dir is None:
            self._temp_dir = Path(tempfile.mkdtemp(prefix="studio-code-"))
            # Nobody has to call `stop`; what is left goes with the executor.
            self._remove_temp_dir = weakref.finalize(self, shutil.rmtree, self._temp_dir, True)
        return self._temp_dir

    @property
    def functions(self) -> Sequence[Function]:
        """The functions that the code may import."""
        return self._functions

    @property
    def functions_module(self) -> str:
        """Name of the module with the functions."""
        return self._functions_module

    def format_functions_for_prompt(self, prompt_template: str = FUNCTION_PROMPT_TEMPLATE) -> str:
        """Return the text that tells a model of the functions.

        Args:
            prompt_template: Has `$module_name` and `$functions`.
        """
        return functions_prompt(prompt_template, self._functions_module, self._functions)

    async def execute_code_blocks(
        self, code_blocks: list[CodeBlock], cancellation_token: CancellationToken
    ) -> CommandLineCodeResult:
        """Run the blocks in order, up to the first that fails.

        A timeout gives the exit code 124, cancellation 125.

        Raises:
            FunctionsError: The functions cannot be set up.
        """
        await self._get_ready()
        if not self._functions_ready:
            await self._set_up_functions(cancellation_token)
            self._functions_ready = True
        files: list[Path] = []
        temporary: list[Path] = []
        output, exit_code = "", 0
        deadline = monotonic() + self._timeout
        try:
            for block in code_blocks:
                interpreter = interpreter_of(block.language)
                if interpreter is None:
                    return _refused(output, f"\nunknown language {block.language}", files)
                try:
                    name, is_named = code_file_name(block.code, interpreter, self.work_dir)
                except CodeFileError as error:
                    return _refused(output, str(error), files)
                files.append(await self._write(name, quiet_pip(block.code, interpreter)))
                if not is_named:
                    temporary.append(files[-1])
                exit_code, said = await self._run_file(
                    interpreter, name, cancellation_token, max(0.0, deadline - monotonic())
                )
                output += said
                if exit_code != 0:
                    break
        finally:
            if self._remove_files and temporary:
                await asyncio.to_thread(_remove, temporary)
        return CommandLineCodeResult(exit_code, output, _first(files))

    async def stop(self) -> None:
        """Remove a temporary work directory."""
        remove, self._remove_temp_dir = self._remove_temp_dir, None
        self._functions_ready = not self._functions
        if remove is not None:
            self._temp_dir = None
            await asyncio.to_thread(remove)

    @abstractmethod
    async def _get_ready(self) -> None:
        """Get ready to run programs, unless that has been done."""

    @abstractmethod
    async def _run_file(
        self, interpreter: str, name: str, token: CancellationToken, timeout_s: float
    ) -> tuple[int, str]:
        """Run a file of the work directory; return the exit code and the output."""

    @abstractmethod
    async def _run_python(
        self, arguments: Sequence[str], token: CancellationToken
    ) -> tuple[int, str]:
        """Run Python in the work directory; return the exit code and the output."""

    async def _set_up_functions(self, token: CancellationToken) -> None:
        packages = sorted(required_packages(self._functions))
        if packages:
            exit_code, output = await self._run_python(
                ["-m", "pip", "install", "-qqq", *packages], token
            )
            if exit_code != 0:
                raise FunctionsError(
                    f"Pip install failed. {output}",
                    hint=f"Install {', '.join(packages)} where the code runs, or give the executor "
                    "more time.",
                )
        source = build_python_functions_file(self._functions)
        await self._write(f"{self._functions_module}.py", source)
        exit_code, output = await self._run_python(
            ["-c", f"import {self._functions_module}"], token
        )
        if exit_code != 0:
            raise FunctionsError(
                f"Functions failed to load: {output}",
                hint="Give each function the imports it needs, with `with_requirements`.",
            )

    async def _write(self, name: str, text: str) -> Path:
        path = self.work_dir.resolve() / name
        await asyncio.to_thread(_write, path, text)
        return path


def warn_of_loss(what: str) -> None:
    """Warn that something an executor was given is not in its config."""
    warnings.warn(f"{what} of a code executor: not in its config.", UserWarning, stacklevel=4)


def _given_directory(work_dir: Path | str | None) -> Path | None:
    if work_dir is None:
        return None
    path = Path(work_dir)
    if path.resolve() == Path.cwd():
        warnings.warn(
            "Using the current directory as work_dir is deprecated. "
            "Give a directory of its own to the code.",
            DeprecationWarning,
            stacklevel=4,
        )
    path.mkdir(parents=True, exist_ok=True)
    return path


def _refused(output: str, why: str, files: Sequence[Path]) -> CommandLineCodeResult:
    return CommandLineCodeResult(1, output + why, _first(files))


def _first(files: Sequence[Path]) -> str | None:
    return str(files[0]) if files else None


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _remove(files: Sequence[Path]) -> None:
    for file in files:
        file.unlink(missing_ok=True)
