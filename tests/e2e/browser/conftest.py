"""A real server and a real browser for every test here."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.browser.playground_page import WORDS, Playground
from tests.support.provider import ProviderServer, Reply
from tests.support.studio_server import StudioServer

CHROMIUM = next(
    (p for p in ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
     if Path(p).exists()),
    "chromium",
)  # fmt: skip
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioServer]:
    server = StudioServer(tmp_path_factory.mktemp("studio")).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=15_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def signed_in(browser: Browser, studio: StudioServer, **options: object) -> BrowserContext:
    """Return a browser context that already holds the session cookie."""
    settings = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **options}
    context = browser.new_context(**settings)  # pyright: ignore[reportArgumentType]
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.goto(f"{studio.url}/?token={studio.token}")
    page.close()
    return context


@pytest.fixture
def context(browser: Browser, studio: StudioServer) -> Iterator[BrowserContext]:
    context = signed_in(browser, studio)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, studio: StudioServer) -> Iterator[Page]:
    """A page whose uncaught errors fail the test."""
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    assert problems == []


@pytest.fixture
def playground(page: Page, studio: StudioServer) -> Playground:
    return Playground(page, studio)


@pytest.fixture
def provider() -> Iterator[ProviderServer]:
    """A provider whose model `slow` takes seconds for an answer."""
    with ProviderServer() as server:
        server.script.standing["slow"] = Reply(text=WORDS, chunk_delay_s=0.04)
        server.script.standing["quick"] = Reply(text="Quickly said.")
        yield server
