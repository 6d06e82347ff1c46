"""The engine beside AutoGen's: cost per message, crowds, imports, documents, states."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from tests.bench.report import Row

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".bench" / "venv"
LOAD = Path(__file__).with_name("engine_load.py")
PINS = (
    "autogen-core==0.7.5",
    "autogen-agentchat==0.7.5",
    "autogen-ext[openai,anthropic]==0.7.5",
    "openai==3.52.0",
    "anthropic==2.11.0",
    "pydantic==2.14.3",
)
IMPORTED = ("agents", "teams", "conditions", "messages", "base", "ui")

Engine = Literal["studio", "autogen"]


def measure() -> Iterator[Row]:
    """Yield the numbers that the engine is held to."""
    theirs = autogen_python()
    if theirs is None:
        sys.stdout.write("  (pip could not install AutoGen: no comparison)\n")
    yield from _imports(theirs)
    yield from _messages(theirs)
    yield from _members(theirs)
    yield from _crowds(theirs)
    yield from _documents(theirs)
    yield from _states(theirs)


def autogen_python() -> Path | None:
    """Return a Python with AutoGen 0.7.5, in an environment made for it when it is missing."""
    python = VENV / "bin" / "python"
    stamp = VENV / "pins.txt"
    wanted = "\n".join(PINS)
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return python
    sys.stdout.write("  (making an environment with AutoGen 0.7.5…)\n")
    sys.stdout.flush()
    VENV.parent.mkdir(exist_ok=True)
    for command in (
        [sys.executable, "-m", "venv", str(VENV)],
        [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *PINS],
    ):
        if subprocess.run(command, check=False).returncode:
            return None
    stamp.write_text(wanted, "utf-8")
    return python


def _run(python: Path | None, work: str, *arguments: int) -> dict[str, float]:
    """Have the work done in a fresh process: by our engine, or by AutoGen with its Python."""
    engine: Engine = "autogen" if python else "studio"
    command = [str(python or sys.executable), "-W", "ignore", str(LOAD), engine, work]
    done = subprocess.run(
        [*command, *map(str, arguments)], capture_output=True, check=True, cwd=ROOT, env=_ENV
    )
    return json.loads(done.stdout)


_ENV = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}


def _imports(theirs: Path | None) -> Iterator[Row]:
    own = Path(sys.executable)
    pairs = (
        ("studio.agentchat", "import studio.agentchat", "import autogen_agentchat"),
        ("all of it", _all_of("studio.agentchat"), _all_of("autogen_agentchat")),
    )
    for subject, ours, other in pairs:
        beside, aim = "", None
        if theirs:
            took = _cpu_s(theirs, other)
            beside, aim = f"AutoGen {took:.3f} s", took / 5
        yield Row(f"CPU to import {subject}", _cpu_s(own, ours), "s", aim, beside=beside)
    floor = _cpu_s(own, "import asyncio, pydantic; pydantic.BaseModel")
    yield Row("  of which asyncio and pydantic", floor, "s")


def _all_of(package: str) -> str:
    return "; ".join(f"import {package}.{part}" for part in IMPORTED)


def _cpu_s(python: Path, code: str) -> float:
    timed = f"import time; t = time.process_time(); {code}; print(time.process_time() - t)"
    command = [str(python), "-W", "ignore", "-c", timed]
    return min(
        float(subprocess.run(command, capture_output=True, check=True, cwd=ROOT, env=_ENV).stdout)
        for _ in range(9)
    )


def _messages(theirs: Path | None) -> Iterator[Row]:
    costs: dict[int, float] = {}
    peaks: dict[int, float] = {}
    for count, rounds, share in ((10, 30, None), (100, 12, 10), (3000, 2, 20), (10_000, 1, None)):
        ours = _run(None, "talk", 3, count, rounds)
        costs[count], peaks[count] = ours["ms"], ours["peak_mb"]
        aim, beside = None, ""
        if theirs and count <= 3000:
            other = _run(theirs, "talk", 3, count, min(rounds, 4 if count < 3000 else 1))
            aim = other["ms"] / share if share else None
            beside = f"AutoGen {other['ms']:.3f} ms, {other['ms'] / ours['ms']:.0f} times as much"
        yield Row(
            f"CPU per message, team of 3, {count:,} messages", ours["ms"], "ms", aim, beside=beside
        )
    yield Row("  at 10,000 messages against 10 messages", costs[10_000] / costs[10], "times", 1.2)
    kept = (peaks[10_000] - peaks[3000]) * 1024 / 7000
    yield Row("memory per message kept", kept, "KB", 5)


def _members(theirs: Path | None) -> Iterator[Row]:
    few, many = (_run(None, "parrots", n, 300, 8)["ms"] for n in (3, 30))
    beside = ""
    if theirs:
        others = [_run(theirs, "parrots", n, 300, 2)["ms"] for n in (3, 30)]
        beside = f"AutoGen {others[1] / others[0]:.1f} times"
    yield Row("CPU per message, 30 members against 3", many / few, "times", 2.0, beside=beside)


def _crowds(theirs: Path | None) -> Iterator[Row]:
    for teams in (10, 50, 200):
        ours = _run(None, "crowd", teams, 20, 50, 3)
        beside = f"CPU {ours['cpu_s']:.2f} s, ideal {ours['ideal_s']:.1f} s"
        if theirs:
            beside += f", AutoGen {_run(theirs, 'crowd', teams, 20, 50, 1)['s']:.2f} s"
        yield Row(f"{teams} teams at once, model of 50 ms", ours["s"], "s", 1.2, beside=beside)


def _documents(theirs: Path | None) -> Iterator[Row]:
    ours = _run(None, "load", 50, 5)
    beside = f"AutoGen {_run(theirs, 'load', 50, 2)['ms']:.0f} ms" if theirs else ""
    yield Row("loading a team of 50 agents, again", ours["ms"], "ms", 100, beside=beside)
    yield Row("loading a team of 50 agents, first in the process", ours["first_ms"], "ms")


def _states(theirs: Path | None) -> Iterator[Row]:
    ours = _run(None, "states", 1000, 5)
    other = _run(theirs, "states", 1000, 3) if theirs else None
    for what in ("save", "load"):
        key = f"{what}_ms"
        beside = f"AutoGen {other[key]:.1f} ms" if other else ""
        yield Row(f"{what} a team of 1,000 messages", ours[key], "ms", 10, beside=beside)
