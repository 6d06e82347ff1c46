"""What the local executor promises beyond the others."""

import asyncio
import shutil
import sys
import venv
from pathlib import Path

import pytest

from studio._kit.run_context import RunContext, entered_run
from studio.core import CancellationToken
from studio.core.code_executor import (
    CodeBlock,
    FunctionWithRequirements,
    ImportFromModule,
    with_requirements,
)
from studio.ext.code_executors.local import LocalCommandLineCodeExecutor
from tests.support.child_processes import hear, is_running, make_line, until_gone


def python(code: str) -> CodeBlock:
    return CodeBlock(code=code, language="python")


def shell(code: str) -> CodeBlock:
    return CodeBlock(code=code, language="sh")


async def run(executor: LocalCommandLineCodeExecutor, *blocks: CodeBlock) -> tuple[int, str]:
    result = await executor.execute_code_blocks(list(blocks), CancellationToken())
    return result.exit_code, result.output


def files_in(directory: Path) -> list[str]:
    return [str(file) for file in directory.iterdir()]


async def test_errors_come_before_output() -> None:
    async with LocalCommandLineCodeExecutor() as executor:
        code = "import sys; print('out'); print('err', file=sys.stderr)"

        assert await run(executor, python(code)) == (0, "err\nout\n")


async def test_nothing_of_the_environment_is_seen_but_what_programs_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-private")
    async with LocalCommandLineCodeExecutor() as executor:
        exit_code, output = await run(executor, shell("env; command -v python"))

    assert exit_code == 0
    assert "sk-private" not in output
    assert output.splitlines()[-1] == str(Path(sys.executable).parent / "python")


async def test_the_run_gives_its_variables() -> None:
    context = RunContext()
    context.environment = {"CITY": "Rome"}
    executor = LocalCommandLineCodeExecutor()

    with entered_run(context):
        inside = await run(executor, shell('echo "[$CITY]"'))
    outside = await run(executor, shell('echo "[$CITY]"'))

    assert (inside, outside) == ((0, "[Rome]\n"), (0, "[]\n"))


async def test_a_timeout_ends_the_grandchildren_too(tmp_path: Path) -> None:
    executor = LocalCommandLineCodeExecutor(work_dir=tmp_path, timeout=1)

    exit_code, _ = await run(executor, shell("sleep 60 & echo $! > pid; wait"))

    assert exit_code == 124
    await until_gone(int((tmp_path / "pid").read_text(encoding="utf-8")))


async def test_cancelling_the_caller_ends_the_code(tmp_path: Path) -> None:
    executor = LocalCommandLineCodeExecutor(work_dir=tmp_path)
    line = make_line(tmp_path, "pid")
    task = asyncio.ensure_future(run(executor, shell("sleep 60 & echo $! > pid; wait")))
    pid = int(await hear(line))

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    await until_gone(pid)


async def test_a_cancelled_token_lets_nothing_start_for_long(tmp_path: Path) -> None:
    token = CancellationToken()
    token.cancel()

    result = await LocalCommandLineCodeExecutor(work_dir=tmp_path).execute_code_blocks(
        [shell("sleep 60")], token
    )

    assert (result.exit_code, result.output) == (125, "\nCancelled")


async def test_what_runs_in_the_background_lives_until_the_executor_stops(tmp_path: Path) -> None:
    executor = LocalCommandLineCodeExecutor(work_dir=tmp_path)
    async with executor:
        code = "sleep 60 > /dev/null 2>&1 & echo $! > pid; echo left"
        result = await run(executor, shell(code))
        pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
        lived = is_running(pid)

    assert (result, lived) == ((0, "left\n"), True)
    await until_gone(pid)


async def test_endless_output_does_not_fill_the_memory() -> None:
    executor = LocalCommandLineCodeExecutor()

    exit_code, output = await run(executor, python("print('x' * 5_000_000)"))

    assert exit_code == 0
    assert len(output) < 4_300_000
    assert "more bytes of output were dropped" in output


