"""A tab of the studio in a real browser, and what it costs."""

import json
import statistics
import tempfile
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.browser.conftest import CHROMIUM, FLAGS
from tests.support.studio_server import StudioServer

_WATCH = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
}).observe({ type: "longtask", buffered: true });
"""


@dataclass
class Lab:
    """A studio of its own and a browser."""

    studio: StudioServer
    browser: Browser

    def tab(self) -> Page:
        """Open a tab that is signed in and notes its long tasks."""
        page = self.browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        page.add_init_script(_WATCH)
        page.goto(f"{self.studio.url}/?token={self.studio.token}")
        return page

    def get(self, path: str) -> Any:
        """Read from the API."""
        return self._ask(path, None)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Write to the API."""
        return self._ask(path, json.dumps(body).encode())

    def session(self, team: dict[str, Any]) -> str:
        """Begin a session with a team."""
        return self.post("/api/sessions", {"component": team})["session_id"]

    def start(self, session: str, task: str) -> str:
        """Start a run."""
        return self.post("/api/runs", {"session_id": session, "task": task})["run_id"]

    def _ask(self, path: str, data: bytes | None) -> Any:
        headers = {"Authorization": f"Bearer {self.studio.token}"}
        headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.studio.url}{path}", data=data, headers=headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def cpu_s(self) -> float:
        """Return the processor time that all tabs have used so far."""
        return sum(process["cpuTime"] for process in self._renderers())

    def memory_mb(self) -> float:
        """Return the resident memory of the largest tab, all it shares with others included."""
        sizes = [_resident_mb(process["id"]) for process in self._renderers()]
        return max(sizes)

    def _renderers(self) -> list[dict[str, Any]]:
        line = self.browser.new_browser_cdp_session()
        try:
            found: Any = line.send("SystemInfo.getProcessInfo")
        finally:
            line.detach()
        return [one for one in found["processInfo"] if one["type"] == "renderer"]


@contextmanager
def open_lab() -> Generator[Lab]:
    """Start a studio and a browser, and stop both at the end."""
    flags = [*FLAGS, "--enable-precise-memory-info"]
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        studio = StudioServer(Path(directory)).start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
            yield Lab(studio, browser)
            browser.close()
        finally:
            studio.stop()


def heap_mb(page: Page) -> float:
    """Return what the scripts of a page hold."""
    return page.evaluate("() => performance.memory.usedJSHeapSize") / 2**20


def longest_task_ms(page: Page) -> float:
    """Return how long the page has been busy without a break, at the worst."""
    return max(page.evaluate("() => window.longTasks"), default=0.0)


def percentile(values: list[float], share: float) -> float:
    """Return the value that `share` of all values do not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def median(values: list[float]) -> float:
    """Return the median; infinite when nothing was measured."""
    return statistics.median(values) if values else float("inf")


def _resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return float("nan")
    lines = status.read_text(encoding="utf-8").splitlines()
    return next((int(x.split()[1]) / 1024 for x in lines if x.startswith("VmRSS:")), 0.0)
