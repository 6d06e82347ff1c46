"""What clients are given: lists of their own, and what the replay client remembers of its own."""

from collections.abc import Sequence
from typing import Any

from studio.agentchat.agents import AssistantAgent
from studio.core.model_context import UnboundedChatCompletionContext
from studio.core.models import CreateResult, LLMMessage, UserMessage
from studio.ext.models.replay import ReplayChatCompletionClient


class Keeping(ReplayChatCompletionClient):
    """Keeps the very lists it is given."""

    def __init__(self, *answers: str) -> None:
        super().__init__(list(answers))
        self.kept: list[Sequence[LLMMessage]] = []

    async def create(self, messages: Sequence[LLMMessage], **more: Any) -> CreateResult:
        self.kept.append(messages)
        return await super().create(messages, **more)


def texts(messages: Sequence[LLMMessage]) -> list[Any]:
    return [message.content for message in messages]


async def test_a_client_of_ones_own_gets_lists_that_do_not_change() -> None:
    client = Keeping("a", "b")
    agent = AssistantAgent("x", client, system_message="s")

    await agent.run(task="1")
    await agent.run(task="2")

    assert [texts(kept) for kept in client.kept] == [["s", "1"], ["s", "1", "a", "2"]]


async def test_the_replay_client_remembers_what_each_call_was_asked() -> None:
    client = ReplayChatCompletionClient(["a", "b b", "c"])
    context = UnboundedChatCompletionContext()
    agent = AssistantAgent("x", client, system_message="s", model_context=context)

    await agent.run(task="1")
    (await context.get_messages())[0] = UserMessage(content="one two", source="user")
    await agent.run(task="2")
    await context.clear()
    await agent.run(task="3")

    assert [texts(call["messages"]) for call in client.create_calls] == [
        ["s", "1"],
        ["s", "one two", "a", "2"],
        ["s", "3"],
    ]
    assert client.total_usage().prompt_tokens == 2 + 5 + 2
