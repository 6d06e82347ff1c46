"""The parts of runs that only compute."""

import random
from typing import Any

import pytest

from studio._kit.faults import classify
from studio.runs.costs import cost_of
from studio.runs.exceptions import AnswerError
from studio.runs.failures import explain
from studio.runs.model_calls import CallBook, Transcripts
from studio.runs.questions import check_answer
from studio.runs.state_delta import SAME, apply_delta, make_delta


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"a": [1, 2]}, {"a": [1, 2, 3]}),
        ({"a": [1, 2, 3]}, {"a": [1, 5]}),
        ({"a": 1, "b": {"c": 2}}, {"b": {"c": 3, "d": None}}),
        ({"a": True}, {"a": 1}),
        ([], [1]),
        ({"a": {"=": 1}}, {"a": {"!": 2, "+": []}}),
        ("x", {"x": 1}),
    ],
)
def test_a_state_is_rebuilt_from_what_differs(old: Any, new: Any) -> None:
    rebuilt = apply_delta(old, make_delta(old, new))

    assert rebuilt == new
    assert repr(rebuilt) == repr(new)


def test_a_thread_that_grows_costs_only_what_is_new() -> None:
    old = {"thread": [{"id": str(i)} for i in range(1000)], "turn": 1}
    new = {"thread": [*old["thread"], {"id": "new"}], "turn": 1}  # type: ignore[misc]

    assert make_delta(old, new) == {"{": {"thread": {"+": [{"id": "new"}], "keep": 1000}}}
    assert make_delta(old, old) is SAME


def test_calls_are_shortened_and_made_whole_again() -> None:
    transcripts = Transcripts()
    talks = [["s", "a"], ["s", "a", "b"], ["s", "x"], ["s", "x", "y"]]
    bodies = [
        {"call_id": str(i), "agent": "a", **transcripts.shorten("a", str(i), talk, ["tool"])}
        for i, talk in enumerate(talks)
    ]

    book = CallBook(bodies)

    whole = [book.whole(call_id) or {} for call_id in book.call_ids]
    assert [body["messages"] for body in bodies] == [["s", "a"], ["b"], ["x"], ["y"]]
    assert [body["messages"] for body in whole] == talks
    assert all(body["tools"] == ["tool"] for body in whole)
    assert book.whole("nobody") is None


def test_whatever_is_cut_or_added_a_call_is_made_whole_again() -> None:
    rng = random.Random(7)
    transcripts, talk = Transcripts(), [0]
    talks: list[list[int]] = []
    bodies: list[dict[str, Any]] = []
    for i in range(200):
        talk = talk[: rng.randint(0, len(talk))] + [rng.randint(0, 2) for _ in range(3)]
        talks.append(talk)
        bodies.append({"call_id": str(i), **transcripts.shorten("a", str(i), talk, [i // 50])})

    book = CallBook(bodies)

    whole = [book.whole(call_id) or {} for call_id in book.call_ids]
    assert [body["messages"] for body in whole] == talks
    assert [body["tools"] for body in whole] == [[i // 50] for i in range(200)]


def test_what_a_long_talk_is_kept_in_grows_with_what_is_said() -> None:
    transcripts, talk = Transcripts(), ["s"]
    kept = 0
    for i in range(1000):
        talk = [*talk, f"message {i}"]
        kept += len(transcripts.shorten("a", str(i), talk, ["tool"])["messages"])

    assert kept == 1001


@pytest.mark.parametrize(
    ("model", "cost"),
    [
        ("gpt-4o-mini-2024-07-18", 0.15),
        ("openai/gpt-4o", 2.5),
        ("claude-3-5-sonnet-20241022", 3.0),
        ("gpt-4o-audio", None),
        ("my-own", None),
        (None, None),
        ("replay", 0.0),
    ],
)
def test_a_call_has_its_price_or_says_that_it_is_unknown(
    model: str | None, cost: float | None
) -> None:
    assert cost_of(model, 1_000_000, 0) == cost


class _StatusError(Exception):
    def __init__(self, status_code: int, headers: dict[str, str] | None = None) -> None:
        super().__init__(f"status {status_code}")
        self.status_code = status_code
        self.response = type("Response", (), {"headers": headers or {}})()


@pytest.mark.parametrize(
    ("error", "kind", "retryable"),
    [
        (_StatusError(401), "auth", False),
        (_StatusError(429), "rate_limit", True),
        (_StatusError(500), "server", True),
        (_StatusError(529), "overloaded", True),
        (TimeoutError(), "timeout", True),
        (ConnectionRefusedError(), "connection", True),
        (ValueError("x"), "unknown", False),
    ],
)
def test_a_fault_is_known_by_its_attributes(error: Exception, kind: str, retryable: bool) -> None:
    wrapped = RuntimeError("outer")
    wrapped.__cause__ = error

    fault = classify(wrapped)

    assert (fault.kind, fault.retryable) == (kind, retryable)


def test_a_provider_that_asks_for_patience_is_quoted() -> None:
    failure = explain(_StatusError(429, {"retry-after": "7"}))

    assert failure.code == "run.model_rate_limit"
    assert "wait 7 s" in failure.hint


def test_a_traceback_is_no_reason() -> None:
    failure = explain(RuntimeError("it broke\nTraceback:\n  File x"))

    assert failure.message == "it broke"


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ("x", {"type": "string"}),
        (True, {"type": "boolean"}),
        ("a", {"enum": ["a", "b"]}),
        ({"n": 1}, {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}),
    ],
)
def test_an_answer_that_fits_is_taken(value: Any, schema: dict[str, Any]) -> None:
    check_answer(value, schema)


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        (1, {"type": "string"}),
        (True, {"type": "integer"}),
        ("c", {"enum": ["a", "b"]}),
        ({}, {"type": "object", "required": ["n"]}),
        ({"n": "1"}, {"type": "object", "properties": {"n": {"type": "integer"}}}),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(value: Any, schema: dict[str, Any]) -> None:
    with pytest.raises(AnswerError):
        check_answer(value, schema)
