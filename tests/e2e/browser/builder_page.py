"""What the builder's tests do by hand, in words."""

import json
import urllib.request
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.studio_server import StudioServer

JsonDict = dict[str, Any]


def call(studio: StudioServer, method: str, path: str, body: JsonDict | None = None) -> Any:
    """Call the API with the server's token."""
    request = urllib.request.Request(
        studio.url + path,
        data=None if body is None else json.dumps(body).encode(),
        method=method,
        headers={"Authorization": f"Bearer {studio.token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


class Builder:
    """The Build page with one team open."""

    def __init__(self, page: Page, studio: StudioServer) -> None:
        self.page = page
        self.studio = studio
        self.team_id = ""
        self.narrow = False

    def open(self, team: JsonDict, name: str = "Tested team", *, narrow: bool = False) -> "Builder":
        self.narrow = narrow
        made = call(self.studio, "POST", "/api/teams", {"component": team, "name": name})
        self.team_id = made["team_id"]
        return self.reload()

    def reload(self) -> "Builder":
        self.page.goto(f"{self.studio.url}/build/{self.team_id}")
        expect(self.nodes.first).to_be_visible()
        if not self.narrow:
            expect(self.page.locator(".sb-lib-item").first).to_be_visible()
        return self

    @property
    def nodes(self) -> Locator:
        return self.page.locator(".react-flow__node")

    @property
    def edges(self) -> Locator:
        return self.page.locator(".react-flow__edge")

    @property
    def inspector(self) -> Locator:
        return self.page.get_by_role("complementary", name="Inspector")

    def node(self, name: str) -> Locator:
        exact = self.page.locator("strong", has_text=name)
        return self.nodes.filter(has=exact)

    def select(self, name: str) -> Locator:
        node = self.node(name)
        node.locator("strong").click()
        return node

    def field(self, label: str) -> Locator:
        return self.inspector.get_by_label(label)

    def library(self, label: str) -> Locator:
        return self.page.locator(".sb-lib-item").filter(
            has=self.page.get_by_text(label, exact=True)
        )

    def undo(self) -> None:
        self.page.get_by_role("button", name="Undo").click()

    def document(self) -> JsonDict:
        """Return the component as the server holds it."""
        draft = call(self.studio, "GET", f"/api/teams/{self.team_id}/draft")
        return draft["document"]["component"]

    def eventually(self, tell: Callable[[JsonDict], object], wanted: object) -> None:
        """Wait until what `tell` says of the server's document is `wanted`."""
        for _ in range(50):
            if tell(self.document()) == wanted:
                return
            self.page.wait_for_timeout(100)
        assert tell(self.document()) == wanted

    def names(self) -> list[str]:
        return [agent["config"]["name"] for agent in self.document()["config"]["participants"]]

    def places(self) -> dict[str, str]:
        """Return where each node stands on the canvas."""
        return self.nodes.evaluate_all(
            "all => Object.fromEntries(all.map(e => [e.dataset.id, e.style.transform]))"
        )
