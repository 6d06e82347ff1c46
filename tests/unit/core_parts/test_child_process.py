"""A function tool from JSON runs in a process of its own, which is limited and really ended."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from studio._kit.run_context import RunContext, entered_run
from studio.core import CancellationToken
from studio.core.tools import (
    FunctionTool,
    StaticWorkbench,
    ToolCrashedError,
    ToolFailedError,
    ToolLimits,
    ToolTimeoutError,
)


def tool(source: str, *, imports: list[Any] | None = None, **limits: Any) -> FunctionTool:
    config = {
        "source_code": source,
        "name": "f",
        "description": "",
        "global_imports": imports or [],
        "has_cancellation_support": False,
    }
    made = FunctionTool.load_component(
        {"provider": "autogen_core.tools.FunctionTool", "config": config}
    )
    made.limits = ToolLimits(**limits)
    return made


async def call(source: str, arguments: dict[str, Any] | None = None, **options: Any) -> Any:
    return await tool(source, **options).run_json(arguments or {}, CancellationToken())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.01)


def is_alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


async def test_it_is_another_process_in_another_directory() -> None:
    pid, directory = await call("import os\ndef f() -> list: return [os.getpid(), os.getcwd()]")

    assert pid != os.getpid()
    assert Path(directory) != Path.cwd()
    assert not Path(directory).exists()


async def test_it_sees_none_of_the_callers_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_SERVER", "x")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")

    seen = await call("import os\ndef f() -> dict: return dict(os.environ)")

    assert set(seen) <= {"PATH", "HOME", "TMPDIR", "LANG", "LC_CTYPE", "PWD"}
    assert seen["HOME"] != str(Path.home())


async def test_it_sees_what_the_run_gives_it() -> None:
    class Run(RunContext):
        environment = {"API_KEY": "of this run"}

    with entered_run(Run()):
        seen = await call("import os\ndef f() -> str: return os.environ['API_KEY']")

    assert seen == "of this run"


async def test_async_functions_run() -> None:
    source = "import asyncio\nasync def f(n: int) -> int:\n    await asyncio.sleep(0)\n    return n"

    assert await call(source, {"n": 4}) == 4


@pytest.mark.parametrize(
    "expression",
    [
        "None",
        "True",
        "1.5",
        "float('inf')",
        "'äöü \\n 🙂'",
        "[1, [2, {'a': None}]]",
        "(1, (2, 3))",
        "{1, 2}",
        "{1: 'a', (2, 3): b'bytes'}",
        "{'$': 'tuple', 'v': 1}",
    ],
)
async def test_values_come_back_as_they_are(expression: str) -> None:
    result = await call(f"def f(): return {expression}")

    assert result == eval(expression)
    assert type(result) is type(eval(expression))


async def test_other_values_come_back_as_the_text_a_model_reads() -> None:
    model = "from pydantic import BaseModel\nclass M(BaseModel):\n    a: int\n"

    assert await call("import datetime\ndef f(): return datetime.date(2020, 1, 2)") == "2020-01-02"
    assert await call(model + "def f(): return M(a=1)") == '{"a": 1}'


async def test_arguments_become_what_the_annotations_ask_for() -> None:
    source = (
        "from pydantic import BaseModel\nfrom datetime import date\nfrom enum import Enum\n"
        "class Color(Enum):\n    RED = 'red'\n"
        "class Point(BaseModel):\n    x: int\n    color: Color\n"
        "def f(p: Point, others: list[Point], day: date, pair: tuple[int, int]) -> list:\n"
        "    return [p.color.name, others[0].x, day.year, pair]\n"
    )
    point = {"x": 1, "color": "red"}
    arguments = {"p": point, "others": [point], "day": "2020-01-02", "pair": [1, 2]}

    assert await call(source, arguments) == ["RED", 1, 2020, (1, 2)]


async def test_the_functions_own_defaults_stand_for_what_is_missing() -> None:
    source = "def f(a: int, /, b: int = len('abc'), *, c: list = []) -> list: return [a, b, c]"

    assert await call(source, {"a": 1}) == [1, 3, []]


async def test_global_imports_come_first() -> None:
    imports = ["json", {"module": "math", "imports": ["floor"]}, {"name": "os.path", "alias": "p"}]
    source = "def f() -> str: return json.dumps([floor(1.5), p.join('a', 'b')])"

    assert await call(source, imports=imports) == '[1, "a/b"]'


async def test_annotations_need_not_be_imported() -> None:
    source = "def f(a: Annotated[int, 'n'], b: Optional[NoSuch] = None) -> Literal['x']: return a"

    assert await call(source, {"a": 3}) == 3


async def test_autogens_modules_are_ours_there() -> None:
    source = (
        "from autogen_core.models import UserMessage\nimport autogen_core.tools\n"
        "def f() -> str: return UserMessage.__module__"
    )

    assert (await call(source)).startswith("studio.core.models")


async def test_printing_and_reading_do_not_disturb() -> None:
    source = (
        "import os, sys, subprocess\n"
        "def f() -> str:\n"
        "    print('{\"value\": 1}', flush=True)\n"
        "    os.write(1, b'noise\\n')\n"
        "    subprocess.run([sys.executable, '-c', 'print(1)'])\n"
        "    return repr(sys.stdin.read())\n"
    )

    assert await call(source) == "''"


async def test_an_error_comes_back_with_its_text() -> None:
    with pytest.raises(ToolFailedError, match="^too bad$") as caught:
        await call("def f():\n    raise LookupError('too bad')")

    assert caught.value.error_type == "LookupError"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("import sys; sys.exit(3)", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("return undefined", "NameError"),
        ("return f()", "RecursionError"),
        ("import no_such_module", "ModuleNotFoundError"),
    ],
)
async def test_whatever_ends_the_function_is_an_error(body: str, error: str) -> None:
    with pytest.raises(ToolFailedError) as caught:
        await call(f"def f():\n    {body}")

    assert caught.value.error_type == error


async def test_errors_do_not_show_where_things_are() -> None:
    source = "import os\ndef f(): open(os.path.join(os.getcwd(), 'missing.txt'))"

    with pytest.raises(ToolFailedError) as caught:
        await call(source)

    assert "missing.txt" in str(caught.value)
    assert "studio-tool-" not in str(caught.value)


async def test_a_process_that_dies_is_told_with_its_signal() -> None:
    with pytest.raises(ToolCrashedError, match="SIGSEGV"):
        await call("import os, signal\ndef f(): os.kill(os.getpid(), signal.SIGSEGV)")


async def test_memory_is_limited() -> None:
    with pytest.raises(ToolFailedError) as caught:
        await call("def f(): return len(bytearray(1 << 29))", memory_bytes=1 << 28)

    assert caught.value.error_type == "MemoryError"


async def test_the_limit_cannot_be_raised_again() -> None:
    source = (
        "import resource\ndef f():\n"
        "    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)\n"
    )
    if os.geteuid() == 0:
        source = "import resource\ndef f(): return list(resource.getrlimit(resource.RLIMIT_AS))"
        assert await call(source) == [1 << 30, 1 << 30]
    else:
        with pytest.raises(ToolFailedError):
            await call(source)


async def test_a_result_that_is_too_long_is_refused() -> None:
    with pytest.raises(ToolCrashedError, match="longer than"):
        await call("def f(): return 'x' * 1_000_000", answer_bytes=1000)


async def test_a_function_that_hangs_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    source = (
        "import os, time, pathlib\ndef f(file: str):\n"
        "    pathlib.Path(file).write_text(str(os.getpid()))\n    time.sleep(60)\n"
    )

    with pytest.raises(ToolTimeoutError, match=r"longer than 0\.5 s") as caught:
        await call(source, {"file": str(file)}, timeout_s=0.5)

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
    running = asyncio.ensure_future(tool(source).run_json({"file": str(file)}, token))
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
    bench = StaticWorkbench([tool(source)])
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

    pid = await call(source)

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
    running = asyncio.ensure_future(tool(source).run_json({"file": str(file)}, token))
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
        tool(source, cancel_grace_s=0.05).run_json({"file": str(file)}, token)
    )
    await until(file.exists)

    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running


async def test_an_earlier_cancellation_is_seen_by_a_function_with_a_token() -> None:
    source = (
        "async def f(cancellation_token: CancellationToken) -> float:\n"
        "    if cancellation_token.is_cancelled():\n        raise Exception('Cancelled')\n"
    )
    token = CancellationToken()
    token.cancel()

    with pytest.raises(ToolFailedError, match="Cancelled"):
        await tool(source).run_json({}, token)


async def test_many_calls_at_once_do_not_mix() -> None:
    made = tool("def f(n: int) -> int: return n * n")

    results = await asyncio.gather(
        *(made.run_json({"n": n}, CancellationToken()) for n in range(12))
    )

    assert results == [n * n for n in range(12)]


async def test_limits_can_be_set_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_TOOL_MEMORY_MB", "300")
    made = tool("import resource\ndef f(): return resource.getrlimit(resource.RLIMIT_AS)[0] >> 20")
    made.limits = None

    assert await made.run_json({}, CancellationToken()) == 300
