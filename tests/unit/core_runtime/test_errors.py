"""Errors of handlers, and the structured log of messages."""

import asyncio
import json
import logging
from typing import Any

import pytest

from studio._kit.run_context import RunContext, entered_run
from studio.core import AgentId, DefaultTopicId, SingleThreadedAgentRuntime
from studio.core.exceptions import UndeliverableException
from studio.core.logging import MessageHandlerExceptionEvent
from tests.support.ping_agents import Echo, Failing, Listener, Ping


async def failing_runtime(*, ignore: bool) -> SingleThreadedAgentRuntime:
    runtime = SingleThreadedAgentRuntime(ignore_unhandled_exceptions=ignore)
    await Failing.register(runtime, "bad", Failing)
    await Listener.register(runtime, "ear", Listener)
    return runtime


async def test_the_error_of_a_handler_reaches_the_sender_as_itself() -> None:
    runtime = await failing_runtime(ignore=False)
    runtime.start()
    with pytest.raises(ValueError, match=r"^boom$"):
        await runtime.send_message(Ping("boom"), AgentId("bad", "x"))

    await runtime.stop_when_idle()


async def test_errors_of_published_messages_are_logged_and_forgotten(
    caplog: pytest.LogCaptureFixture,
) -> None:
    runtime = await failing_runtime(ignore=True)
    runtime.start()
    with caplog.at_level(logging.INFO, logger="autogen_core"):
        await runtime.publish_message(Ping("boom"), DefaultTopicId())
        await runtime.stop_when_idle()

    assert "Error processing publish message for bad/default" in caplog.messages
    events = [r.msg for r in caplog.records if isinstance(r.msg, MessageHandlerExceptionEvent)]
    assert [(e.kwargs["handling_agent"], e.kwargs["exception"]) for e in events] == [
        ("bad/default", "boom")
    ]
    ear = await runtime.try_get_underlying_agent_instance(AgentId("ear", "default"), Listener)
    assert ear.heard == ["boom"]


@pytest.mark.parametrize("stop", ["stop", "stop_when_idle", "stop_when", "close"])
async def test_the_first_error_is_raised_by_whatever_stops_the_runtime(stop: str) -> None:
    runtime = await failing_runtime(ignore=False)
    runtime.start()
    await runtime.publish_message(Ping("first"), DefaultTopicId())
    await runtime.publish_message(Ping("second"), DefaultTopicId())
    for _ in range(5):
        await asyncio.sleep(0)

    arguments = [lambda: False] if stop == "stop_when" else []
    with pytest.raises(ValueError, match=r"^first$"):
        await asyncio.wait_for(getattr(runtime, stop)(*arguments), 5)
    runtime.start()
    await runtime.stop_when_idle()


async def test_the_first_error_is_raised_by_the_next_step() -> None:
    runtime = await failing_runtime(ignore=False)
    for text in ("first", "second", "third"):
        await runtime.publish_message(Ping(text), DefaultTopicId())
    await runtime.process_next()
    for _ in range(3):
        await asyncio.sleep(0)

    with pytest.raises(ValueError, match=r"^first$"):
        await runtime.process_next()
    assert runtime.unprocessed_messages_count == 0


async def test_after_an_error_that_ends_the_runtime_nothing_waits_for_ever() -> None:
    runtime = await failing_runtime(ignore=False)
    runtime.start()
    await runtime.publish_message(Ping("boom"), DefaultTopicId())
    for _ in range(5):
        await asyncio.sleep(0)

    await runtime.publish_message(Ping("lost"), DefaultTopicId())
    with pytest.raises(UndeliverableException):
        await runtime.send_message(Ping(), AgentId("ear", "x"))
    with pytest.raises(ValueError, match="boom"):
        await runtime.stop()


async def test_every_move_of_a_message_is_logged_when_somebody_reads_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    runtime = SingleThreadedAgentRuntime()
    await Echo.register(runtime, "echo", Echo)
    await Listener.register(runtime, "ear", Listener)
    runtime.start()
    with caplog.at_level(logging.INFO, logger="autogen_core.events"):
        await runtime.send_message(Ping("a"), AgentId("echo", "x"), sender=AgentId("me", "y"))
        await runtime.publish_message(Ping("b"), DefaultTopicId())
        await runtime.stop_when_idle()

    moves = [json.loads(r.getMessage()) for r in caplog.records]
    fields = ("payload", "sender", "receiver", "kind", "delivery_stage")
    direct, publish, respond = (f"MessageKind.{k}" for k in ("DIRECT", "PUBLISH", "RESPOND"))
    send, deliver = "DeliveryStage.SEND", "DeliveryStage.DELIVER"
    unreadable = "Message could not be serialized"
    assert [tuple(move[f] for f in fields) for move in moves] == [
        ('{"text": "a"}', "me/y", "echo/x", direct, send),
        ('{"text": "a"}', "me/y", "echo/x", direct, deliver),
        (unreadable, "echo/x", "me/y", respond, send),
        (unreadable, "echo/x", "me/y", respond, deliver),
        ('{"text": "b"}', None, "default/default", publish, send),
        ('{"text": "b"}', None, None, publish, deliver),
    ]


async def test_a_run_is_told_of_errors_but_not_of_every_move() -> None:
    events: list[Any] = []

    class Run(RunContext):
        def emit(self, event: object) -> None:
            events.append(event)

    runtime = await failing_runtime(ignore=True)
    runtime.start()
    with entered_run(Run()):
        await runtime.publish_message(Ping("boom"), DefaultTopicId())
    await runtime.stop_when_idle()

    assert [type(event) for event in events] == [MessageHandlerExceptionEvent]
