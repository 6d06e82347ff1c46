"""What the terminal shows of a run, and how lines become answers."""

import asyncio
import io
import os
from typing import Any

import pytest
from rich.console import Console

from studio.cli._person import prompt_text, typed
from studio.cli._stdin import InputLines
from studio.cli._terminal import TerminalView, content_text
from studio.domain.run_event import RunEvent


def shown(*events: tuple[str, dict[str, Any]]) -> str:
    out = io.StringIO()
    view = TerminalView(Console(file=out, width=40, highlight=False, soft_wrap=True))
    for kind, body in events:
        view.show(RunEvent("run", kind, body))
    return out.getvalue()


def message(source: str, content: Any, kind: str = "TextMessage") -> tuple[str, dict[str, Any]]:
    return "message", {"type": kind, "source": source, "content": content}


def chunk(source: str, text: str) -> tuple[str, dict[str, Any]]:
    return "chunk", {"source": source, "message_id": source, "text": text}


def test_what_was_streamed_is_not_printed_twice() -> None:
    text = shown(
        chunk("a", "Bread "), chunk("a", "[b]needs"), message("a", "Bread [b]needs"),
        message("b", "Yes"),
    )  # fmt: skip

    assert text.count("Bread [b]needs") == 1
    assert text.index("a ─") < text.index("Bread") < text.index("b ─") < text.index("Yes")


def test_brackets_in_texts_and_names_are_shown_as_they_are() -> None:
    assert "[red]x[/red]" in shown(message("[i]a", "[red]x[/red]"))
    assert "[i]a ─" in shown(message("[i]a", "x"))


def test_calls_results_and_images_are_readable() -> None:
    call = {"type": "ToolCallRequestEvent", "content": [{"name": "add", "arguments": '{"a":1}'}]}
    result = {"type": "ToolCallExecutionEvent", "content": [{"name": "add", "content": "3"}]}
    image = {"type": "MultiModalMessage", "content": ["look", {"data": "x" * 9999}]}

    assert content_text(call) == 'add {"a":1}'
    assert content_text(result) == "add: 3"
    assert content_text(image) == "look\n[image]"


def test_the_end_says_why_and_how_much() -> None:
    text = shown(("result", {"stop_reason": "Text 'X' mentioned", "totals": {"tokens": 12}}))

    assert "Text 'X' mentioned · 12 tokens" in text


@pytest.mark.parametrize(
    ("text", "schema", "value"),
    [
        ("hello", {}, "hello"),
        ("Yes", {"type": "boolean"}, True),
        ("n", {"type": "boolean"}, False),
        ("4", {"type": "integer"}, 4),
        ("4.5", {"type": "number"}, 4.5),
        ('{"a": 1}', {"type": "object"}, {"a": 1}),
    ],
)
def test_a_line_becomes_what_the_question_asks_for(
    text: str, schema: dict[str, Any], value: object
) -> None:
    assert typed(text, schema) == value


@pytest.mark.parametrize(
    ("text", "schema"),
    [("perhaps", {"type": "boolean"}), ("x", {"type": "integer"}), ("{", {"type": "object"})],
)
def test_a_line_that_does_not_fit_is_refused(text: str, schema: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the reader of the type says it
        typed(text, schema)


def test_a_question_shows_its_choices() -> None:
    question = {"source": "buyer", "prompt": " Which? ", "schema": {"enum": ["red", "blue"]}}

    assert prompt_text(question) == "buyer: Which? [red/blue] "
    assert prompt_text({**question, "schema": {"type": "boolean"}}) == "buyer: Which? [y/n] "


async def test_lines_are_read_as_they_come_and_the_end_is_the_end() -> None:
    reading, writing = os.pipe()
    lines = InputLines(reading)

    os.write(writing, "one\r\ntwö".encode())
    async with asyncio.timeout(5):
        first = await lines.next()
        os.write(writing, b"\nrest")
        os.close(writing)
        rest = [await lines.next() for _ in range(4)]
    os.close(reading)

    assert [first, *rest] == ["one", "twö", "rest", None, None]


def test_a_retry_is_shown_while_it_is_waited_for() -> None:
    reason = "the model provider has failed (500): not well"

    text = shown(("retry", {"attempt": 1, "of": 3, "wait_s": 0.53, "reason": reason}))

    assert text == f"Attempt 1 of 3 has failed: {reason}; trying again in 0.5 s.\n"