async def test_files_of_unnamed_blocks_are_removed_unless_they_are_wanted(tmp_path: Path) -> None:
    tidy = LocalCommandLineCodeExecutor(work_dir=tmp_path)
    result = await tidy.execute_code_blocks([python("print(1)")], CancellationToken())
    after_tidy = files_in(tmp_path)
    keeping = LocalCommandLineCodeExecutor(work_dir=tmp_path, cleanup_temp_files=False)
    kept = await keeping.execute_code_blocks([python("print(1)")], CancellationToken())

    assert after_tidy == []
    assert result.code_file == kept.code_file
    assert files_in(tmp_path) == [kept.code_file]
    assert Path(str(kept.code_file)).name.startswith("tmp_code_")


async def test_a_temporary_work_directory_goes_with_the_executor() -> None:
    executor = LocalCommandLineCodeExecutor()
    await executor.start()
    directory = executor.work_dir

    existed = directory.is_dir()
    await executor.stop()

    assert (existed, directory.exists()) == (True, False)


async def test_pip_is_made_quiet(tmp_path: Path) -> None:
    executor = LocalCommandLineCodeExecutor(work_dir=tmp_path, cleanup_temp_files=False)

    await run(executor, shell("exit 0\npip install nothing\npython -m pip install nothing\n"))

    (written,) = [(tmp_path / name).read_bytes() for name in files_in(tmp_path)]
    assert written == b"exit 0\npip install -qqq nothing\npython -m pip install -qqq nothing\n"


async def test_a_missing_interpreter_is_named() -> None:
    if shutil.which("pwsh"):
        pytest.skip("pwsh is installed")

    result = await run(
        LocalCommandLineCodeExecutor(), CodeBlock(code="Write-Host hi", language="powershell")
    )

    assert result == (127, "pwsh is not installed on this machine\n")


async def test_code_may_import_the_given_functions() -> None:
    @with_requirements(global_imports=[ImportFromModule("math", ["sqrt"])])
    def root(value: float) -> float:
        """Return the square root."""
        return sqrt(value)  # type: ignore[name-defined]  # noqa: F821

    stated = FunctionWithRequirements.from_str("def twice(x):\n    return 2 * x\n")
    executor = LocalCommandLineCodeExecutor(functions=[root, stated], functions_module="given")

    result = await run(executor, python("from given import root, twice\nprint(twice(root(9)))"))
    prompt = executor.format_functions_for_prompt()

    assert result == (0, "6.0\n")
    assert "`given`" in prompt
    assert "def root(value: float) -> float:" in prompt


async def test_functions_that_do_not_load_are_told() -> None:
    broken = FunctionWithRequirements.from_str(
        "def broken(x):\n    return x\n", global_imports=["a_module_that_is_not_there"]
    )
    executor = LocalCommandLineCodeExecutor(functions=[broken])

    with pytest.raises(ValueError, match="Functions failed to load"):
        await run(executor, python("print(1)"))


async def test_a_virtual_environment_is_used(tmp_path: Path) -> None:
    builder = venv.EnvBuilder(with_pip=False)
    builder.create(tmp_path / "env")
    context = builder.ensure_directories(tmp_path / "env")
    executor = LocalCommandLineCodeExecutor(virtual_env_context=context)

    _, from_python = await run(executor, python("import sys; print(sys.prefix)"))
    _, from_shell = await run(executor, shell("command -v python"))

    assert Path(from_python.strip()) == tmp_path / "env"
    assert Path(from_shell.strip()) == tmp_path / "env" / "bin" / "python"


async def test_a_restart_is_warned_about() -> None:
    with pytest.warns(UserWarning, match="No action is taken"):
        await LocalCommandLineCodeExecutor().restart()


def test_the_current_directory_is_warned_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.warns(DeprecationWarning, match="current directory"):
        LocalCommandLineCodeExecutor(work_dir=".")
