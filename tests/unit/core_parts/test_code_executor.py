"""Functions with what they need, as source text for code executors."""

from typing import Any, ClassVar, Self

import pytest
from pydantic import BaseModel

from studio.core import CancellationToken
from studio.core._component import Component
from studio.core.code_executor import (
    Alias,
    CodeBlock,
    CodeExecutor,
    CodeResult,
    FunctionWithRequirements,
    ImportFromModule,
    build_python_functions_file,
    import_line,
    required_packages,
    to_code,
    to_stub,
    with_requirements,
)


@with_requirements(
    python_packages=["pandas"],
    global_imports=["os", Alias("pandas", "pd"), ImportFromModule("math", ["pi", Alias("e", "x")])],
)
def load(path: str) -> int:
    """Load it."""
    return len(path)


def plain(a: int, b: str = "x") -> str:
    return b * a


SOURCE = '''
def area(r: float) -> float:
    """Area."""
    return pi * r
'''


@pytest.mark.parametrize(
    ("item", "line"),
    [
        ("os.path", "import os.path"),
        (Alias("numpy", "np"), "import numpy as np"),
        (ImportFromModule("a.b", ["c"]), "from a.b import c"),
        (ImportFromModule("a", ("b", Alias("c", "d"))), "from a import b, c as d"),
    ],
)
def test_imports_become_statements(item: Any, line: str) -> None:
    assert import_line(item) == line


def test_imported_names_are_kept_as_a_tuple() -> None:
    assert ImportFromModule("a", ["b", "c"]).imports == ("b", "c")
    assert ImportFromModule("a", ["b"]) == ImportFromModule("a", ("b",))


def test_a_decorated_function_can_be_called() -> None:
    assert load("abc") == 3
    assert isinstance(load, FunctionWithRequirements)
    assert (load.func.__name__, list(load.python_packages)) == ("load", ["pandas"])


def test_code_is_without_decorators() -> None:
    expected = 'def load(path: str) -> int:\n    """Load it."""\n    return len(path)\n'

    assert to_code(load) == expected
    assert to_code(plain).startswith("def plain")


def test_a_stub_has_signature_and_docstring() -> None:
    assert to_stub(load) == 'def load(path: str) -> int:\n    """Load it."""\n    ...\n'
    assert to_stub(plain) == "def plain(a: int, b: str = 'x') -> str:\n    ...\n"


def test_a_file_has_imports_then_functions() -> None:
    area = FunctionWithRequirements.from_str(SOURCE, global_imports=["os", "json"])

    lines = build_python_functions_file([load, area, plain]).splitlines()

    blank = lines.index("")
    assert set(lines[:blank]) == {
        "import os",
        "import json",
        "import pandas as pd",
        "from math import pi, e as x",
    }
    assert lines[blank + 1] == "def load(path: str) -> int:"
    assert [line for line in lines if line.startswith("def ")] == [
        "def load(path: str) -> int:",
        "def area(r: float) -> float:",
        'def plain(a: int, b: str = "x") -> str:',
    ]
    compile("\n".join(lines), "<file>", "exec")


def test_packages_are_collected() -> None:
    area = FunctionWithRequirements.from_str(SOURCE, ["numpy", "pandas"])

    assert required_packages([load, area, plain]) == {"numpy", "pandas"}


def test_a_function_from_text_is_not_callable() -> None:
    area = FunctionWithRequirements.from_str(SOURCE)

    assert area.compiled_func.__name__ == "area"
    assert to_stub(area) == 'def area(r: float) -> float:\n    """Area."""\n    ...\n'
    with pytest.raises(NotImplementedError):
        area(1)


@pytest.mark.parametrize("source", ["x = 1", "def a(): ...\ndef b(): ...", "def a(:", ""])
def test_a_text_has_to_hold_one_function(source: str) -> None:
    with pytest.raises(ValueError, match="function"):
        FunctionWithRequirements.from_str(source)


def test_a_function_from_text_may_need_what_is_not_installed_here() -> None:
    area = FunctionWithRequirements.from_str(SOURCE, global_imports=["no_such_package"])

    assert "import no_such_package" in build_python_functions_file([area])


class EchoConfig(BaseModel):
    prefix: str = ""


class Echo(CodeExecutor, Component[EchoConfig]):
    component_config_schema = EchoConfig
    component_provider_override: ClassVar[str | None] = f"{__name__}.Echo"

    def __init__(self) -> None:
        self.log: list[str] = []

    async def execute_code_blocks(
        self, code_blocks: list[CodeBlock], cancellation_token: CancellationToken
    ) -> CodeResult:
        return CodeResult(exit_code=0, output="".join(block.code for block in code_blocks))

    async def start(self) -> None:
        self.log.append("start")

    async def stop(self) -> None:
        self.log.append("stop")

    async def restart(self) -> None:
        self.log.append("restart")

    def _to_config(self) -> EchoConfig:
        return EchoConfig()

    @classmethod
    def _from_config(cls, config: EchoConfig) -> Self:
        return cls()


async def test_an_executor_is_a_context_manager_and_a_component() -> None:
    async with Echo() as executor:
        blocks = [CodeBlock(code="a", language="python"), CodeBlock(code="b", language="sh")]
        result = await executor.execute_code_blocks(blocks, CancellationToken())

    assert result == CodeResult(exit_code=0, output="ab")
    assert executor.log == ["start", "stop"]
    assert executor.dump_component().component_type == "code_executor"
    assert isinstance(CodeExecutor.load_component(executor.dump_component()), Echo)
