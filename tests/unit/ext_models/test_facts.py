"""What is known of models is one table: for clients, costs, checks and forms."""

import pytest

from studio.core.models.facts import FACTS, facts_of
from studio.services.components import ComponentService


def test_what_to_use_instead_is_there_itself() -> None:
    gone = {name: facts.use for name, facts in FACTS.items() if facts.use}

    wrong = {name: use for name, use in gone.items() if use not in FACTS or FACTS[use].use}

    assert wrong == {}


@pytest.mark.parametrize(
    ("name", "use"),
    [
        ("claude-3-5-sonnet-20241022", "claude-sonnet-4-5"),
        ("gpt-4-32k-0314", "gpt-4o"),
        ("anthropic/claude-3-opus-latest", "claude-opus-4-5"),
        ("gpt-4-0613", ""),
        ("gpt-4o-2024-08-06", ""),
    ],
)
def test_dated_versions_are_known_with_their_model(name: str, use: str) -> None:
    facts = facts_of(name)

    assert facts is not None
    assert facts.use == use


def test_another_model_that_begins_alike_is_not_known() -> None:
    assert facts_of("gpt-4o-audio") is None
    assert facts_of("o1-something-else") is None


async def test_forms_offer_current_models_with_what_they_cost() -> None:
    for info in await ComponentService().catalogue(kind="model"):
        offered = [item.value for item in info.suggestions.get("model", [])]
        assert not [name for name in offered if FACTS[name].use]
        if info.provider.endswith(".OpenAIChatCompletionClient"):
            about = {item.value: item.about for item in info.suggestions["model"]}
            assert about["gpt-4o-mini"] == (
                "reads 128,000 tokens · $0.15 in, $0.6 out for a million tokens"
            )
