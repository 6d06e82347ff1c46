"""The builder in a real browser: frames on a large canvas, keystrokes, opening, checks."""

import json
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from studio.domain.canvas import project
from studio.domain.team_spec import TeamDocument
from studio.services.checks import find_problems
from tests.bench.report import Row
from tests.e2e.browser.builder_teams import agent, graph_flow, round_robin
from tests.e2e.browser.conftest import CHROMIUM, FLAGS
from tests.support.studio_server import StudioServer

JsonDict = dict[str, Any]

_HERE = Path(__file__).parent
_FRAMES = (_HERE / "builder_frames.js").read_text(encoding="utf-8")
_KEYS = (_HERE / "builder_keys.js").read_text(encoding="utf-8")
_AT_LEAST = 55.0


def large_graph(count: int = 499, edges: int = 1000) -> JsonDict:
    """Return a graph flow whose canvas has so many edges, and nodes beside the team itself."""
    names = [f"agent_{number:03}" for number in range(count)]
    pairs = [(names[(at - 1) // 2], names[at]) for at in range(1, count)]
    skip = 7
    while len(pairs) < edges - 1:
        pairs += [(names[at], names[at + skip]) for at in range(0, count - skip, 3)]
        skip += 4
    return graph_flow(*[agent(name) for name in names], edges=pairs[: edges - 1])


def measure() -> Iterator[Row]:
    """Yield frames, keystrokes, opening and checks."""
    team = round_robin(*[agent(f"agent_{number}") for number in range(100)])
    yield _median("checks of a team of 100 agents", lambda: find_problems(team), 50)
    document = TeamDocument(component=team)
    yield _median("drawing a team of 100 agents, on the server", lambda: project(document), 50)
    with tempfile.TemporaryDirectory() as directory:
        studio = StudioServer(Path(directory)).start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                yield from _opening(studio, browser, team)
                yield from _frames(studio, browser)
                browser.close()
        finally:
            studio.stop()


def _median(subject: str, act: Callable[[], object], aim: float) -> Row:
    times: list[float] = []
    for _ in range(15):
        began = time.thread_time()
        act()
        times.append((time.thread_time() - began) * 1000)
    return Row(subject + ", median", statistics.median(times), "ms", aim)


def _opening(studio: StudioServer, browser: Browser, team: JsonDict) -> Iterator[Row]:
    team_id = _create(studio, team)
    first: list[float] = []
    again: list[float] = []
    for _ in range(5):
        context = _context(studio, browser)
        first.append(_open(studio, context.new_page(), team_id))
        again.append(_open(studio, context.new_page(), team_id))
        context.close()
    yield Row("a team of 100 agents opens in a new browser, best of 5", min(first), "s", 1.0)
    yield Row("the same in a browser that knows the studio", min(again), "s", 1.0)
    page = _context(studio, browser).new_page()
    _open(studio, page, team_id)
    page.locator(".react-flow__node strong").nth(1).dispatch_event("click")
    page.locator(".sb-inspector textarea").first.wait_for()
    keys: list[float] = sorted(page.evaluate(_KEYS, 40))
    yield Row("keystroke to screen in a form, median", statistics.median(keys), "ms", 50)
    yield Row("keystroke to screen in a form, 95 %", keys[37], "ms", 50)
    page.context.close()


def _frames(studio: StudioServer, browser: Browser) -> Iterator[Row]:
    team_id = _create(studio, large_graph())
    page = _context(studio, browser).new_page()
    _open(studio, page, team_id)
    page.wait_for_timeout(1500)
    idle = _run(page, "idle")
    yield Row("frames a second of the browser doing nothing", idle["fps"], "fps")
    for zoom, clicks in (("as opened", 0), ("far out", 14)):
        for _ in range(clicks):
            page.get_by_role("button", name="Zoom out").click()
            page.wait_for_timeout(150)
        page.wait_for_timeout(600)
        for act in ("pan", "zoom", "drag"):
            told = _run(page, act)
            yield Row(
                f"500 nodes, 1,000 edges, {zoom}: {act}",
                told["fps"],
                "fps",
                _AT_LEAST,
                at_least=True,
                beside=f"{told['cpu']:.1f} ms of CPU a frame, {told['nodes']:.0f} nodes drawn, "
                f"95 % in {told['slow']:.0f} ms, the longest {told['worst']:.0f} ms",
            )
    page.context.close()


def _run(page: Page, act: str, frames: int = 180) -> dict[str, float]:
    """Move something; `cpu` is what a frame took of the page's thread, however busy the machine."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _spent(session)
    told = page.evaluate(_FRAMES, [act, frames])
    return {**told, "cpu": (_spent(session) - before) * 1000 / frames}


def _spent(session: CDPSession) -> float:
    told = session.send("Performance.getMetrics")["metrics"]
    return next(item["value"] for item in told if item["name"] == "TaskDuration")


def _context(studio: StudioServer, browser: Browser) -> BrowserContext:
    """Return a browser that has been signed in and has loaded nothing yet."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.request.get(f"{studio.url}/?token={studio.token}")
    return context


def _open(studio: StudioServer, page: Page, team_id: str) -> float:
    began = time.perf_counter()
    page.goto(f"{studio.url}/build/{team_id}", wait_until="commit")
    page.locator(".react-flow__node").first.wait_for(timeout=60_000)
    return time.perf_counter() - began


def _create(studio: StudioServer, team: JsonDict) -> str:
    request = urllib.request.Request(
        f"{studio.url}/api/teams",
        data=json.dumps({"component": team, "name": "Bench"}).encode(),
        headers={"Authorization": f"Bearer {studio.token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["team_id"]
