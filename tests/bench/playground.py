"""The playground in a real browser: long runs, tokens on their way to the screen, reloads."""

import json
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.report import Row
from tests.e2e.browser.conftest import CHROMIUM, FLAGS
from tests.support.playground_teams import round_robin, talker
from tests.support.provider.script import Reply
from tests.support.provider.server import ProviderServer
from tests.support.studio_server import StudioServer

MESSAGES = 10_000
_LAG = """() => {
  window.lags = [];
  const waiting = [];
  window.addEventListener("studio:run", ({ detail }) => {
    if (detail.type !== "chunk") return;
    waiting.push([Date.parse(detail.ts), detail.body.text.trim().split(" ").at(-1)]);
  });
  const look = () => {
    const text = [...document.querySelectorAll(".sf-open")].map((one) => one.textContent).join();
    while (waiting.length && text.includes(waiting[0][1]))
      window.lags.push(Date.now() - waiting.shift()[0]);
    requestAnimationFrame(look);
  };
  look();
}"""
_SCROLL = """async () => {
  const box = document.querySelector(".sf-scroll"), times = [];
  let last = performance.now();
  for (let i = 0; i < 120; i += 1) {
    box.scrollTop -= 900;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times;
}"""


def measure() -> Iterator[Row]:
    """Yield opening, scrolling, latency and reload."""
    with tempfile.TemporaryDirectory() as directory, ProviderServer() as provider:
        studio = StudioServer(Path(directory)).start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                yield from _long_run(studio, browser)
                yield from _tokens(studio, browser, provider)
                browser.close()
        finally:
            studio.stop()


def _long_run(studio: StudioServer, browser: Browser) -> Iterator[Row]:
    team = round_robin(
        [talker(name, answers=["Yes, and **more** of it."] * 5000) for name in ("ann", "ben")],
        max_messages=MESSAGES,
    )
    session = _post(studio, "/api/sessions", {"component": team})["session_id"]
    run = _post(studio, "/api/runs", {"session_id": session, "task": "Talk for long."})["run_id"]
    while _get(studio, f"/api/runs/{run}")["status"] not in {"completed", "failed", "stopped"}:
        time.sleep(0.5)
    page = _page(studio, browser)
    began = time.perf_counter()
    page.goto(f"{studio.url}/playground/{session}/?run={run}")
    page.get_by_test_id("run-result").wait_for(timeout=60_000)
    yield Row("a run of 10,000 messages is on the screen", time.perf_counter() - began, "s", 1.5)
    times: list[float] = page.evaluate(_SCROLL)
    yield Row("frame while scrolling through it, median", statistics.median(times), "ms", 17)
    yield Row("frame while scrolling through it, 95 %", sorted(times)[113], "ms", 34)
    yield Row("memory of the page's scripts", _heap_mb(page), "MB", 400)
    page.close()


def _tokens(studio: StudioServer, browser: Browser, provider: ProviderServer) -> Iterator[Row]:
    text = " ".join(f"word{n:05}" for n in range(500))
    provider.script.standing["slow"] = Reply(text=text, chunk_delay_s=0.02)
    team = round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=2)
    session = _post(studio, "/api/sessions", {"component": team})["session_id"]
    for count, aim in ((1, 100), (10, 250)):
        runs = [
            _post(studio, "/api/runs", {"session_id": session, "task": "Count."})["run_id"]
            for _ in range(count)
        ]
        page = _page(studio, browser)
        page.goto(f"{studio.url}/playground/{session}/?run={runs[0]}")
        page.locator(".sf-open").wait_for(timeout=30_000)
        page.evaluate(_LAG)
        page.wait_for_timeout(4000)
        lags: list[float] = page.evaluate("() => window.lags")
        word = "run" if count == 1 else "runs"
        yield Row(
            f"token to screen with {count} {word} going, median", statistics.median(lags), "ms", aim
        )
        if count == 1:
            began = time.perf_counter()
            page.reload()
            page.locator(".sf-open").wait_for(timeout=30_000)
            yield Row("reload in mid-run to the whole run", time.perf_counter() - began, "s", 1.0)
        page.close()


def _page(studio: StudioServer, browser: Browser) -> Page:
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{studio.url}/?token={studio.token}")
    return page


def _heap_mb(page: Page) -> float:
    return page.evaluate("() => performance.memory.usedJSHeapSize") / 2**20


def _get(studio: StudioServer, path: str) -> Any:
    return _ask(studio, path, None)


def _post(studio: StudioServer, path: str, body: dict[str, Any]) -> Any:
    return _ask(studio, path, json.dumps(body).encode())


def _ask(studio: StudioServer, path: str, data: bytes | None) -> Any:
    headers = {"Authorization": f"Bearer {studio.token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{studio.url}{path}", data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)
