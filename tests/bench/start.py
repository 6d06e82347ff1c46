"""Start-up: imports, time to the first page, idle memory, weight of the builder."""

import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
from playwright.sync_api import sync_playwright

from tests.bench.report import Row
from tests.e2e.browser.conftest import CHROMIUM, FLAGS
from tests.support.studio_server import StudioServer

ROOT = Path(__file__).resolve().parents[2]


def measure() -> Iterator[Row]:
    """Yield imports, start, memory and page weight."""
    parts = "studio.agentchat.agents, studio.agentchat.teams, studio.agentchat.conditions"
    yield Row("import studio.agentchat (fresh process, median of 7)", _import_s(), "s", 0.25)
    yield Row("the same with agents, teams and conditions", _import_s(parts), "s", 0.25)
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
    """Return what a browser with an empty cache fetches as scripts, compressed as sent."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"{server.url}/?token={server.token}")
        page.get_by_role("button", name="Travel planner Runs").first.click()
        page.wait_for_url("**/build/team_*")
        address = page.url
        page.close()
        fresh = browser.new_page(viewport={"width": 1440, "height": 900})
        fresh.goto(f"{address}?token={server.token}")
        fresh.locator(".react-flow__node").first.wait_for()
        sizes: list[float] = fresh.evaluate(
            "performance.getEntriesByType('resource')"
            ".filter(e => e.name.endsWith('.js')).map(e => e.encodedBodySize)"
        )
        browser.close()
    return sum(sizes) / 1024
