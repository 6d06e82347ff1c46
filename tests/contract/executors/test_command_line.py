"""What every executor that runs files on a command line promises."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest

from studio.core import CancellationToken
from studio.core.code_executor import CodeBlock, CodeExecutor
from studio.ext.code_executors.docker import DockerCommandLineCodeExecutor
from studio.ext.code_executors.local import LocalCommandLineCodeExecutor
from tests.support.child_processes import hear, make_line

Make = Callable[..., CodeExecutor]


def python(code: str) -> CodeBlock:
    return CodeBlock(code=code, language="python")


def shell(code: str) -> CodeBlock:
    return CodeBlock(code=code, language="sh")


def _docker(**options: Any) -> CodeExecutor:
    return DockerCommandLineCodeExecutor(**options)


@pytest.fixture(
    params=["local", pytest.param("docker", marks=pytest.mark.docker)],
)
def make(request: pytest.FixtureRequest) -> Make:
    return LocalCommandLineCodeExecutor if request.param == "local" else _docker


@pytest.fixture
async def executor(make: Make, tmp_path: Path) -> AsyncGenerator[CodeExecutor, None]:
    async with make(work_dir=tmp_path, timeout=20) as started:
        yield started


async def run(executor: CodeExecutor, *blocks: CodeBlock) -> tuple[int, str]:
    result = await executor.execute_code_blocks(list(blocks), CancellationToken())
    return result.exit_code, result.output


async def test_blocks_run_in_order(executor: CodeExecutor) -> None:
    result = await run(
        executor, python("print('one')"), shell("echo two"), python("print('three')")
    )

    assert result == (0, "one\ntwo\nthree\n")


async def test_the_first_block_that_fails_is_the_last(executor: CodeExecutor) -> None:
    exit_code, output = await run(executor, shell("echo a; exit 3"), python("print('never')"))

    assert (exit_code, output) == (3, "a\n")


async def test_an_exception_is_told(executor: CodeExecutor) -> None:
    exit_code, output = await run(executor, python("raise ValueError('no good')"))

    assert exit_code == 1
    assert "ValueError: no good" in output


async def test_an_unknown_language_is_refused(executor: CodeExecutor) -> None:
    exit_code, output = await run(executor, CodeBlock(code="x", language="cobol"))

    assert exit_code == 1
    assert "unknown language cobol" in output


@pytest.mark.parametrize("first", ["# filename: made.py", "\n# filename: made.py"])
async def test_a_block_may_name_its_file(
    executor: CodeExecutor, tmp_path: Path, first: str
) -> None:
    result = await run(executor, python(f"{first}\nX = 5"), python("import made; print(made.X)"))

    assert result == (0, "5\n")
    assert (tmp_path / "made.py").is_file()


@pytest.mark.parametrize("name", ["../out.py", "/tmp/out.py", "a/../../out.py", "."])
async def test_a_file_outside_the_work_directory_is_refused(
    executor: CodeExecutor, tmp_path: Path, name: str
) -> None:
    exit_code, output = await run(executor, python(f"# filename: {name}\nprint('hi')"))

    assert exit_code == 1
    assert "Filename is not in the workspace" in output
    assert not (tmp_path.parent / "out.py").exists()


async def test_blocks_see_what_earlier_ones_wrote(executor: CodeExecutor) -> None:
    result = await run(
        executor, shell("echo kept > note.txt"), python("print(open('note.txt').read())")
    )

    assert result == (0, "kept\n\n")


async def test_text_beyond_ascii_survives(executor: CodeExecutor) -> None:
    assert await run(executor, python("print('grüße 世界 🎈')")) == (0, "grüße 世界 🎈\n")


async def test_code_that_takes_too_long_is_ended(make: Make, tmp_path: Path) -> None:
    async with make(work_dir=tmp_path, timeout=1) as executor:
        exit_code, output = await run(executor, shell("echo before; sleep 60"))

    assert exit_code == 124
    assert "Timeout" in output


async def test_cancellation_ends_the_code(executor: CodeExecutor, tmp_path: Path) -> None:
    token = CancellationToken()
    line = make_line(tmp_path, "line")
    running = asyncio.ensure_future(
        executor.execute_code_blocks([shell("echo said; echo started > line; sleep 60")], token)
    )
    await hear(line)
    token.cancel()

    result = await running

    assert result.exit_code == 125
    assert "Cancelled" in result.output


async def test_a_dump_loads_as_the_same_executor(make: Make, tmp_path: Path) -> None:
    dumped = make(work_dir=tmp_path, timeout=7).dump_component()

    again = CodeExecutor.load_component(dumped.model_dump())

    assert dumped.provider.startswith("autogen_ext.code_executors.")
    assert dumped.config["timeout"] == 7
    assert again.dump_component() == dumped


@pytest.mark.parametrize("options", [{"timeout": 0}, {"functions_module": "not-a-name"}])
def test_options_that_cannot_be_meant_are_refused(make: Make, options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="must be"):
        make(**options)
