"""What the documentation names exists."""

import re
from pathlib import Path

import pytest

from studio._kit.settings import Settings
from studio.api.server import build_api
from studio.domain.run_event import RunEventType
from studio.services.container import build_services

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted((ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))

    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")

    assert [
        page.name for page in PAGES if page.name != "README.md" and page.name not in index
    ] == []


def test_the_page_of_runs_names_requests_that_exist(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "runs.md").read_text(encoding="utf-8")
    paths = build_api(build_services(Settings(appdir=tmp_path))).openapi()["paths"]

    named = re.findall(r"^\| `(GET|POST|PUT) (\S+)`", text, re.MULTILINE)
    assert named
    assert [(m, path) for m, path in named if m.lower() not in paths.get(path, {})] == []


def test_the_page_of_runs_names_every_kind_of_event() -> None:
    text = (ROOT / "docs" / "runs.md").read_text(encoding="utf-8")

    assert [kind.value for kind in RunEventType if f"`{kind.value}`" not in text] == []


def test_the_page_of_the_server_names_every_variable() -> None:
    text = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "studio").rglob("*.py")
        if "migrations" not in path.parts
    )
    read = set(re.findall(r'"(STUDIO_[A-Z_]+[A-Z])"', source)) - {"STUDIO_API_KEY"}

    assert sorted(name for name in read if name not in text) == []
