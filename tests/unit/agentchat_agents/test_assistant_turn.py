from typing import Any, cast

import pytest
from pydantic import BaseModel

from studio.agentchat.agents import AssistantAgent
from studio.agentchat.base import Response, TaskResult
from studio.agentchat.messages import (
    HandoffMessage,
    MemoryQueryEvent,
    ModelClientStreamingChunkEvent,
    MultiModalMessage,
    StructuredMessage,
    TextMessage,
    ThoughtEvent,
)
from studio.core import CancellationToken, Image
from studio.core.memory import ListMemory, MemoryContent, MemoryMimeType
from studio.core.model_context import BufferedChatCompletionContext, UnboundedChatCompletionContext
from studio.core.models import AssistantMessage, RequestUsage, SystemMessage, UserMessage
from tests.support.scripted_model import ScriptedModel, text
from tests.unit.agentchat_agents.test_messages import PIXEL, Verdict


async def turn(agent: AssistantAgent, *messages: Any) -> tuple[list[Any], Response]:
    items = [item async for item in agent.on_messages_stream(messages, CancellationToken())]
    response = items.pop()
    assert isinstance(response, Response)
    return items, response


def hi() -> TextMessage:
    return TextMessage(content="hi", source="user")


async def test_a_text_is_the_answer() -> None:
    model = ScriptedModel("hello")
    agent = AssistantAgent("bob", model, system_message="Be brief.")

    result = await agent.run(task="hi")

    assert [(m.source, m.to_text()) for m in result.messages] == [("user", "hi"), ("bob", "hello")]
    assert isinstance(result.messages[-1], TextMessage)
    assert result.messages[-1].models_usage == RequestUsage(10, 5)
    assert model.asked[0].messages == [
        SystemMessage(content="Be brief."),
        UserMessage(content="hi", source="user"),
    ]


async def test_the_agent_remembers_what_was_said() -> None:
    model = ScriptedModel("one", "two")
    agent = AssistantAgent("bob", model, system_message=None)

    await agent.run(task="a")
    await agent.run(task="b")

    assert model.asked[1].messages == [
        UserMessage(content="a", source="user"),
        AssistantMessage(content="one", source="bob"),
        UserMessage(content="b", source="user"),
    ]


async def test_a_thought_comes_before_the_answer_and_takes_the_first_id() -> None:
    agent = AssistantAgent("bob", ScriptedModel(text("hello", thought="greet")))

    items, response = await turn(agent, hi())

    assert [type(item) for item in items] == [ThoughtEvent]
    assert response.inner_messages == items
    assert items[0].content == "greet"
    assert items[0].id != response.chat_message.id
    history = await agent.model_context.get_messages()
    assert history[-1] == AssistantMessage(content="hello", thought="greet", source="bob")


async def test_chunks_bear_the_id_of_the_answer() -> None:
    agent = AssistantAgent("bob", ScriptedModel(["hel", "lo"]), model_client_stream=True)

    items, response = await turn(agent, hi())

    assert [item.content for item in items] == ["hel", "lo"]
    assert {item.full_message_id for item in items} == {response.chat_message.id}
    assert response.chat_message.to_text() == "hello"
    assert response.inner_messages == []


async def test_chunks_bear_the_id_of_the_thought_if_there_is_one() -> None:
    agent = AssistantAgent(
        "bob", ScriptedModel(text("hello", thought="greet")), model_client_stream=True
    )

    items, response = await turn(agent, hi())

    chunk, thought = items
    assert isinstance(chunk, ModelClientStreamingChunkEvent)
    assert isinstance(thought, ThoughtEvent)
    assert chunk.full_message_id == thought.id != response.chat_message.id


async def test_run_and_run_stream_say_the_same() -> None:
    def agent() -> AssistantAgent:
        return AssistantAgent("bob", ScriptedModel(text("hello", thought="greet")))

    result = await agent().run(task="hi")
    items = [item async for item in agent().run_stream(task="hi")]

    last = items.pop()
    assert isinstance(last, TaskResult)
    streamed = [item.to_text() for item in items if not isinstance(item, TaskResult)]
    assert [m.to_text() for m in result.messages] == streamed
    assert [m.to_text() for m in last.messages] == streamed


class Odd(ScriptedModel):
    def __init__(self, *chunks: Any) -> None:
        super().__init__()
        self.chunks = chunks

    async def create_stream(self, *args: Any, **kwargs: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        for chunk in self.chunks:
            yield chunk


async def test_a_stream_of_something_else_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="Invalid chunk type: "):
        await AssistantAgent("bob", Odd(1), model_client_stream=True).run(task="hi")
    with pytest.raises(RuntimeError, match=r"No final model result in streaming mode\."):
        await AssistantAgent("bob", Odd("a"), model_client_stream=True).run(task="hi")


