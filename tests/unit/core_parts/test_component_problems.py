"""Every problem of a nested component is named with its place, all at once."""

from typing import Any

import pytest
from pydantic import ValidationError

from studio.core._component import (
    ComponentLoader,
    ComponentModel,
    collect_problems,
    inspect_component,
)
from studio.core.exceptions import UntrustedProviderError
from studio.core.tools import StaticWorkbench


def tool(**changes: Any) -> dict[str, Any]:
    config: dict[str, Any] = {
        "source_code": "def f(a: int) -> int:\n    return a\n",
        "name": "f",
        "description": "d",
        "global_imports": [],
        "has_cancellation_support": False,
        **changes,
    }
    return {"provider": "autogen_core.tools.FunctionTool", "config": config}


def workbench(*tools: dict[str, Any]) -> dict[str, Any]:
    return {"provider": "autogen_core.tools.StaticWorkbench", "config": {"tools": list(tools)}}


def test_a_good_component_has_no_problems() -> None:
    assert collect_problems(workbench(tool(), tool(name="g"))) == []


def test_a_model_is_inspected_like_its_json() -> None:
    assert collect_problems(ComponentModel(**workbench(tool()))) == []


def test_all_problems_are_found_at_once() -> None:
    bad = workbench(
        tool(name=3),
        {"provider": "os.system", "config": {}},
        tool(source_code="def f(:"),
        {"provider": "autogen_core.tools.Nothing", "config": {}},
        {"config": {}},
    )
    del bad["config"]["tools"][0]["config"]["description"]

    pointers = [pointer for pointer, _ in collect_problems(bad)]

    assert sorted(pointers) == [
        "/config/tools/0/config/description",
        "/config/tools/0/config/name",
        "/config/tools/1/provider",
        "/config/tools/2/config/source_code",
        "/config/tools/3/provider",
        "/config/tools/4/provider",
    ]


def test_a_problem_has_a_code_and_names_the_component() -> None:
    (problem,) = inspect_component(workbench({"provider": "os.system", "config": {}}))

    assert problem.code == "component.untrusted"
    assert problem.provider == "os.system"
    assert problem.hint


def test_keys_are_escaped_in_pointers() -> None:
    bad = {
        "provider": "autogen_core.tools.StaticWorkbench",
        "config": {"tool_overrides": {"a/b~c": {"name": 3}}},
    }

    assert [pointer for pointer, _ in collect_problems(bad)] == [
        "/config/tool_overrides/a~1b~0c/name"
    ]


def test_something_that_is_no_component_is_a_problem() -> None:
    assert [pointer for pointer, _ in collect_problems({})] == ["/provider", "/config"]


def test_an_unreadable_old_version_is_a_problem() -> None:
    old = {**tool(), "component_version": 0}

    assert collect_problems(old) == []

    old["component_version"] = -1
    assert [pointer for pointer, _ in collect_problems(old)] == ["/component_version"]


def test_nothing_is_run_while_inspecting() -> None:
    evil = "raise SystemExit('ran')\ndef f(a: int = exit()) -> int:\n    return a\n"

    assert collect_problems(tool(source_code=evil)) == []


def test_loading_reports_every_bad_config_by_path() -> None:
    bad = workbench(tool(name=3), tool(description=None))

    with pytest.raises(ValidationError) as caught:
        StaticWorkbench.load_component(bad)

    places = [item["loc"] for item in caught.value.errors()]
    assert places == [
        ("config", "tools", 0, "config", "name"),
        ("config", "tools", 1, "config", "description"),
    ]
    assert "autogen_core.tools.FunctionTool" in str(caught.value)
    assert len(caught.value.__notes__) == 2


def test_loading_notes_all_problems_on_another_error() -> None:
    bad = workbench({"provider": "os.system", "config": {}}, tool(name=3))

    with pytest.raises(UntrustedProviderError) as caught:
        ComponentLoader.load_component(bad, StaticWorkbench)

    assert [note.partition(":")[0] for note in caught.value.__notes__] == [
        "/config/tools/0/provider",
        "/config/tools/1/config/name",
    ]


def test_a_component_of_the_wrong_kind_is_named_by_its_place() -> None:
    bad = workbench(tool(), {"provider": "autogen_core.memory.ListMemory", "config": {}})

    with pytest.raises(TypeError, match="Expected type does not match") as caught:
        StaticWorkbench.load_component(bad)

    (note,) = caught.value.__notes__
    assert note.startswith("/config/tools/1: Expected type does not match")


def test_a_component_that_refuses_its_config_is_named_by_its_place() -> None:
    context = {
        "provider": "autogen_core.model_context.BufferedChatCompletionContext",
        "config": {"buffer_size": 0},
    }

    with pytest.raises(ValueError, match="buffer_size") as caught:
        ComponentLoader.load_component(context)

    assert caught.value.__notes__[0].startswith("/: buffer_size")


def test_a_deep_field_of_the_outermost_config_keeps_its_own_path() -> None:
    bad = {
        "provider": "autogen_core.tools.StaticWorkbench",
        "config": {"tool_overrides": {"a": {"name": 3}}},
    }

    with pytest.raises(ValidationError) as caught:
        StaticWorkbench.load_component(bad)

    assert caught.value.errors()[0]["loc"] == ("tool_overrides", "a", "name")
