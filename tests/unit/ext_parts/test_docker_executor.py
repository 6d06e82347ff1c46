"""The Docker executor where there is no Docker."""

import gc
import json
from collections.abc import Generator
from pathlib import Path

import pytest

from studio.core import CancellationToken
from studio.core.code_executor import CodeBlock, CodeExecutor
from studio.ext.code_executors import create_default_code_executor
from studio.ext.code_executors.docker import (
    DockerCommandLineCodeExecutor,
    DockerUnavailableError,
)
from studio.ext.code_executors.local import LocalCommandLineCodeExecutor

# The Docker SDK leaves a socket that it could not connect to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def no_daemon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[None, None, None]:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    yield
    gc.collect()


async def test_without_a_daemon_the_error_says_what_to_do() -> None:
    executor = DockerCommandLineCodeExecutor()

    with pytest.raises(DockerUnavailableError) as caught:
        await executor.execute_code_blocks(
            [CodeBlock(code="print(1)", language="python")], CancellationToken()
        )

    assert "Start Docker" in str(caught.value.hint)
    await executor.stop()


def test_without_a_daemon_code_runs_here_with_a_warning(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Docker is not available"):
        executor = create_default_code_executor(work_dir=str(tmp_path))

    assert isinstance(executor, LocalCommandLineCodeExecutor)
    assert executor.work_dir == tmp_path


def test_it_comes_back_from_json(tmp_path: Path) -> None:
    executor = DockerCommandLineCodeExecutor(
        image="alpine:3",
        timeout=5,
        work_dir=tmp_path,
        bind_dir="/srv/code",
        auto_remove=False,
        stop_container=False,
        extra_volumes={"/data": {"bind": "/data", "mode": "ro"}},
        extra_hosts={"db": "10.0.0.2"},
        init_command="echo hi",
        delete_tmp_files=True,
    )

    dumped = json.loads(executor.dump_component().model_dump_json())

    assert CodeExecutor.load_component(dumped).dump_component().model_dump() == dumped
    assert dumped["config"]["bind_dir"] == "/srv/code"


def test_two_executors_from_one_document_have_containers_of_their_own() -> None:
    dumped = DockerCommandLineCodeExecutor().dump_component()

    one = DockerCommandLineCodeExecutor.load_component(dumped)
    two = DockerCommandLineCodeExecutor.load_component(dumped)

    assert one.container_name != two.container_name
