"""Streams in a real browser: tokens to the screen, the first message, reload, 100,000 tokens."""

import time
from collections.abc import Iterator

from playwright.sync_api import Page

from tests.bench.browser_tab import Lab, heap_mb, longest_task_ms, median, open_lab, percentile
from tests.bench.report import Row
from tests.support.playground_teams import round_robin, talker
from tests.support.provider.script import Reply
from tests.support.provider.server import ProviderServer

_LAG = """() => {
  window.lags = [];
  const waiting = new Map();
  window.addEventListener("studio:run", ({ detail }) => {
    if (detail.type !== "chunk") return;
    const of = waiting.get(detail.run_id) ?? [];
    waiting.set(detail.run_id, of);
    of.push([Date.parse(detail.ts), detail.body.text.trim().split(" ").at(-1)]);
  });
  const look = () => {
    const text = [...document.querySelectorAll(".sf-open")].map((one) => one.textContent).join();
    for (const of of waiting.values())
      while (of.length && text.includes(of[0][1])) window.lags.push(Date.now() - of.shift()[0]);
    requestAnimationFrame(look);
  };
  look();
}"""
_FIRST = """() => new Promise((done) => {
  const began = performance.now();
  const known = document.querySelectorAll("[data-item=text]").length;
  document.querySelector(".sc-box").requestSubmit();
  const run = new URLSearchParams(location.search).get("run");
  const look = () => {
    const now = new URLSearchParams(location.search).get("run");
    const there = now !== run && document.querySelector("[data-item=text]");
    if (there) done(performance.now() - began);
    else requestAnimationFrame(look);
  };
  look();
})"""
WORDS = 1000
LONG_MESSAGES = 100
"""So many messages of so many words are 100,000 tokens and more."""


def measure() -> Iterator[Row]:
    """Yield latencies, reload and memory."""
    with ProviderServer() as provider, open_lab() as lab:
        yield from _first_message(lab)
        yield from _tokens(lab, provider)
        yield from _many_tokens(lab)


def _first_message(lab: Lab) -> Iterator[Row]:
    page = lab.tab()
    session = lab.session(round_robin([talker("ann", answers=["Yes."] * 20)], max_messages=2))
    page.goto(f"{lab.studio.url}/playground/{session}/")
    took: list[float] = []
    for n in range(7):
        page.locator(".sc-box textarea").fill(f"Task {n}.")
        took.append(page.evaluate(_FIRST))
        page.get_by_test_id("run-result").wait_for()
    yield Row("Run to the first message of a model that needs no time", median(took), "ms", 150)
    page.close()


def _tokens(lab: Lab, provider: ProviderServer) -> Iterator[Row]:
    text = " ".join(f"word{n:05}" for n in range(600))
    provider.script.standing["slow"] = Reply(text=text, chunk_delay_s=0.02)
    team = round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=2)
    for count, aim in ((1, 100), (10, 250)):
        session = lab.session(team)
        runs = [lab.start(session, f"Count {n}.") for n in range(count)]
        page = lab.tab()
        page.goto(f"{lab.studio.url}/playground/{session}/?run={runs[-1]}")
        page.locator(".sf-open").wait_for(timeout=30_000)
        if count == 1:
            yield from _lag(page, "with one run going", aim)
            yield from _reload(page)
        else:
            yield from _lag(page, "with ten runs going", aim)
            page.locator(".sk-earlier-head > button[aria-expanded=false]").evaluate_all(
                "(buttons) => buttons.forEach((one) => one.click())"
            )
            yield from _lag(page, "with ten runs going and shown", aim)
        page.close()


def _lag(page: Page, when: str, aim: float) -> Iterator[Row]:
    page.evaluate(_LAG)
    page.wait_for_timeout(3000)
    lags: list[float] = page.evaluate("() => window.lags")
    yield Row(f"token to screen {when}, median", median(lags), "ms", aim)
    yield Row(f"token to screen {when}, 95 %", percentile(lags, 0.95), "ms")


def _reload(page: Page) -> Iterator[Row]:
    began = time.perf_counter()
    page.reload(wait_until="commit")
    page.locator(".sf-open").wait_for(timeout=30_000)
    yield Row("reload in mid-run to the whole run", time.perf_counter() - began, "s", 1.0)


def _many_tokens(lab: Lab) -> Iterator[Row]:
    lines = [" ".join(f"word{n}" for n in range(at, at + 50)) for at in range(0, WORDS, 50)]
    answers = ["\n\n".join(lines)] * (LONG_MESSAGES // 2)
    team = round_robin(
        [talker(name, answers=answers) for name in ("ann", "ben")], max_messages=LONG_MESSAGES + 1
    )
    page = lab.tab()
    page.goto(f"{lab.studio.url}/playground/{lab.session(team)}/")
    page.locator(".sc-box textarea").fill("Talk a lot.")
    began = time.perf_counter()
    page.keyboard.press("Enter")
    page.get_by_test_id("run-result").wait_for(timeout=300_000)
    speed = WORDS * LONG_MESSAGES / (time.perf_counter() - began)
    yield Row("tokens a second shown of 100,000 without a pause", speed, "/s")
    yield Row("… the tab's process holds", lab.memory_mb(), "MB", 400)
    yield Row("… its scripts hold", heap_mb(page), "MB", 400)
    yield Row("… and it was never busy for longer than", longest_task_ms(page), "ms")
