"""Chunks of a stream, put together."""

from types import SimpleNamespace
from typing import Any

import pytest

from studio.core import FunctionCall
from studio.core.models import ChatCompletionTokenLogprob, CreateResult, RequestUsage, TopLogprob
from studio.ext.models._shared.errors import BadAnswerError
from studio.ext.models.openai._response import to_result
from studio.ext.models.openai._stream import ChunkAccumulator


def _fed(*chunks: Any, thinks_aloud: bool = False) -> tuple[list[str], CreateResult]:
    accumulator = ChunkAccumulator(thinks_aloud=thinks_aloud)
    pieces = [piece for chunk in chunks for piece in accumulator.feed(chunk)]
    pieces.extend(accumulator.finish())
    return pieces, accumulator.result()


def _chunk(finish_reason: str | None = None, **delta: Any) -> dict[str, Any]:
    return {"choices": [{"delta": delta, "finish_reason": finish_reason}]}


def _call(index: int | None, **function: str) -> dict[str, Any]:
    call_id = f"call_{index}" if "name" in function else None
    return _chunk(tool_calls=[{"index": index, "id": call_id, "function": function}])


def test_reasoning_is_marked_in_the_pieces_and_kept_as_the_thought() -> None:
    pieces, result = _fed(
        _chunk(reasoning_content="Two"),
        _chunk(reasoning_content=" twos."),
        _chunk(content="Four"),
        _chunk("stop", content="."),
    )

    assert pieces == ["<think>Two", " twos.", "</think>", "Four", "."]
    assert (result.thought, result.content) == ("Two twos.", "Four.")


def test_reasoning_and_text_in_one_chunk_are_both_kept() -> None:
    pieces, result = _fed(_chunk(reasoning_content="Hm", content="Yes"))

    assert pieces == ["<think>Hm", "</think>", "Yes"]
    assert (result.thought, result.content) == ("Hm", "Yes")


def test_reasoning_without_text_is_ended() -> None:
    pieces, result = _fed(_chunk(reasoning_content="Hm"), _chunk("stop"))

    assert pieces == ["<think>Hm", "</think>"]
    assert result.content == ""


def test_calls_grow_side_by_side() -> None:
    _, result = _fed(
        _call(0, name="clock", arguments=""),
        _call(1, name="weather", arguments='{"ci'),
        _call(0, arguments="{}"),
        _call(1, arguments='ty": 1}'),
        _chunk("tool_calls"),
    )

    assert result.content == [
        FunctionCall(id="call_0", name="clock", arguments="{}"),
        FunctionCall(id="call_1", name="weather", arguments='{"city": 1}'),
    ]


def test_calls_without_numbers_are_told_apart_by_their_ids() -> None:
    _, result = _fed(
        _call(None, name="clock", arguments="{"),
        _call(None, arguments="}"),
        _call(None, name="weather", arguments="{}"),
    )

    assert [call.name for call in result.content if isinstance(call, FunctionCall)] == [
        "clock",
        "weather",
    ]
    assert result.finish_reason == "function_calls"


def test_empty_chunks_are_skipped_and_usage_comes_last() -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 4}

    pieces, result = _fed(
        {"choices": []},
        _chunk(content=""),
        _chunk(content="Hi"),
        {"choices": [{"delta": None}]},
        _chunk("length"),
        {"choices": [], "usage": usage},
    )

    assert pieces == ["Hi"]
    assert result.usage == RequestUsage(prompt_tokens=3, completion_tokens=4)
    assert result.finish_reason == "length"


def test_a_stream_without_an_end_has_an_unknown_one() -> None:
    assert _fed(_chunk(content="Hi"))[1].finish_reason == "unknown"


def test_objects_of_any_kind_are_read() -> None:
    delta = SimpleNamespace(content="Hi", tool_calls=None)
    choice = SimpleNamespace(delta=delta, finish_reason="stop", logprobs=None)

    pieces, result = _fed(SimpleNamespace(choices=[choice], usage=None))

    assert (pieces, result.finish_reason) == (["Hi"], "stop")


def test_logprobs_are_kept() -> None:
    token = {
        "token": "Hi",
        "logprob": -0.5,
        "bytes": [72, 105],
        "top_logprobs": [{"token": "Ho", "logprob": -1.0, "bytes": None}],
    }
    chunk = {"choices": [{"delta": {"content": "Hi"}, "logprobs": {"content": [token]}}]}

    _, result = _fed(chunk)

    assert result.logprobs == [
        ChatCompletionTokenLogprob(
            token="Hi", logprob=-0.5, bytes=[72, 105], top_logprobs=[TopLogprob(-1.0, None)]
        )
    ]


def test_a_model_that_should_think_aloud_and_does_not_is_warned_about() -> None:
    with pytest.warns(UserWarning, match="Could not find <think>"):
        _, result = _fed(_chunk("stop", content="Four."), thinks_aloud=True)

    assert (result.thought, result.content) == (None, "Four.")


def _completion(**message: Any) -> Any:
    reason = message.pop("finish_reason", "stop")
    known = {"content": None, "tool_calls": None, **message}
    choice = SimpleNamespace(finish_reason=reason, message=SimpleNamespace(**known), logprobs=None)
    return SimpleNamespace(choices=[choice], usage=None)


def _asked(arguments: object) -> list[Any]:
    return [SimpleNamespace(id="1", function=SimpleNamespace(name="clock", arguments=arguments))]


def test_calls_with_another_finish_reason_are_warned_about() -> None:
    with pytest.warns(UserWarning, match="Finish reason mismatch: stop != tool_calls"):
        result = to_result(_completion(tool_calls=_asked("{}")), thinks_aloud=False)

    assert result.finish_reason == "function_calls"


def test_arguments_that_are_no_text_become_json_with_a_warning() -> None:
    completion = _completion(tool_calls=_asked({"a": 1}), finish_reason="tool_calls")

    with pytest.warns(UserWarning, match="arguments field is not a string"):
        result = to_result(completion, thinks_aloud=False)

    assert result.content == [FunctionCall(id="1", name="clock", arguments='{"a": 1}')]


def test_an_answer_without_choices_is_no_answer() -> None:
    with pytest.raises(BadAnswerError, match="without any choice"):
        to_result(SimpleNamespace(choices=[], usage=None), thinks_aloud=False)


def test_a_refusal_is_the_text() -> None:
    assert to_result(_completion(refusal="I won't."), thinks_aloud=False).content == "I won't."
