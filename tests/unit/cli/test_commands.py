"""What commands print and write."""

import json
from pathlib import Path

import pytest

from studio import __version__
from tests.support import team_json as t
from tests.unit.cli.conftest import Call

TEAM = {
    **t.round_robin(
        t.agent("baker", model_client=t.replay("Bread.")), termination_condition=t.mention()
    ),
    "label": "Bakery",
}
GALLERY = {
    "id": "house",
    "name": "House",
    "url": None,
    "metadata": {"author": "x", "version": "1.0.0"},
    "components": {
        "agents": [],
        "models": [t.model()],
        "tools": [],
        "terminations": [],
        "teams": [],
    },
}


@pytest.fixture
def bakery(tmp_path: Path) -> str:
    path = tmp_path / "bakery.json"
    path.write_text(json.dumps(TEAM), encoding="utf-8")
    return str(path)


def test_the_version_is_one_word(call: Call) -> None:
    assert call("version").out == f"{__version__}\n"


def test_the_doctor_names_what_is_missing_and_shows_no_key(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-very-secret")

    facts = json.loads(call("doctor", "--json").out)
    shown = call("doctor").out

    assert facts["studio"] == __version__
    assert facts["ANTHROPIC_API_KEY"] == "set"
    assert facts["OPENAI_API_KEY"].startswith("not set: ")
    assert "sk-very-secret" not in shown + json.dumps(facts)


@pytest.mark.parametrize(
    ("target", "filename", "begins"),
    [
        ("python", "bakery.py", b'"""Bakery.'),
        ("autogen", "bakery.json", b"{"),
        ("json", "bakery.json", b"{"),
        ("notebook", "bakery.ipynb", b"{"),
        ("mermaid", "bakery.mmd", b"flowchart LR"),
        ("docker", "bakery-docker.zip", b"PK"),
    ],
)
def test_each_target_becomes_a_file(
    call: Call, bakery: str, target: str, filename: str, begins: bytes
) -> None:
    done = call("export", bakery, "--to", target, "-o", ".")

    assert (done.code, done.out, done.err) == (0, "", f"Wrote {filename}\n")
    assert Path(filename).read_bytes().startswith(begins)


def test_what_was_dumped_by_autogen_comes_out_unchanged(call: Call, bakery: str) -> None:
    assert json.loads(call("export", bakery, "--to", "json", "-o", "-").out) == TEAM
    assert json.loads(call("export", bakery, "--to", "autogen", "-o", "-").out) == TEAM


@pytest.mark.parametrize(
    ("content", "printed"),
    [
        (TEAM, "team     "),
        ({"id": 3, "user_id": "guest", "component": TEAM}, "team     "),
        ({"id": 1, "user_id": "guest", "config": GALLERY}, "gallery  "),
        (GALLERY, "gallery  "),
        (t.model(), "model    "),
    ],
)
def test_import_takes_what_autogen_and_its_studio_write(
    call: Call, content: object, printed: str
) -> None:
    Path("brought.json").write_text(json.dumps(content), encoding="utf-8")

    done = call("import", "brought.json")

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(printed)
    assert len(done.out.splitlines()) == 1


def test_the_gallery_lists_what_commands_can_name(call: Call) -> None:
    listed = call("gallery", "list", "--kind", "team").out.splitlines()
    nothing = call("gallery", "list", "no such words")

    names = [line.split()[1] for line in listed]
    assert "travel-planner" in names
    for name in names[:2]:
        assert json.loads(call("gallery", "show", name).out)["component_type"] == "team"
    assert (nothing.code, nothing.out) == (0, "")
    assert nothing.err == "Nothing in the galleries fits.\n"