async def test_an_error_of_the_model_passes_through() -> None:
    with pytest.raises(ConnectionError, match="down"):
        await AssistantAgent("bob", ScriptedModel(ConnectionError("down"))).run(task="hi")


async def test_a_handoffs_context_comes_before_its_text() -> None:
    model = ScriptedModel("ok")
    agent = AssistantAgent("bob", model, system_message=None)
    earlier = AssistantMessage(content="I looked it up", source="ann")

    await turn(agent, HandoffMessage(content="over", source="ann", target="bob", context=[earlier]))

    assert model.asked[0].messages == [earlier, UserMessage(content="over", source="ann")]


async def test_a_model_without_eyes_gets_text_for_images() -> None:
    model = ScriptedModel("ok", "ok", vision=False)
    agent = AssistantAgent("bob", model, system_message=None)
    picture = MultiModalMessage(content=["look", Image.from_base64(PIXEL)], source="user")

    await turn(agent, hi(), picture)
    await turn(agent, hi())

    seen = [message.content for message in model.asked[1].messages]
    assert seen == ["hi", "look\n<image>", "ok", "hi"]
    history = await agent.model_context.get_messages()
    assert history[1].content == picture.content


async def test_a_model_with_eyes_gets_the_images() -> None:
    model = ScriptedModel("ok", vision=True)
    picture = MultiModalMessage(content=["look", Image.from_base64(PIXEL)], source="user")

    await turn(AssistantAgent("bob", model, system_message=None), picture)

    assert model.asked[0].messages[0].content == picture.content


async def test_images_are_found_in_a_history_that_was_loaded_later() -> None:
    model = ScriptedModel("ok", "ok", vision=False)
    agent = AssistantAgent("bob", model, system_message=None)
    await turn(agent, hi())

    other = UnboundedChatCompletionContext()
    await other.add_message(UserMessage(content=["see", Image.from_base64(PIXEL)], source="user"))
    await agent.load_state({"llm_context": await other.save_state()})
    await turn(agent, hi())

    assert model.asked[1].messages[0].content == "see\n<image>"


async def test_memories_are_told_to_the_model_and_shown() -> None:
    memory, empty = ListMemory(), ListMemory()
    content = MemoryContent(content="likes tea", mime_type=MemoryMimeType.TEXT)
    await memory.add(content)
    model = ScriptedModel("ok")
    agent = AssistantAgent("bob", model, memory=[memory, empty], system_message=None)

    items, response = await turn(agent, hi())

    (event,) = items
    assert isinstance(event, MemoryQueryEvent)
    assert event.content == [content]
    assert response.inner_messages == [event]
    assert "likes tea" in str(model.asked[0].messages[-1].content)


def test_memory_must_be_a_list() -> None:
    with pytest.raises(TypeError, match="Expected Memory, List"):
        AssistantAgent("bob", ScriptedModel(), memory=ListMemory())  # pyright: ignore[reportArgumentType]


async def test_the_context_chooses_what_the_model_sees() -> None:
    model = ScriptedModel("one", "two")
    agent = AssistantAgent(
        "bob", model, model_context=BufferedChatCompletionContext(1), system_message=None
    )

    await agent.run(task="a")
    await agent.run(task="b")

    assert model.asked[1].messages == [UserMessage(content="b", source="user")]


async def test_an_answer_fits_the_output_type() -> None:
    model = ScriptedModel('{"good": true, "why": "so"}')
    agent = AssistantAgent(
        "bob", model, output_content_type=Verdict, output_content_type_format="{why}!"
    )

    result = await agent.run(task="hi")

    answer = result.messages[-1]
    assert isinstance(answer, StructuredMessage)
    assert cast("StructuredMessage[Verdict]", answer).content == Verdict(good=True, why="so")
    assert answer.to_text() == "so!"
    assert answer.type == "StructuredMessage[Verdict]"
    assert model.asked[0].options["json_output"] is Verdict
    assert StructuredMessage[Verdict] in agent.produced_message_types


async def test_an_answer_that_does_not_fit_is_an_error() -> None:
    class Number(BaseModel):
        value: int

    agent = AssistantAgent("bob", ScriptedModel("seven"), output_content_type=Number)

    with pytest.raises(ValueError, match="Number"):
        await agent.run(task="hi")


async def test_the_state_is_the_history() -> None:
    first = AssistantAgent("bob", ScriptedModel("hello"))
    await first.run(task="hi")
    state = await first.save_state()

    second = AssistantAgent("bob", ScriptedModel())
    await second.load_state(state)

    assert state["type"] == "AssistantAgentState"
    assert state["version"] == "1.0.0"
    assert [message["content"] for message in state["llm_context"]["messages"]] == ["hi", "hello"]
    assert await second.save_state() == state


async def test_reset_forgets_the_history() -> None:
    agent = AssistantAgent("bob", ScriptedModel("hello"))
    await agent.run(task="hi")

    await agent.on_reset(CancellationToken())

    assert await agent.model_context.get_messages() == []
