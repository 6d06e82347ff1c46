"""The forms in which a team is taken away."""

import ast
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from studio.exporters import TARGETS, ExportError, export
from studio.exporters.python.code import WIDTH, Call, Items, Joined, Raw, Text, render
from studio.exporters.python_script import python_script
from studio.gallery import builtin_items
from tests.support import team_json as t

KEY = "sk-proj-abcdefghijklmnop1234"
KEYED = t.round_robin(
    t.agent("a", model_client=t.model(api_key=KEY)),
    t.agent("b", model_client=t.model(api_key=KEY)),
)


def text_of(component: dict[str, Any], target: str) -> str:
    text = export(component, target).text
    assert text is not None
    return text


@pytest.mark.parametrize("target", TARGETS)
def test_no_export_holds_a_key(target: str) -> None:
    data = export(KEYED, target, "Keyed").data
    if target == "docker":
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            data = b"".join(bundle.read(name) for name in bundle.namelist())

    assert KEY.encode() not in data
    assert target == "mermaid" or b"OPENAI_API_KEY" in data


@pytest.mark.parametrize("target", TARGETS)
def test_every_component_of_the_gallery_goes_out_in_every_form(target: str) -> None:
    for item in builtin_items():
        result = export(item.component, target)
        assert result.data
        assert (result.text is None) == (target == "docker")
        assert result.filename == result.filename.lower()


@pytest.mark.parametrize("flavour", ["studio", "autogen"])
def test_lines_of_a_program_are_short_unless_a_function_brings_longer_ones(flavour: Any) -> None:
    for item in builtin_items():
        text = python_script(item.component, flavour=flavour)
        tree = ast.parse(text)
        build = next(
            node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("build_")
        )
        lines = text.splitlines()[build.lineno - 1 : build.end_lineno]
        assert [line for line in lines if len(line) > WIDTH] == []
        foreign = "autogen_" if flavour == "studio" else "studio."
        assert not any(
            (node.module or "").startswith(foreign)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
        )


def test_equal_models_are_written_once() -> None:
    text = text_of(KEYED, "python")

    assert text.count("OpenAIChatCompletionClient(") == 1
    assert text.count("model_client=gpt_4o_mini") == 2


def test_what_has_no_constructor_of_a_known_shape_is_loaded_from_json() -> None:
    strange = t.component("acme.agents.Robot", "agent", name="robot", mood="${MOOD}")
    agent = t.agent("a", unknown_field=[1, None])

    text = text_of(t.round_robin(strange, agent), "python")

    assert "robot = ComponentLoader.load_component(" in text
    assert '"mood": key("MOOD")' in text
    assert '"unknown_field": [1, None]' in text


def test_a_tool_whose_source_is_broken_is_kept_as_json() -> None:
    tool = t.function_tool(source="def add(:\n")

    text = text_of(t.round_robin(t.agent("a", tools=[tool])), "python")

    assert '"source_code": "def add(:\\n"' in text


def test_functions_with_one_name_are_told_apart() -> None:
    first = t.function_tool(source="def run(a: int) -> int:\n    return a\n")
    second = t.function_tool(source="def run(a: int) -> int:\n    return run(a) + 1\n")
    team = t.round_robin(t.agent("a", tools=[first]), t.agent("b", tools=[second]))

    text = text_of(team, "python")

    assert "def run(a: int)" in text
    assert "def run_2(a: int) -> int:\n    return run_2(a) + 1" in text


def test_autogen_json_has_autogens_providers_and_refuses_what_is_ours_alone() -> None:
    team = t.round_robin(t.agent("a"))
    team["provider"] = "studio.agentchat.teams.RoundRobinGroupChat"
    ours = t.round_robin(t.component("studio.ext.agents.Ours", "agent", name="x"))

    assert json.loads(text_of(team, "autogen")) == t.round_robin(t.agent("a"))
    with pytest.raises(ExportError, match="exists only in Studio"):
        export(ours, "autogen")


