"""A stop condition shows on a pasted conversation where it would stop, and why."""

import json
from typing import Any

import pytest

from studio.core import CancellationToken
from studio.domain.json_values import JsonDict
from studio.services.trials.conversation import as_turns, read_conversation
from studio.services.trials.documents import Finding, Telling, TrialInputError
from studio.services.trials.effects import effects_of
from studio.services.trials.termination import TerminationTrial
from tests.support.team_json import agent, component, model, replay

CONDITIONS = "autogen_agentchat.conditions."


def condition(name: str, **config: Any) -> JsonDict:
    return component(CONDITIONS + name, "termination", **config)


def either(*parts: JsonDict, both: bool = False) -> JsonDict:
    name = "AndTerminationCondition" if both else "OrTerminationCondition"
    return component("autogen_agentchat.base." + name, "termination", conditions=list(parts))


def _ignore(kind: str, news: JsonDict) -> None:
    """Nothing is told on the way."""


async def found(part: JsonDict, conversation: Any) -> Finding:
    trial = TerminationTrial(part, {"conversation": conversation})
    await trial.prepare()
    telling = Telling(_ignore, CancellationToken(), "local", 1.0)
    return await trial.run(telling)


async def test_the_message_that_stops_is_named_with_the_reason() -> None:
    finding = await found(
        condition("TextMentionTermination", text="DONE"), "user: go\nbot: working\nbot: DONE"
    )

    assert finding.summary == "It stops after message 3 of 3."
    assert finding.result["index"] == 2
    assert "DONE" in finding.result["reason"]


async def test_a_conversation_that_goes_on_says_so() -> None:
    finding = await found(condition("MaxMessageTermination", max_messages=5), "user: go\nbot: ok")

    assert not finding.result["stops"]
    assert finding.result["reason"] is None


async def test_each_part_of_a_tree_tells_where_it_would_have_fired() -> None:
    tree = either(
        condition("TextMentionTermination", text="DONE"),
        condition("MaxMessageTermination", max_messages=3),
        both=True,
    )

    finding = await found(tree, "user: go\nbot: DONE\nbot: more")

    assert finding.result["index"] == 2
    assert [part["index"] for part in finding.result["parts"]] == [1, 2]
    assert [part["path"] for part in finding.result["parts"]] == [
        "/config/conditions/0",
        "/config/conditions/1",
    ]


async def test_a_hand_off_can_be_written_as_an_arrow() -> None:
    finding = await found(
        condition("HandoffTermination", target="person"), "desk -> person: over to you"
    )

    assert finding.result["stops"]
    assert finding.result["messages"][0]["target"] == "person"


async def test_tokens_are_counted_from_messages_as_json() -> None:
    limit = condition("TokenUsageTermination", max_total_token=10)
    said = [
        {"type": "TextMessage", "source": "user", "content": "go"},
        {
            "type": "TextMessage",
            "source": "bot",
            "content": "here",
            "models_usage": {"prompt_tokens": 8, "completion_tokens": 5},
        },
    ]

    assert (await found(limit, json.dumps(said))).result["index"] == 1
    plain = await found(limit, "user: go")
    assert "models_usage" in plain.result["notes"][0]


def test_lines_belong_to_the_name_before_them() -> None:
    said = read_conversation("hello there\nwriter: first line\nsecond line\ncritic: hm")

    assert [(message.source, message.to_text()) for message in said] == [
        ("user", "hello there"),
        ("writer", "first line\nsecond line"),
        ("critic", "hm"),
    ]


def test_an_address_in_a_line_is_no_name() -> None:
    said = read_conversation("user: see\nhttps://example.com/a: b")

    assert len(said) == 1


def test_the_events_of_a_run_are_read_as_its_messages() -> None:
    events = [
        {"type": "status", "body": {"status": "running"}},
        {"type": "message", "body": {"type": "TextMessage", "source": "a", "content": "x"}},
    ]

    said = read_conversation({"events": events})
    lines = read_conversation("\n".join(json.dumps(event) for event in events))

    assert [message.source for message in said] == ["a"]
    assert [message.source for message in lines] == ["a"]


def test_events_count_with_the_message_they_lead_to() -> None:
    said = read_conversation(
        [
            {"type": "ThoughtEvent", "source": "a", "content": "hm"},
            {"type": "TextMessage", "source": "a", "content": "x"},
            {"type": "TextMessage", "source": "b", "content": "y"},
        ]
    )

    assert as_turns(said) == [[0, 1], [2]]


@pytest.mark.parametrize("text", ["", "   ", "[]", "[1", '[{"type": "Nothing", "source": "a"}]'])
def test_what_is_no_conversation_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(TrialInputError) as caught:
        read_conversation(text)

    assert caught.value.hint


def test_effects_name_what_causes_them_and_the_weightiest_comes_first() -> None:
    code = component("autogen_core.tools.FunctionTool", "tool", name="sweep")
    team = component(
        "autogen_agentchat.teams.RoundRobinGroupChat",
        "team",
        participants=[agent("a", model_client=model("gpt-4o")), agent("b", tools=[code])],
    )

    effects = effects_of(team)

    assert effects.asks == ("runs code", "costs money")
    assert "sweep" in effects.why
    assert "gpt-4o" in effects.why


def test_recorded_and_local_models_ask_nothing() -> None:
    local = model("llama", base_url="http://localhost:1234/v1")

    assert effects_of(replay("Hi.")).asks == ()
    assert effects_of(local).asks == ()
    assert effects_of(model("gpt-4o")).asks == ("costs money",)


def test_a_condition_or_a_context_never_asks() -> None:
    context = component(
        "autogen_core.model_context.TokenLimitedChatCompletionContext",
        "chat_completion_context",
        model_client=model("gpt-4o"),
    )

    assert effects_of(context).asks == ()
