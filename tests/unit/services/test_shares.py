"""What of an event may be seen by whoever has a link."""

from typing import Any

import pytest

from studio.domain.run_event import RunEvent
from studio.services.shares import shown

KEY = "sk-proj-abcdefghijklmnopqrstuv"


def body_of(type: str, body: dict[str, Any]) -> dict[str, Any]:
    return shown(RunEvent("run_1", type, body, seq=3)).body


def test_a_message_is_shown_as_it_is() -> None:
    body = {"type": "TextMessage", "source": "ann", "content": "Hello."}

    event = shown(RunEvent("run_1", "message", body, seq=3))

    assert (event.run_id, event.type, event.seq, event.body) == ("run_1", "message", 3, body)


def test_of_a_model_call_only_numbers_and_names_are_shown() -> None:
    call = {"call_id": "c", "agent": "ann", "model": "m", "prompt_tokens": 5, "latency_s": 0.1}
    private = {"messages": ["A prompt."], "tools": [{}], "response": {"content": "x"}}

    assert body_of("model_call", {**call, **private}) == call


def test_an_event_of_a_kind_nobody_thought_of_shows_nothing() -> None:
    assert body_of("later_invention", {"prompt": "A secret."}) == {}


@pytest.mark.parametrize("type", ["message", "tool_call", "error", "draft", "answer"])
def test_what_looks_like_a_key_is_masked(type: str) -> None:
    assert KEY not in str(body_of(type, {"message": f"It is {KEY}.", "content": KEY}))
