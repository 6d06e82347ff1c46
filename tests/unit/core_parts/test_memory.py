"""The list memory and what it keeps."""

import pytest
from PIL import Image as pillow  # noqa: N813

from studio.core._image import Image
from studio.core.memory import ListMemory, Memory, MemoryContent, MemoryMimeType
from studio.core.model_context import UnboundedChatCompletionContext
from studio.core.models import SystemMessage


def text(content: str) -> MemoryContent:
    return MemoryContent(content=content, mime_type=MemoryMimeType.TEXT)


async def test_the_context_gets_one_numbered_message() -> None:
    memory = ListMemory(memory_contents=[text("first"), text("second")])
    context = UnboundedChatCompletionContext()

    result = await memory.update_context(context)

    expected = "\nRelevant memory content (in chronological order):\n1. first\n2. second\n"
    assert await context.get_messages() == [SystemMessage(content=expected)]
    assert result.memories.results == memory.content


async def test_an_empty_memory_adds_nothing() -> None:
    context = UnboundedChatCompletionContext()

    result = await ListMemory().update_context(context)

    assert await context.get_messages() == []
    assert result.memories.results == []


async def test_a_query_returns_everything() -> None:
    memory = ListMemory()
    await memory.add(text("a"))
    await memory.add(text("b"))

    found = await memory.query("whatever")

    assert [item.content for item in found.results] == ["a", "b"]
    assert (await memory.query()).results == found.results


async def test_clear_forgets() -> None:
    memory = ListMemory(memory_contents=[text("a")])

    await memory.clear()

    assert memory.content == []
    await memory.close()


def test_it_has_a_name() -> None:
    assert ListMemory().name == "default_list_memory"
    assert ListMemory("mine").name == "mine"


@pytest.mark.parametrize(
    ("content", "mime"),
    [
        ("text", MemoryMimeType.TEXT),
        (b"bytes", MemoryMimeType.BINARY),
        ({"a": [1]}, MemoryMimeType.JSON),
        ("free", "application/x-mine"),
    ],
)
def test_contents_of_any_kind_are_kept(
    content: str | bytes | dict[str, object], mime: MemoryMimeType | str
) -> None:
    item = MemoryContent(content=content, mime_type=mime, metadata={"k": 1})

    dumped = item.model_dump()

    assert dumped["mime_type"] == (mime if isinstance(mime, str) else mime.value)
    assert MemoryContent.model_validate(dumped).content == content


def test_an_image_is_kept() -> None:
    item = MemoryContent(content=Image(pillow.new("RGB", (1, 1))), mime_type=MemoryMimeType.IMAGE)

    assert isinstance(MemoryContent.model_validate_json(item.model_dump_json()).content, Image)


def test_a_memory_round_trips() -> None:
    memory = ListMemory("mine", [text("a"), MemoryContent(content={"b": 1}, mime_type="x/y")])

    dumped = memory.dump_component()
    loaded = Memory.load_component(dumped.model_dump(mode="json"))

    assert (dumped.provider, dumped.component_type) == ("autogen_core.memory.ListMemory", "memory")
    assert isinstance(loaded, ListMemory)
    assert loaded.dump_component() == dumped


def test_two_dumps_differ_by_contents_only() -> None:
    one, two = ListMemory().dump_component(), ListMemory(memory_contents=[text("a")])

    assert {**two.dump_component().model_dump(), "config": one.config} == one.model_dump()
