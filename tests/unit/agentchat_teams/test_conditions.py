from collections.abc import Sequence
from typing import Any

import pytest

from studio._kit import clock
from studio.agentchat.base import TerminatedException, TerminationCondition
from studio.agentchat.conditions import (
    ExternalTermination,
    FunctionalTermination,
    FunctionCallTermination,
    HandoffTermination,
    MaxMessageTermination,
    SourceMatchTermination,
    StopMessageTermination,
    TextMentionTermination,
    TextMessageTermination,
    TimeoutTermination,
    TokenUsageTermination,
)
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    HandoffMessage,
    MultiModalMessage,
    StopMessage,
    TextMessage,
    ThoughtEvent,
    ToolCallExecutionEvent,
)
from studio.core.models import FunctionExecutionResult, RequestUsage

Item = BaseAgentEvent | BaseChatMessage


def say(content: str, source: str = "ann", tokens: tuple[int, int] | None = None) -> TextMessage:
    usage = tokens and RequestUsage(prompt_tokens=tokens[0], completion_tokens=tokens[1])
    return TextMessage(content=content, source=source, models_usage=usage)


def ran(name: str) -> ToolCallExecutionEvent:
    result = FunctionExecutionResult(content="ok", name=name, call_id="1", is_error=False)
    return ToolCallExecutionEvent(content=[result], source="ann")


class Clock:
    time = 100.0

    def monotonic(self) -> float:
        return self.time


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Clock:
    hands = Clock()
    monkeypatch.setattr(clock, "monotonic", hands.monotonic)
    return hands


CASES: list[tuple[TerminationCondition, list[Sequence[Item]], str]] = [
    (
        MaxMessageTermination(2),
        [[say("a"), ThoughtEvent(content="t", source="ann")], [say("b")]],
        "Maximum number of messages 2 reached, current message count: 2",
    ),
    (
        MaxMessageTermination(2, include_agent_event=True),
        [[say("a"), ThoughtEvent(content="t", source="ann")]],
        "Maximum number of messages 2 reached, current message count: 2",
    ),
    (TextMentionTermination("STOP"), [[say("go")], [say("do STOP")]], "Text 'STOP' mentioned"),
    (
        TextMentionTermination("STOP"),
        [[MultiModalMessage(content=["a", "STOP"], source="x")]],
        "Text 'STOP' mentioned",
    ),
    (
        TextMentionTermination("STOP", sources=["eve"]),
        [[say("STOP")], [say("STOP", "eve")]],
        "Text 'STOP' mentioned",
    ),
    (
        StopMessageTermination(),
        [[say("a")], [StopMessage(content="x", source="ann")]],
        "Stop message received",
    ),
    (
        TokenUsageTermination(max_total_token=10),
        [[say("a", tokens=(5, 2))], [say("b"), say("c", tokens=(2, 1))]],
        (
            "Token usage limit reached, total token count: 10, "
            "prompt token count: 7, completion token count: 3."
        ),
    ),
    (
        TokenUsageTermination(max_prompt_token=5),
        [[say("a", tokens=(4, 9))], [say("c", tokens=(1, 1))]],
        (
            "Token usage limit reached, total token count: 15, "
            "prompt token count: 5, completion token count: 10."
        ),
    ),
    (
        TokenUsageTermination(max_completion_token=5),
        [[say("a", tokens=(9, 4))], [say("c", tokens=(1, 1))]],
        (
            "Token usage limit reached, total token count: 15, "
            "prompt token count: 10, completion token count: 5."
        ),
    ),
    (
        HandoffTermination("user"),
        [
            [HandoffMessage(content="x", target="eve", source="ann")],
            [HandoffMessage(content="x", target="user", source="ann")],
        ],
        "Handoff to user from ann detected.",
    ),
    (SourceMatchTermination(["eve", "bob"]), [[say("a")], [say("b", "bob")]], "'bob' answered"),
    (
        TextMessageTermination(),
        [[StopMessage(content="x", source="eve")], [say("a")]],
        "Text message received from 'ann'",
    ),
    (
        TextMessageTermination("eve"),
        [[say("a")], [say("a", "eve")]],
        "Text message received from 'eve'",
    ),
    (FunctionCallTermination("add"), [[ran("sub")], [ran("add")]], "Function 'add' was executed."),
]


