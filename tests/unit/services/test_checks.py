"""What the classes say is told in the words of the checks, with a fix where one is plain."""

from typing import Any

import pytest

from studio.domain.canvas import apply_ops
from studio.domain.problem import Problem
from studio.domain.rules.catalogue import as_markdown
from studio.domain.team_spec import TeamDocument
from studio.services import component_extras
from studio.services.checks import find_problems
from studio.services.components import ComponentService
from tests.support import team_json as t

JsonDict = dict[str, Any]


def only(component: JsonDict) -> Problem:
    found = [item for item in find_problems(component) if item.code.startswith("component.")]
    assert len(found) == 1
    return found[0]


def test_a_field_that_is_needed_is_named_and_filled_in() -> None:
    team = t.selector(t.agent("a"), t.agent("b"))
    del team["config"]["allow_repeated_speaker"]

    problem = only(team)

    assert problem.message == "Selector needs 'allow_repeated_speaker'"
    assert problem.path == "/config/allow_repeated_speaker"
    assert problem.fix
    mended = apply_ops(TeamDocument(component=team), problem.fix).component
    assert mended["config"]["allow_repeated_speaker"] is False
    assert find_problems(mended) == []


def test_a_value_of_the_wrong_kind_is_named() -> None:
    problem = only(t.round_robin(t.agent("a"), max_turns="many"))

    assert problem.message.startswith("'max_turns' of Round robin should be a valid integer")
    assert problem.hint == "Its form shows what it takes."


@pytest.mark.parametrize(
    ("provider", "kind", "instead"),
    [
        ("autogen_ext.agents.azure.AzureAIAgent", "agent", "an assistant"),
        ("autogen_ext.models.llama_cpp.LlamaCppChatCompletionClient", "model", "OpenAI client"),
        ("autogen_ext.tools.langchain.LangChainToolAdapter", "tool", "a Python function"),
    ],
)
def test_what_only_autogen_has_says_what_to_use_here(
    provider: str, kind: str, instead: str
) -> None:
    found = find_problems(t.component(provider, kind, name="x"))

    problem = next(item for item in found if item.code.startswith("component."))

    assert problem.message.endswith("is a component of AutoGen that Studio cannot run yet")
    assert instead in (problem.hint or "")


def test_a_package_that_is_not_installed_is_told_with_its_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(component_extras, "find_spec", lambda _name: None)
    ollama = t.component(
        "autogen_ext.models.ollama.OllamaChatCompletionClient", "model", model="llama3.2"
    )
    team = t.round_robin(t.agent("a", model_client=ollama))

    problem = only(team)

    assert problem.path == "/config/participants/0/config/model_client/provider"
    assert problem.message == "llama3.2 needs the package ollama, which is not here"
    assert 'pip install "team-studio[ollama]"' in (problem.hint or "")


async def test_the_catalogue_says_why_a_component_cannot_be_used_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(component_extras, "find_spec", lambda _name: None)

    infos = {info.label: info.missing for info in await ComponentService().catalogue()}

    assert infos["Ollama"].startswith("It needs the package ollama, which is not installed: pip")
    assert infos["OpenAI"] == ""


def test_every_code_has_a_line_in_the_docs() -> None:
    page = as_markdown()
    broken = [
        t.round_robin(t.agent("a"), max_turns="many"),
        t.component("autogen_ext.agents.azure.AzureAIAgent", "agent", name="x"),
        t.component("autogen_agentchat.teams.Nothing", "team"),
        t.component("autogen_agentchat.messages.TextMessage", "other"),
    ]

    codes = {problem.code for item in broken for problem in find_problems(item)}

    assert [code for code in codes if f"| {code} |" not in page] == []
