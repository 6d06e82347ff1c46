"""What the Docker executor does with its container, on a stand-in for the SDK."""

import asyncio
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from studio._kit.run_context import RunContext, entered_run
from studio.core import CancellationToken
from studio.core.code_executor import CodeBlock, FunctionWithRequirements
from studio.ext.code_executors import create_default_code_executor
from studio.ext.code_executors.docker import DockerCommandLineCodeExecutor
from tests.support.child_processes import hear, make_line, until_gone
from tests.support.fake_docker import FakeDaemon


@pytest.fixture
def daemon(monkeypatch: pytest.MonkeyPatch) -> Generator[FakeDaemon, None, None]:
    fake = FakeDaemon()
    monkeypatch.setitem(sys.modules, "docker", fake)
    yield fake
    assert fake.open_clients == 0


def shell(code: str) -> CodeBlock:
    return CodeBlock(code=code, language="sh")


async def run(executor: DockerCommandLineCodeExecutor, *blocks: CodeBlock) -> tuple[int, str]:
    result = await executor.execute_code_blocks(list(blocks), CancellationToken())
    return result.exit_code, result.output


async def test_code_runs_in_the_container_which_starts_by_itself(
    daemon: FakeDaemon, tmp_path: Path
) -> None:
    executor = DockerCommandLineCodeExecutor(work_dir=tmp_path)

    result = await run(executor, shell("echo one; echo two >&2"), shell("exit 3"), shell("echo no"))
    (container,) = daemon.made
    status = container.status
    await executor.stop()

    assert result == (3, "one\ntwo\n")
    assert (status, container.status) == ("running", "exited")
    assert daemon.pulled == ["python:3-slim"]


async def test_the_container_is_as_asked_for(daemon: FakeDaemon, tmp_path: Path) -> None:
    daemon.there.add("alpine:3")
    executor = DockerCommandLineCodeExecutor(
        image="alpine:3",
        container_name="mine",
        work_dir=tmp_path,
        auto_remove=False,
        extra_volumes={"/data": {"bind": "/data", "mode": "ro"}},
        extra_hosts={"db": "10.0.0.2"},
        init_command="echo hi",
    )

    async with executor:
        options = daemon.made[0].options

    assert daemon.pulled == []
    assert options == {
        "image": "alpine:3",
        "name": "mine",
        "entrypoint": "/bin/sh",
        "command": ["-c", "echo hi;exec /bin/sh"],
        "tty": True,
        "detach": True,
        "auto_remove": False,
        "volumes": {
            str(tmp_path): {"bind": "/workspace", "mode": "rw"},
            "/data": {"bind": "/data", "mode": "ro"},
        },
        "working_dir": "/workspace",
        "extra_hosts": {"db": "10.0.0.2"},
        "device_requests": None,
    }


async def test_the_code_sees_what_the_run_gives(daemon: FakeDaemon) -> None:
    context = RunContext()
    context.environment = {"CITY": "Rome"}

    async with DockerCommandLineCodeExecutor() as executor:
        with entered_run(context):
            result = await run(executor, shell('echo "$CITY"'))

    assert result == (0, "Rome\n")


async def test_a_timeout_ends_all_the_code_has_started(daemon: FakeDaemon, tmp_path: Path) -> None:
    async with DockerCommandLineCodeExecutor(work_dir=tmp_path, timeout=1) as executor:
        result = await run(executor, shell("sleep 60 & echo $! > pid; wait"))

    assert result == (124, "\nTimeout")
    await until_gone(int((tmp_path / "pid").read_bytes()))


@pytest.mark.parametrize("by", ["token", "task"])
async def test_cancellation_ends_all_the_code_has_started(
    daemon: FakeDaemon, tmp_path: Path, by: str
) -> None:
    token, line = CancellationToken(), make_line(tmp_path, "pid")
    async with DockerCommandLineCodeExecutor(work_dir=tmp_path) as executor:
        code = [shell("echo said; sleep 60 & echo $! > pid; wait")]
        running = asyncio.ensure_future(executor.execute_code_blocks(code, token))
        pid = int(await hear(line))
        if by == "token":
            token.cancel()
            result = await running
            assert (result.exit_code, result.output) == (125, "said\n\nCancelled")
        else:
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
        await until_gone(pid)


async def test_functions_can_be_imported(daemon: FakeDaemon) -> None:
    twice = FunctionWithRequirements.from_str("def twice(x):\n    return 2 * x\n")

    async with DockerCommandLineCodeExecutor(functions=[twice]) as executor:
        code = "from functions import twice\nprint(twice(4))"
        result = await run(executor, CodeBlock(code=code, language="python"))

    assert result == (0, "8\n")


async def test_a_container_may_be_kept(daemon: FakeDaemon) -> None:
    async with DockerCommandLineCodeExecutor(stop_container=False) as executor:
        await executor.restart()

    assert (daemon.made[0].status, daemon.made[0].restarts) == ("running", 1)


def test_docker_is_chosen_where_it_answers(daemon: FakeDaemon) -> None:
    assert isinstance(create_default_code_executor(), DockerCommandLineCodeExecutor)