@pytest.mark.parametrize(("condition", "deltas", "reason"), CASES)
async def test_it_fires_with_its_reason_once_and_again_after_a_reset(
    condition: TerminationCondition, deltas: list[Sequence[Item]], reason: str
) -> None:
    for _ in range(2):
        assert await condition([]) is None
        for delta in deltas[:-1]:
            assert await condition(delta) is None
        assert not condition.terminated

        stop = await condition(deltas[-1])

        assert stop is not None
        assert (stop.content, stop.source) == (reason, type(condition).__name__)
        assert condition.terminated
        with pytest.raises(TerminatedException):
            await condition(deltas[-1])
        await condition.reset()


@pytest.mark.parametrize(("condition", "deltas", "reason"), CASES)
async def test_progress_goes_over_to_a_condition_from_the_same_document(
    condition: TerminationCondition, deltas: list[Sequence[Item]], reason: str
) -> None:
    await condition.reset()
    for delta in deltas[:-1]:
        await condition(delta)

    other = TerminationCondition.load_component(condition.dump_component())
    other.load_progress(condition.save_progress())

    stop = await other(deltas[-1])
    assert stop is not None
    assert stop.content == reason


async def test_the_time_is_counted_from_creation_and_from_each_reset(hands: Clock) -> None:
    condition = TimeoutTermination(10)
    hands.time += 9
    assert await condition([]) is None
    hands.time += 1
    stop = await condition([])
    assert stop is not None
    assert stop.content == "Timeout of 10 seconds reached"

    await condition.reset()

    hands.time += 9
    assert await condition([]) is None


async def test_time_that_has_passed_counts_after_a_checkpoint_and_the_time_between_does_not(
    hands: Clock,
) -> None:
    condition = TimeoutTermination(10)
    hands.time += 6
    progress = condition.save_progress()
    hands.time += 100

    other = TimeoutTermination(10)
    other.load_progress(progress)

    hands.time += 3
    assert await other([]) is None
    hands.time += 1
    assert await other([]) is not None


async def test_the_end_can_be_asked_for_from_outside() -> None:
    condition = ExternalTermination()
    assert await condition([say("a")]) is None

    condition.set()

    assert not condition.terminated
    stop = await condition([])
    assert stop is not None
    assert stop.content == "External termination requested"
    await condition.reset()
    assert await condition([]) is None


async def test_a_function_ends_it_with_true_and_with_nothing_else() -> None:
    answers: list[Any] = [1, "yes", None, True]

    async def later(messages: Sequence[Item]) -> bool:
        return messages[-1].source == "eve"

    condition = FunctionalTermination(lambda messages: answers.pop(0))
    for _ in range(3):
        assert await condition([]) is None
    stop = await condition([])
    assert stop is not None
    assert (stop.content, stop.source) == (
        "Functional termination condition met",
        "FunctionalTermination",
    )
    with pytest.raises(TerminatedException):
        await condition([])

    condition = FunctionalTermination(later)
    assert await condition([say("a")]) is None
    assert await condition([say("a", "eve")]) is not None
    with pytest.raises(NotImplementedError):
        condition.dump_component()


def test_a_token_limit_has_to_be_given() -> None:
    with pytest.raises(ValueError, match="At least one of max_total_token"):
        TokenUsageTermination()


def test_dumps_bear_the_names_of_autogen() -> None:
    dump = MaxMessageTermination(3).dump_component()
    assert (dump.provider, dump.component_type, dump.component_version) == (
        "autogen_agentchat.conditions.MaxMessageTermination",
        "termination",
        1,
    )
    assert dump.config == {"max_messages": 3, "include_agent_event": False}
    assert TextMentionTermination("x").dump_component().config == {"text": "x"}
    assert TokenUsageTermination(5).dump_component().config == {"max_total_token": 5}