def test_plain_json_is_the_document_to_the_letter() -> None:
    team = t.round_robin(t.agent("ä", strange={"b": 1, "a": None}))

    assert text_of(team, "json") == json.dumps(team, indent=2, ensure_ascii=False) + "\n"


def test_a_notebook_is_complete_and_its_cells_are_python() -> None:
    book = json.loads(text_of(t.round_robin(t.agent("a")), "notebook"))

    code = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    for text in code[1:]:
        compile(text, "cell", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    assert "await Console(" in code[-1]


def test_a_mermaid_chart_tells_conditions_and_escapes_names() -> None:
    team = t.flow("a", "b", edges=[("a", "b", 'say "yes" <now>')])

    text = text_of(team, "mermaid")

    assert text.startswith("flowchart LR\n")
    assert 'n_0 -->|"say #quot;yes#quot; #lt;now#gt;"| n_1' in text


def own_wheel_in(names: set[str]) -> str:
    return next(name for name in names if name.startswith("wheels/team_studio-"))


def test_a_docker_bundle_has_all_it_needs_and_is_the_same_every_time(tmp_path: Path) -> None:
    wheel = tmp_path / "team_studio-0.0.1-py3-none-any.whl"
    wheel.write_bytes(b"wheel")

    plain = export(KEYED, "docker", "My Team")
    carried = export(KEYED, "docker", "My Team", wheel=wheel)

    assert plain.data == export(KEYED, "docker", "My Team").data
    assert plain.filename == "my_team-docker.zip"
    with zipfile.ZipFile(io.BytesIO(plain.data)) as bundle:
        names = set(bundle.namelist())
        assert names >= {
            "Dockerfile",
            "requirements.txt",
            "team.json",
            ".dockerignore",
            "README.md",
        }
        pins = bundle.read("requirements.txt").decode().split()
        assert "team-studio" not in " ".join(pins)
        assert {name.partition("==")[0] for name in pins} >= {"fastapi", "greenlet", "sqlmodel"}
        assert all("==" in pin for pin in pins)
        with zipfile.ZipFile(io.BytesIO(bundle.read(own_wheel_in(names)))) as wheel_file:
            inside = wheel_file.namelist()
            assert "studio/cli/program.py" in inside
            assert any(name.startswith("studio/gallery/_data/teams/") for name in inside)
            assert not any("_web/" in name or "__pycache__" in name for name in inside)
        assert b"OPENAI_API_KEY" in bundle.read("README.md")
    with zipfile.ZipFile(io.BytesIO(carried.data)) as bundle:
        assert bundle.read(f"wheels/{wheel.name}") == b"wheel"
        assert f"pip install ./wheels/{wheel.name}" in bundle.read("Dockerfile").decode()


@pytest.mark.parametrize(("component", "target"), [({"a": 1}, "python"), (KEYED, "cobol")])
def test_what_cannot_be_exported_is_refused(component: dict[str, Any], target: str) -> None:
    with pytest.raises(ExportError) as caught:
        export(component, target)

    assert caught.value.hint


@pytest.mark.parametrize(
    "text", ["", "a" * 300, "word " * 50, "  two  spaces  ", "a\n\nb\n", 'q"q' * 60, "\t\r\n\x0b é"]
)
def test_a_text_comes_back_as_it_was_however_it_is_cut(text: str) -> None:
    code = render(Call("f", [("", Items([Text(text)])), ("x", Text(text))]), 4, 4)

    call = ast.parse(code).body[0]
    assert isinstance(call, ast.Expr)
    assert isinstance(call.value, ast.Call)
    assert ast.literal_eval(call.value.keywords[0].value) == text


def test_operators_keep_their_order() -> None:
    code = Joined("&", [Joined("|", [Raw("a"), Raw("b")]), Raw("c" * 95)])

    tree = ast.parse("x = " + render(code, 0, 4), mode="exec")

    assert ast.unparse(tree) == f"x = (a | b) & {'c' * 95}"
