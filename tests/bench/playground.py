"""The playground in a real browser: a run of 10,000 messages is opened and scrolled through."""

import time
from collections.abc import Iterator

from playwright.sync_api import Page

from tests.bench.browser_tab import Lab, heap_mb, longest_task_ms, median, open_lab, percentile
from tests.bench.report import Row
from tests.support.playground_teams import round_robin, talker

MESSAGES = 10_000
OPENINGS = 3
STEPS = {"by the wheel": 120, "a screen per frame": 900}
_SCROLL = """async (step) => {
  const box = document.querySelector(".sf-scroll"), times = [];
  let last = performance.now();
  for (let i = 0; i < 120; i += 1) {
    box.scrollTop -= step;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times;
}"""
_WHOLE = """(turns) => {
  const totals = document.querySelector(".sm-sums")?.innerText ?? "";
  return totals.replace(",", "").includes(turns);
}"""


def measure() -> Iterator[Row]:
    """Yield opening, scrolling, searching and memory."""
    with open_lab() as lab:
        team = round_robin(
            [talker(name, answers=["Yes, and **more** of it."] * 5000) for name in ("ann", "ben")],
            max_messages=MESSAGES,
        )
        session = lab.session(team)
        run = lab.start(session, "Talk for long.")
        while lab.get(f"/api/runs/{run}")["status"] not in {"completed", "failed", "stopped"}:
            time.sleep(0.5)
        page = lab.tab()
        yield from _open(page, f"{lab.studio.url}/playground/{session}/?run={run}")
        yield from _scroll(lab, page)
        yield from _search(page)
        yield from _slide(page)
        yield Row("memory of the page's scripts", heap_mb(page), "MB", 400)


def _open(page: Page, address: str) -> Iterator[Row]:
    newest: list[float] = []
    whole: list[float] = []
    for _ in range(OPENINGS):
        page.goto("about:blank")
        began = time.perf_counter()
        page.goto(address, wait_until="commit")
        page.get_by_test_id("run-result").wait_for(timeout=60_000)
        newest.append(time.perf_counter() - began)
        page.wait_for_function(_WHOLE, arg=str(MESSAGES - 1), timeout=60_000)
        whole.append(time.perf_counter() - began)
    yield Row("a run of 10,000 messages: the newest are on the screen", median(newest), "s", 1.5)
    yield Row("… and all are read: totals, graph, search, slider", median(whole), "s")
    yield Row("… and the page was never busy for longer than", longest_task_ms(page), "ms")


def _scroll(lab: Lab, page: Page) -> Iterator[Row]:
    for name, step in STEPS.items():
        page.get_by_role("log").press("End")
        page.wait_for_timeout(300)
        before = lab.cpu_s()
        times: list[float] = page.evaluate(_SCROLL, step)
        used = (lab.cpu_s() - before) / len(times) * 1000
        yield Row(f"frame while scrolling {name}, median", median(times), "ms", 16.8)
        yield Row(f"frame while scrolling {name}, 95 %", percentile(times, 0.95), "ms", 34)
        yield Row(f"processor time a frame while scrolling {name}", used, "ms", 16.7)


_TYPE = """async ([where, texts]) => {
  const box = document.querySelector(where);
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  const times = [];
  for (const text of texts) {
    const began = performance.now();
    set.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - began);
  }
  return times;
}"""


def _search(page: Page) -> Iterator[Row]:
    texts = ["m", "mo", "mor", "more", "more of", ""]
    took = page.evaluate(_TYPE, [".sk-search input", texts])
    yield Row("a letter in the search over them, the slowest", max(took), "ms", 250)


def _slide(page: Page) -> Iterator[Row]:
    steps = [str(MESSAGES * 2 - n * 100) for n in range(12)]
    for tab in ("Graph", "Timeline"):
        page.get_by_role("tab", name=tab).click()
        took = page.evaluate(_TYPE, [".sm-row input[type=range]", steps])
        yield Row(f"a step back in time beside the {tab.lower()}, median", median(took), "ms", 100)
