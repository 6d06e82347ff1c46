"""From a bare clone to the first page: what `make run` does once, step by step."""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.report import Row
from tests.support.studio_server import free_port

ROOT = Path(__file__).resolve().parents[2]


def measure() -> Iterator[Row]:
    """Yield the seconds of set-up, build and first start in a new clone; needs a package index."""
    with tempfile.TemporaryDirectory() as directory:
        clone = Path(directory) / "clone"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        setup_s = _make(clone, "setup")
        yield Row("make run from a bare clone: packages", setup_s, "s")
        build_s = _make(clone, "web")
        yield Row("make run from a bare clone: front end", build_s, "s")
        start_s = _first_start(clone)
        yield Row("make run from a bare clone: all", setup_s + build_s + start_s, "s")
        yield Row("make web, nothing changed", _make(clone, "web"), "s")


def _make(clone: Path, goal: str) -> float:
    began = time.perf_counter()
    subprocess.run(["make", "-s", goal], cwd=clone, check=True, capture_output=True)
    return time.perf_counter() - began


def _first_start(clone: Path) -> float:
    """Return the seconds until `make run` prints its address."""
    arguments = f"--no-open --port {free_port()} --appdir {clone / 'app'}"
    began = time.perf_counter()
    process = subprocess.Popen(
        ["make", "-s", "run", f"ARGS={arguments}"],
        cwd=clone,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "http://" in line:
            break
    took = time.perf_counter() - began
    os.killpg(process.pid, 15)
    process.wait(timeout=30)
    return took
