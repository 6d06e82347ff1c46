"""A function tool from JSON runs in a process of its own."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from studio._kit.run_context import RunContext, entered_run
from studio.core import CancellationToken
from studio.core.tools import ToolFailedError
from tests.support.source_tools import call_source, source_tool


async def test_it_is_another_process_in_another_directory() -> None:
    pid, directory = await call_source(
        "import os\ndef f() -> list: return [os.getpid(), os.getcwd()]"
    )

    assert pid != os.getpid()
    assert Path(directory) != Path.cwd()
    assert not await asyncio.to_thread(Path(directory).exists)


async def test_it_sees_none_of_the_callers_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_SERVER", "x")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")

    seen = await call_source("import os\ndef f() -> dict: return dict(os.environ)")

    assert set(seen) <= {"PATH", "HOME", "TMPDIR", "LANG", "LC_CTYPE", "PWD"}
    assert seen["HOME"] != str(Path.home())


async def test_it_sees_what_the_run_gives_it() -> None:
    class Run(RunContext):
        environment: Mapping[str, str] = {"API_KEY": "of this run"}

    with entered_run(Run()):
        seen = await call_source("import os\ndef f() -> str: return os.environ['API_KEY']")

    assert seen == "of this run"


async def test_async_functions_run() -> None:
    source = "import asyncio\nasync def f(n: int) -> int:\n    await asyncio.sleep(0)\n    return n"

    assert await call_source(source, {"n": 4}) == 4


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
    result = await call_source(f"def f(): return {expression}")

    assert result == eval(expression)
    assert type(result) is type(eval(expression))


async def test_other_values_come_back_as_the_text_a_model_reads() -> None:
    model = "from pydantic import BaseModel\nclass M(BaseModel):\n    a: int\n"

    assert (
        await call_source("import datetime\ndef f(): return datetime.date(2020, 1, 2)")
        == "2020-01-02"
    )
    assert await call_source(model + "def f(): return M(a=1)") == '{"a": 1}'


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

    assert await call_source(source, arguments) == ["RED", 1, 2020, (1, 2)]


async def test_the_functions_own_defaults_stand_for_what_is_missing() -> None:
    source = "def f(a: int, /, b: int = len('abc'), *, c: list = []) -> list: return [a, b, c]"

    assert await call_source(source, {"a": 1}) == [1, 3, []]


async def test_global_imports_come_first() -> None:
    imports = ["json", {"module": "math", "imports": ["floor"]}, {"name": "os.path", "alias": "p"}]
    source = "def f() -> str: return json.dumps([floor(1.5), p.join('a', 'b')])"

    assert await call_source(source, imports=imports) == '[1, "a/b"]'


async def test_annotations_need_not_be_imported() -> None:
    source = "def f(a: Annotated[int, 'n'], b: Optional[NoSuch] = None) -> Literal['x']: return a"

    assert await call_source(source, {"a": 3}) == 3


async def test_autogens_modules_are_ours_there() -> None:
    source = (
        "from autogen_core.models import UserMessage\nimport autogen_core.tools\n"
        "def f() -> str: return UserMessage.__module__"
    )

    assert (await call_source(source)).startswith("studio.core.models")


async def test_printing_and_reading_do_not_disturb() -> None:
    source = (
        "import os, sys, subprocess\n"
        "def f() -> str:\n"
        "    print('{\"value\": 1}', flush=True)\n"
        "    os.write(1, b'noise\\n')\n"
        "    subprocess.run([sys.executable, '-c', 'print(1)'])\n"
        "    return repr(sys.stdin.read())\n"
    )

    assert await call_source(source) == "''"


async def test_an_error_comes_back_with_its_text() -> None:
    with pytest.raises(ToolFailedError, match=r"^too bad$") as caught:
        await call_source("def f():\n    raise LookupError('too bad')")

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
        await call_source(f"def f():\n    {body}")

    assert caught.value.error_type == error


async def test_errors_do_not_show_where_things_are() -> None:
    source = "import os\ndef f(): open(os.path.join(os.getcwd(), 'missing.txt'))"

    with pytest.raises(ToolFailedError) as caught:
        await call_source(source)

    assert "missing.txt" in str(caught.value)
    assert "studio-tool-" not in str(caught.value)


async def test_an_earlier_cancellation_is_seen_by_a_function_with_a_token() -> None:
    source = (
        "async def f(cancellation_token: CancellationToken) -> float:\n"
        "    if cancellation_token.is_cancelled():\n        raise Exception('Cancelled')\n"
    )
    token = CancellationToken()
    token.cancel()

    with pytest.raises(ToolFailedError, match="Cancelled"):
        await source_tool(source).run_json({}, token)


async def test_many_calls_at_once_do_not_mix() -> None:
    made = source_tool("def f(n: int) -> int: return n * n")

    results = await asyncio.gather(
        *(made.run_json({"n": n}, CancellationToken()) for n in range(12))
    )

    assert results == [n * n for n in range(12)]
