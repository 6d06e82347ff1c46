"""The structured records of the event log."""

import json
import logging
from typing import Any

import pytest

from studio._kit.run_context import RunContext, entered_run
from studio.core import EVENT_LOGGER_NAME, AgentId, MessageHandlerContext, TopicId
from studio.core._telemetry import emit_event
from studio.core.logging import (
    AgentConstructionExceptionEvent,
    DeliveryStage,
    LLMCallEvent,
    LLMStreamEndEvent,
    LLMStreamStartEvent,
    MessageDroppedEvent,
    MessageEvent,
    MessageHandlerExceptionEvent,
    MessageKind,
    ToolCallEvent,
)


def test_model_calls_are_recorded_with_the_agent_at_work() -> None:
    with MessageHandlerContext.populate_context(AgentId("writer", "x")):
        call = LLMCallEvent(
            messages=[{"a": 1}], response={"b": 2}, prompt_tokens=3, completion_tokens=4, extra=5
        )
        start = LLMStreamStartEvent(messages=[{"a": 1}])
    end = LLMStreamEndEvent(response={}, prompt_tokens=1, completion_tokens=2)

    assert json.loads(str(call)) == {
        "type": "LLMCall",
        "messages": [{"a": 1}],
        "response": {"b": 2},
        "prompt_tokens": 3,
        "completion_tokens": 4,
        "agent_id": "writer/x",
        "extra": 5,
    }
    assert (call.prompt_tokens, call.completion_tokens) == (3, 4)
    assert start.kwargs == {
        "type": "LLMStreamStart",
        "messages": [{"a": 1}],
        "agent_id": "writer/x",
    }
    assert end.kwargs["type"] == "LLMStreamEnd"
    assert (end.prompt_tokens, end.completion_tokens, end.kwargs["agent_id"]) == (1, 2, None)


def test_tool_calls_are_recorded() -> None:
    event = ToolCallEvent(tool_name="add", arguments={"a": 1}, result="2")

    assert json.loads(str(event)) == {
        "type": "ToolCall",
        "tool_name": "add",
        "arguments": {"a": 1},
        "result": "2",
        "agent_id": None,
    }


def test_what_happens_to_messages_is_recorded() -> None:
    moved = MessageEvent(
        payload="p",
        sender=AgentId("a", "x"),
        receiver=TopicId("t", "s"),
        kind=MessageKind.PUBLISH,
        delivery_stage=DeliveryStage.DELIVER,
    )
    dropped = MessageDroppedEvent(payload="p", sender=None, receiver=None, kind=MessageKind.DIRECT)
    failed = MessageHandlerExceptionEvent(
        payload="p", handling_agent=AgentId("a", "x"), exception=ValueError("boom")
    )
    unbuilt = AgentConstructionExceptionEvent(agent_id=AgentId("a", "x"), exception=KeyError("k"))

    assert json.loads(str(moved)) == {
        "type": "Message",
        "payload": "p",
        "sender": "a/x",
        "receiver": "t/s",
        "kind": "MessageKind.PUBLISH",
        "delivery_stage": "DeliveryStage.DELIVER",
    }
    assert json.loads(str(dropped)) == {
        "type": "MessageDropped",
        "payload": "p",
        "sender": None,
        "receiver": None,
        "kind": "MessageKind.DIRECT",
    }
    assert json.loads(str(failed)) == {
        "type": "MessageHandlerException",
        "payload": "p",
        "handling_agent": "a/x",
        "exception": "boom",
    }
    assert json.loads(str(unbuilt)) == {
        "type": "AgentConstructionException",
        "agent_id": "a/x",
        "exception": "'k'",
    }


def test_an_event_goes_to_the_run_and_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    events: list[Any] = []

    class Run(RunContext):
        def emit(self, event: object) -> None:
            events.append(event)

    event = ToolCallEvent(tool_name="add", arguments={}, result="")
    emit_event(event)
    with entered_run(Run()), caplog.at_level(logging.INFO, logger=EVENT_LOGGER_NAME):
        emit_event(event)

    assert events == [event]
    assert [record.msg for record in caplog.records] == [event]
