from collections.abc import Sequence

import pytest

from studio.agentchat.agents import (
    AssistantAgent,
    MessageFilterAgent,
    MessageFilterConfig,
    PerSourceFilter,
)
from studio.agentchat.messages import TextMessage
from studio.core import CancellationToken
from tests.support.scripted_model import ScriptedModel

TALK = [("user", "1"), ("ann", "2"), ("user", "3"), ("eve", "4"), ("ann", "5"), ("user", "6")]


async def seen(rules: Sequence[PerSourceFilter]) -> list[str]:
    model = ScriptedModel("ok")
    agent = MessageFilterAgent(
        "bob",
        AssistantAgent("bob", model, system_message=None),
        MessageFilterConfig(per_source=list(rules)),
    )
    messages = [TextMessage(content=content, source=source) for source, content in TALK]
    await agent.on_messages(messages, CancellationToken())
    return [str(message.content) for message in model.asked[0].messages]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([PerSourceFilter(source="user")], ["1", "3", "6"]),
        ([PerSourceFilter(source="user", position="first", count=1)], ["1"]),
        ([PerSourceFilter(source="user", position="last", count=2)], ["3", "6"]),
        ([PerSourceFilter(source="user", position="last")], ["1", "3", "6"]),
        ([PerSourceFilter(source="user", count=1)], ["1", "3", "6"]),
        ([PerSourceFilter(source="user", position="last", count=9)], ["1", "3", "6"]),
        (
            [
                PerSourceFilter(source="ann", position="last", count=1),
                PerSourceFilter(source="user", position="first", count=1),
            ],
            ["5", "1"],
        ),
    ],
)
async def test_only_chosen_messages_pass_in_the_order_of_the_rules(
    rules: list[PerSourceFilter], expected: list[str]
) -> None:
    assert await seen(rules) == expected


async def test_state_and_reset_are_those_of_the_agent_inside() -> None:
    inner = AssistantAgent("bob", ScriptedModel("ok"))
    rules = MessageFilterConfig(per_source=[PerSourceFilter(source="user")])
    agent = MessageFilterAgent("bob", inner, rules)
    await agent.run(task="hi")

    assert await agent.save_state() == await inner.save_state()
    await agent.on_reset(CancellationToken())
    assert await inner.model_context.get_messages() == []
    assert agent.produced_message_types == inner.produced_message_types
