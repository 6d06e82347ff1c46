from datetime import UTC
from uuid import UUID

import pytest
from pydantic import BaseModel

from studio.agentchat.messages import (
    BaseTextChatMessage,
    CodeExecutionEvent,
    CodeGenerationEvent,
    HandoffMessage,
    MemoryQueryEvent,
    MessageFactory,
    ModelClientStreamingChunkEvent,
    MultiModalMessage,
    SelectorEvent,
    SelectSpeakerEvent,
    StopMessage,
    StructuredMessage,
    StructuredMessageFactory,
    TextMessage,
    ThoughtEvent,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
    ToolCallSummaryMessage,
    UserInputRequestedEvent,
)
from studio.core import ComponentModel, FunctionCall, Image
from studio.core.code_executor import CodeBlock, CodeResult
from studio.core.memory import MemoryContent, MemoryMimeType
from studio.core.models import AssistantMessage, FunctionExecutionResult, RequestUsage, UserMessage

PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGA"
    "hKmMIQAAAABJRU5ErkJggg=="
)


class Verdict(BaseModel):
    good: bool
    why: str


CALL = FunctionCall(id="1", name="add", arguments='{"a": 1}')
RESULT = FunctionExecutionResult(content="2", name="add", call_id="1", is_error=False)

BUILT_IN = [
    TextMessage(content="hi", source="a", models_usage=RequestUsage(1, 2), metadata={"k": "v"}),
    StopMessage(content="enough", source="a"),
    HandoffMessage(
        content="over",
        source="a",
        target="b",
        context=[AssistantMessage(content=[CALL], source="a")],
    ),
    ToolCallSummaryMessage(content="2", source="a", tool_calls=[CALL], results=[RESULT]),
    ToolCallRequestEvent(content=[CALL], source="a"),
    ToolCallExecutionEvent(content=[RESULT], source="a"),
    MemoryQueryEvent(
        content=[MemoryContent(content="x", mime_type=MemoryMimeType.TEXT)], source="a"
    ),
    UserInputRequestedEvent(request_id="r", source="a"),
    ModelClientStreamingChunkEvent(content="h", source="a", full_message_id="m"),
    ThoughtEvent(content="hm", source="a"),
    SelectSpeakerEvent(content=["a", "b"], source="m"),
    SelectorEvent(content="a", source="m"),
    CodeGenerationEvent(
        retry_attempt=0, content="c", code_blocks=[CodeBlock("x", "python")], source="a"
    ),
    CodeExecutionEvent(retry_attempt=0, result=CodeResult(exit_code=0, output="o"), source="a"),
]


@pytest.mark.parametrize("message", BUILT_IN, ids=lambda m: type(m).__name__)
def test_every_built_in_message_comes_back_from_its_dump(message: TextMessage) -> None:
    restored = MessageFactory().create(message.dump())

    assert type(restored) is type(message)
    assert restored.dump() == message.dump()


def test_a_new_message_has_an_id_a_time_and_no_metadata() -> None:
    message = TextMessage(content="hi", source="a")

    assert UUID(message.id).version == 4
    assert message.created_at.tzinfo is UTC
    assert message.metadata == {}
    assert TextMessage(content="hi", source="a").id != message.id


def test_a_dump_is_plain_json_data() -> None:
    dumped = TextMessage(content="hi", source="a", models_usage=RequestUsage(1, 2)).dump()

    assert isinstance(dumped["created_at"], str)
    assert dumped["models_usage"] == {"prompt_tokens": 1, "completion_tokens": 2}
    assert dumped["type"] == "TextMessage"


def test_an_image_is_dumped_as_its_data() -> None:
    message = MultiModalMessage(content=["look", Image.from_base64(PIXEL)], source="a")
    dumped = message.dump()
    restored = MessageFactory().create(dumped)

    assert set(dumped["content"][1]) == {"data"}
    assert isinstance(restored, MultiModalMessage)
    assert isinstance(restored.content[1], Image)


def test_a_multi_modal_message_reads_differently_for_people_and_models() -> None:
    image = Image.from_base64(PIXEL)
    message = MultiModalMessage(content=["look", image, "here"], source="a")

    assert message.to_text() == "look\n<image>\nhere"
    assert message.to_model_text() == "look [image]here"
    assert message.to_model_text(image_placeholder="(pic)") == "look (pic)here"
    assert message.to_model_text(image_placeholder=None) == f"look {image.to_base64()}here"
    assert message.to_text(iterm=True).startswith("look\n\033]1337;File=inline=1:")
    assert message.to_model_message() == UserMessage(content=["look", image, "here"], source="a")


def test_the_type_of_a_structured_message_names_its_content() -> None:
    message = StructuredMessage[Verdict](content=Verdict(good=True, why="so"), source="a")

    assert message.type == "StructuredMessage[Verdict]"
    assert message.dump()["type"] == "StructuredMessage[Verdict]"


def test_a_structured_message_comes_back_once_its_class_is_registered() -> None:
    message = StructuredMessage[Verdict](content=Verdict(good=True, why="so"), source="a")
    factory = MessageFactory()
    with pytest.raises(ValueError, match=r"Unknown message type: StructuredMessage\[Verdict\]"):
        factory.create(message.dump())

    factory.register(StructuredMessage[Verdict])

    assert factory.is_registered(StructuredMessage[Verdict])
    assert factory.create(message.dump()) == message


def test_a_structured_message_is_shown_by_its_format_and_sent_as_json() -> None:
    plain = StructuredMessage[Verdict](content=Verdict(good=True, why="so"), source="a")
    formatted = plain.model_copy(update={"format_string": "{good}: {why}"})

    assert plain.to_text() == '{"good":true,"why":"so"}'
    assert formatted.to_text() == "True: so"
    assert formatted.to_model_text() == "True: so"
    assert formatted.to_model_message().content == '{"good":true,"why":"so"}'


def test_the_factory_refuses_what_it_knows_and_what_is_no_message() -> None:
    factory = MessageFactory()

    with pytest.raises(ValueError, match="is already registered"):
        factory.register(TextMessage)
    with pytest.raises(ValueError, match="must be a subclass"):
        factory.register(Verdict)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="type"):
        factory.create({"content": "hi", "source": "a"})


def test_a_message_class_of_ones_own_comes_back() -> None:
    class Warm(BaseTextChatMessage):
        degrees: int
        type: str = "Warm"

    factory = MessageFactory()
    factory.register(Warm)
    message = Warm(content="phew", source="a", degrees=40)

    assert factory.create(message.dump()) == message


def test_a_structured_message_class_is_a_component() -> None:
    factory = StructuredMessageFactory(input_model=Verdict, format_string="{why}")

    dumped = factory.dump_component()
    loaded = StructuredMessageFactory.load_component(ComponentModel(**dumped.model_dump()))

    assert dumped.provider == "autogen_agentchat.messages.StructuredMessageFactory"
    assert dumped.component_type == "structured_message"
    assert set(dumped.config) == {"json_schema", "format_string", "content_model_name"}
    assert loaded.ContentModel.__name__ == "Verdict"
    assert loaded.StructuredMessage.__name__ == "StructuredMessage[Verdict]"
    assert loaded.format_string == "{why}"


def test_a_structured_message_class_needs_a_model_or_a_schema() -> None:
    with pytest.raises(ValueError, match="json_schema"):
        StructuredMessageFactory()
