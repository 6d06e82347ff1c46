"""The Playground page as tests use it."""

import json
import urllib.request
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.studio_server import StudioServer

JsonDict = dict[str, Any]


def ask(studio: StudioServer, method: str, path: str, body: JsonDict | None = None) -> Any:
    """Call the API."""
    request = urllib.request.Request(
        f"{studio.url}{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {studio.token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


WORDS = " ".join(f"word{n}" for n in range(60))
"""What the model `slow` of the provider says, word by word."""


class Playground:
    """One tab of the playground."""

    def __init__(self, page: Page, studio: StudioServer) -> None:
        self.page = page
        self.studio = studio

    def open(self, team: JsonDict, *, name: str = "Test team") -> "Playground":
        """Save a team, begin a session with it, and show the session."""
        saved = ask(self.studio, "POST", "/api/teams", {"component": team, "name": name})
        session = ask(self.studio, "POST", "/api/sessions", {"team_id": saved["team_id"]})
        self.page.goto(f"{self.studio.url}/playground/{session['session_id']}/")
        expect(self.page.locator(".sc")).to_be_visible()
        return self

    @property
    def box(self) -> Locator:
        return self.page.locator(".sc-box textarea")

    @property
    def result(self) -> Locator:
        return self.page.get_by_test_id("run-result")

    @property
    def open_text(self) -> Locator:
        return self.page.locator(".sf-open")

    @property
    def state(self) -> Locator:
        return self.page.locator(".sa-state")

    @property
    def bar(self) -> Locator:
        return self.page.locator(".sa")

    @property
    def run_id(self) -> str:
        return self.page.url.partition("run=")[2].partition("&")[0]

    def rows(self, kind: str) -> Locator:
        """Return the rows of one kind."""
        return self.page.locator(f"[data-item={kind}]")

    def node(self, name: str) -> Locator:
        """Return a node of the transition graph."""
        return self.page.locator(".sg-node", has=self.page.get_by_text(name, exact=True))

    def say(self, text: str) -> None:
        """Write into the message box and send."""
        self.box.fill(text)
        self.box.press("Enter")

    def run(self, text: str) -> None:
        """Give a task and wait for the end."""
        self.say(text)
        expect(self.result).to_be_visible()

    def events(self) -> list[JsonDict]:
        """Return the log of the open run."""
        page = ask(self.studio, "GET", f"/api/runs/{self.run_id}/events?limit=10000")
        return page["events"]
