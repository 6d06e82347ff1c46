"""Start-up: imports, time to the first page, idle memory, weight of the builder."""

import gzip
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil

from tests.bench.report import Row
from tests.support.studio_server import StudioServer

ROOT = Path(__file__).resolve().parents[2]


def measure() -> Iterator[Row]:
    """Yield imports, start, memory and page weight."""
    yield Row("import studio.agentchat (fresh process, median of 7)", _import_s(), "s", 0.25)
    yield Row("import pydantic alone, for comparison", _import_s("pydantic"), "s")
    with tempfile.TemporaryDirectory() as directory:
        server = StudioServer(Path(directory))
        server.start()
        server.stop()
        began = time.perf_counter()
        server.start()
        _get(server, "/")
        yield Row("studio ui to the first page served, warm", time.perf_counter() - began, "s", 2.0)
        assert server.process is not None
        family = psutil.Process(server.process.pid)
        nodes = [p for p in family.children(recursive=True) if "node" in p.name()]
        yield Row("Node processes while serving", len(nodes), "", 0)
        time.sleep(2)
        yield Row("idle memory of the server", family.memory_info().rss / 2**20, "MB", 150)
        yield Row("JavaScript of a first visit to the builder", _weight_kb(server), "KB gz", 600)
        server.stop()


def _import_s(module: str = "studio.agentchat") -> float:
    code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(7)
    ]
    return statistics.median(times)


def _get(server: StudioServer, path: str) -> bytes:
    request = urllib.request.Request(
        f"{server.url}{path}", headers={"Authorization": f"Bearer {server.token}"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read()


def _weight_kb(server: StudioServer) -> float:
    """Add up every script that the page names, and every script those name."""
    seen: dict[str, int] = {}
    waiting = re.findall(r"/assets/[\w.\-\[\]$]+\.js", _get(server, "/build/").decode())
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        text = _get(server, path)
        seen[path] = len(gzip.compress(text, 6))
        statics = re.findall(rb'(?:from|import)\s*["`](\./[\w.\-\[\]$]+\.js)["`]', text)
        waiting.extend("/assets/" + name.decode()[2:] for name in statics)
    return sum(seen.values()) / 1024
