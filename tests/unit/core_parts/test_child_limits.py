"""The child process of a function tool is limited, and really ended."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from studio.core import CancellationToken
from studio.core.tools import StaticWorkbench, ToolCrashedError, ToolFailedError, ToolTimeoutError
from tests.support.source_tools import call_source, source_tool


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - other processes set no events
            await asyncio.sleep(0.01)


def is_alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


async def test_memory_is_limited() -> None:
    with pytest.raises(ToolFailedError) as caught:
        await call_source("def f(): return len(bytearray(1 << 29))", memory_bytes=1 << 28)

    assert caught.value.error_type == "MemoryError"


async def test_the_limit_cannot_be_raised_again() -> None:
    source = (
        "import resource\ndef f():\n"
        "    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)\n"
    )
    if os.geteuid() == 0:
        source = "import resource\ndef f(): return list(resource.getrlimit(resource.RLIMIT_AS))"
        assert await call_source(source) == [1 << 30, 1 << 30]
    else:
        with pytest.raises(ToolFailedError):
            await call_source(source)


async def test_a_result_that_is_too_long_is_refused() -> None:
    with pytest.raises(ToolCrashedError, match="longer than"):
        await call_source("def f(): return 'x' * 1_000_000", answer_bytes=1000)


async def test_a_function_that_hangs_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    source = (
        "import os, time, pathlib\ndef f(file: str):\n"
        "    pathlib.Path(file).write_text(str(os.getpid()))\n    time.sleep(60)\n"
    )

    with pytest.raises(ToolTimeoutError, match=r"longer than 0\.5 s") as caught:
        await call_source(source, {"file": str(file)}, timeout_s=0.5)

    assert isinstance(caught.value, TimeoutError)
    assert not is_alive(int(file.read_text(encoding="utf-8")))


async def test_cancelling_kills_the_whole_process_group(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    source = (
        "import os, signal, subprocess, sys, time, pathlib\n"
        "def f(file: str):\n"
        "    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "    part = pathlib.Path(file + '.part')\n"
        "    part.write_text(f'{os.getpid()} {child.pid}')\n"
        "    part.rename(file)\n"
        "    time.sleep(60)\n"
    )
    token = CancellationToken()
    running = asyncio.ensure_future(source_tool(source).run_json({"file": str(file)}, token))
    await until(file.exists)
    pids = [int(pid) for pid in file.read_text(encoding="utf-8").split()]
    assert all(is_alive(pid) for pid in pids)

    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    await until(lambda: not any(is_alive(pid) for pid in pids))


async def test_cancelling_the_task_kills_it_too(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    source = (
        "import os, time, pathlib\ndef f(file: str):\n"
        "    pathlib.Path(file + '.part').write_text(str(os.getpid()))\n"
        "    os.rename(file + '.part', file)\n    time.sleep(60)\n"
    )
    bench = StaticWorkbench([source_tool(source)])
    running = asyncio.ensure_future(bench.call_tool("f", {"file": str(file)}))
    await until(file.exists)

    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    await until(lambda: not is_alive(int(file.read_text(encoding="utf-8"))))


async def test_what_it_leaves_running_ends_with_the_call() -> None:
    source = (
        "import subprocess, sys\n"
        "def f() -> int:\n"
        "    return subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).pid\n"
    )

    pid = await call_source(source)

    await until(lambda: not is_alive(pid))


async def test_a_function_with_a_token_is_told_before_it_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "started"
    source = (
        "import time, pathlib\n"
        "def f(file: str, cancellation_token: CancellationToken) -> str:\n"
        "    pathlib.Path(file).touch()\n"
        "    while not cancellation_token.is_cancelled():\n        time.sleep(0.005)\n"
        "    return 'tidied up'\n"
    )
    token = CancellationToken()
    running = asyncio.ensure_future(source_tool(source).run_json({"file": str(file)}, token))
    await until(file.exists)

    token.cancel()

    assert await running == "tidied up"


async def test_a_function_that_ignores_its_token_is_killed_after_all(tmp_path: Path) -> None:
    file = tmp_path / "started"
    source = (
        "import time, pathlib\ndef f(file: str, cancellation_token: object):\n"
        "    pathlib.Path(file).touch()\n    time.sleep(60)\n"
    )
    token = CancellationToken()
    running = asyncio.ensure_future(
        source_tool(source, cancel_grace_s=0.05).run_json({"file": str(file)}, token)
    )
    await until(file.exists)

    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running


async def test_limits_can_be_set_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_TOOL_MEMORY_MB", "300")
    made = source_tool(
        "import resource\ndef f(): return resource.getrlimit(resource.RLIMIT_AS)[0] >> 20"
    )
    made.limits = None

    assert await made.run_json({}, CancellationToken()) == 300


async def test_a_process_that_dies_is_told_with_its_signal() -> None:
    with pytest.raises(ToolCrashedError, match="SIGSEGV"):
        await call_source("import os, signal\ndef f(): os.kill(os.getpid(), signal.SIGSEGV)")
