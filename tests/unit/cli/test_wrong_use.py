"""What is wrong is told in one sentence with what to do, and exit code 2."""

import json
from pathlib import Path

import pytest

from tests.support import team_json as t
from tests.unit.cli.conftest import Call


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nope"], "No such command 'nope'."),
        (["run"], "Missing argument 'team'."),
        (["run", "travel-planner", "--port", "1"], "No such option: --port"),
        (["serve", "travel-planner", "--port", "abc"], "Invalid value for '--port'"),
        (["export", "x", "--to", "cobol"], "'cobol' is not one of 'python', 'autogen', 'docker'"),
        (["run", "no-such-team"], "there is nothing called 'no-such-team'"),
        (["run", "calculator"], "'calculator' is a tool, not a team"),
        (["run", "gone.json"], "cannot read 'gone.json': No such file or directory"),
        (["run", "x", "--task", "a", "--task-file", "b"], "--task and --task-file are both given"),
        (["run", "x", "--record", "a", "--replay", "b"], "--record and --replay are both given"),
        (["run", "x", "--task-file", "gone.txt"], "cannot read 'gone.txt'"),
        (["run", "x", "--replay", "gone.jsonl"], "cannot read 'gone.jsonl'"),
        (["run", "travel-planner", "--record", "no/such/x"], "cannot write 'no/such/x'"),
        (["validate", "gone.json", "gone2.json"], "cannot read gone.json, gone2.json"),
        (["import", "gone.json"], "cannot read 'gone.json'"),
        (["import", "ftp://x"], "cannot read 'ftp://x'"),
        (["gallery", "show", "no-such"], "there is nothing called 'no-such'"),
        (["gallery", "add", "gone.json"], "cannot read 'gone.json'"),
        (["export", "travel-planner", "--to", "json", "-o", "no/such/x"], "cannot write"),
        (["serve", "travel-planner", "--host", "0.0.0.0"], "and no key is set"),
        (["ui", "--auth-config", "x.yaml"], "signing in with accounts is not available yet"),
        (["doctor", "--appdir", "/dev/null/x"], "cannot make the app directory '/dev/null/x'"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(call: Call, arguments: list[str], said: str) -> None:
    done = call(*arguments)

    assert (done.code, done.out) == (2, "")
    first, hint = done.err.rstrip().splitlines()
    assert first.startswith("studio: ")
    assert said in first
    assert hint.startswith("        ")


@pytest.mark.parametrize("arguments", [[], ["gallery"]])
def test_nothing_said_shows_the_help(call: Call, arguments: list[str]) -> None:
    done = call(*arguments)

    assert (done.code, done.err) == (2, "")
    assert "Usage: studio" in done.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"provider": }', "this is not JSON: expecting value at line 1, column 14"),
        ("a: [b", "this is neither JSON nor YAML"),
        ("", "the text is empty"),
        ("[1, 2]", "'bad.json' holds no component"),
    ],
)
@pytest.mark.parametrize("command", [["run"], ["export", "--to", "json"], ["gallery", "add"]])
def test_a_broken_file_is_told_by_its_place(
    call: Call, command: list[str], text: str, said: str
) -> None:
    Path("bad.json").write_text(text, encoding="utf-8")

    done = call(*command, "bad.json")

    assert done.code in {1, 2}
    assert said in done.err
    assert len(done.err.rstrip().splitlines()) == 2


def test_a_recording_that_is_none_is_refused(call: Call) -> None:
    Path("tape.jsonl").write_text('{"a": 1}\n', encoding="utf-8")

    done = call("run", "travel-planner", "--replay", "tape.jsonl")

    assert done.code == 2
    assert "'tape.jsonl' is no recording: it holds no events" in done.err


def test_what_autogen_does_not_have_is_not_exported_to_it(call: Call) -> None:
    own = t.round_robin(t.component("studio.ext.own.Thing", "agent", name="x"))
    Path("own.json").write_text(json.dumps(own), encoding="utf-8")

    done = call("export", "own.json", "--to", "autogen", "-o", "-")

    assert (done.code, done.out) == (1, "")
    assert "'studio.ext.own.Thing' exists only in Studio" in done.err


def test_a_bug_of_ours_is_a_sentence_too(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("studio.services.checks.find_problems", broken)
    Path("fine.json").write_text(json.dumps(t.round_robin(t.agent("a"))), encoding="utf-8")

    done = call("validate", "fine.json")

    assert done.code == 1
    assert done.err.startswith("studio: something went wrong on our side: KeyError: 'x'\n")
    assert "STUDIO_DEBUG=1" in done.err
