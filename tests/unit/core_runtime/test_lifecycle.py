"""Starting, stopping and stepping a runtime."""

import asyncio

import pytest

from studio.core import (
    AgentId,
    CancellationToken,
    DefaultTopicId,
    MessageContext,
    SingleThreadedAgentRuntime,
)
from studio.core.exceptions import UndeliverableException
from tests.support.ping_agents import Echo, Listener, Ping, Pong, Waiting

ECHO = AgentId("echo", "x")


async def runtime_with_echo() -> SingleThreadedAgentRuntime:
    runtime = SingleThreadedAgentRuntime()
    await Echo.register(runtime, "echo", Echo)
    await Listener.register(runtime, "ear", Listener)
    return runtime


async def test_a_runtime_is_started_once_and_stopped_once() -> None:
    runtime = SingleThreadedAgentRuntime()
    for stop in (runtime.stop, runtime.stop_when_idle):
        with pytest.raises(RuntimeError, match="Runtime is not started"):
            await stop()
    with pytest.raises(RuntimeError, match="Runtime is not started"):
        await runtime.stop_when(lambda: True)

    runtime.start()
    with pytest.raises(RuntimeError, match="Runtime is already started"):
        runtime.start()
    await runtime.stop()

    runtime.start()
    await runtime.stop_when_idle()


async def test_one_step_takes_exactly_one_envelope() -> None:
    runtime = await runtime_with_echo()
    for text in "abc":
        await runtime.publish_message(Ping(text), DefaultTopicId())

    counts = [runtime.unprocessed_messages_count]
    for _ in range(3):
        await runtime.process_next()
        counts.append(runtime.unprocessed_messages_count)

    assert counts == [3, 2, 1, 0]
    ear = await runtime.try_get_underlying_agent_instance(AgentId("ear", "default"), Listener)
    assert ear.heard == ["a", "b", "c"]


async def test_a_reply_is_an_envelope_of_its_own() -> None:
    runtime = await runtime_with_echo()
    sending = asyncio.create_task(runtime.send_message(Ping("hi"), ECHO))
    await asyncio.sleep(0)
    assert runtime.unprocessed_messages_count == 1

    await runtime.process_next()
    assert (runtime.unprocessed_messages_count, sending.done()) == (1, False)
    await runtime.process_next()

    assert await sending == Pong("hi")
    assert runtime.unprocessed_messages_count == 0


async def test_a_step_waits_for_an_envelope() -> None:
    runtime = await runtime_with_echo()
    stepping = asyncio.create_task(runtime.process_next())
    await asyncio.sleep(0)
    assert not stepping.done()

    await runtime.publish_message(Ping(), DefaultTopicId())
    await asyncio.wait_for(stepping, 5)


async def test_stop_when_idle_waits_for_handlers_in_progress() -> None:
    runtime = SingleThreadedAgentRuntime()
    begun, go = asyncio.Event(), asyncio.Event()
    await Waiting.register(runtime, "w", lambda: Waiting(begun, go))
    runtime.start()
    await runtime.publish_message(Ping(), DefaultTopicId())
    stopping = asyncio.create_task(runtime.stop_when_idle())
    await begun.wait()

    assert runtime.unprocessed_messages_count == 0
    assert not stopping.done()
    go.set()
    await asyncio.wait_for(stopping, 5)

    agent = await runtime.try_get_underlying_agent_instance(AgentId("w", "default"), Waiting)
    assert agent.done == 1


async def test_stop_drops_what_is_queued() -> None:
    runtime = await runtime_with_echo()
    runtime.start()
    for text in "abc":
        await runtime.publish_message(Ping(text), DefaultTopicId())
    assert runtime.unprocessed_messages_count == 3
    await runtime.stop()

    assert runtime.unprocessed_messages_count == 0
    runtime.start()
    await runtime.publish_message(Ping("new"), DefaultTopicId())
    await runtime.stop_when_idle()
    ear = await runtime.try_get_underlying_agent_instance(AgentId("ear", "default"), Listener)
    assert ear.heard == ["new"]


async def test_who_waits_for_a_dropped_message_is_told() -> None:
    runtime = await runtime_with_echo()
    runtime.start()
    sending = asyncio.create_task(runtime.send_message(Ping(), ECHO))
    await asyncio.sleep(0)
    await runtime.stop()

    with pytest.raises(UndeliverableException):
        await asyncio.wait_for(sending, 5)


async def test_a_handler_in_progress_answers_though_the_runtime_was_stopped() -> None:
    runtime = SingleThreadedAgentRuntime()
    begun, go = asyncio.Event(), asyncio.Event()
    await Waiting.register(runtime, "w", lambda: Waiting(begun, go))
    runtime.start()
    sending = asyncio.create_task(runtime.send_message(Ping("hi"), AgentId("w", "x")))
    await begun.wait()
    await runtime.stop()
    go.set()

    assert await asyncio.wait_for(sending, 5) == Pong("hi")


async def test_stop_when_stops_on_a_condition() -> None:
    runtime = await runtime_with_echo()
    ear = await runtime.try_get_underlying_agent_instance(AgentId("ear", "default"), Listener)
    for text in "abc":
        await runtime.publish_message(Ping(text), DefaultTopicId())
    runtime.start()
    await asyncio.wait_for(runtime.stop_when(lambda: len(ear.heard) >= 2), 5)
    assert ear.heard[:2] == ["a", "b"]

    outside: list[int] = []
    runtime.start()
    asyncio.get_running_loop().call_later(0.01, outside.append, 1)
    await asyncio.wait_for(runtime.stop_when(lambda: bool(outside)), 5)


async def test_close_stops_and_closes_every_agent_that_was_built() -> None:
    closed: list[str] = []

    class Closing(Echo):
        async def close(self) -> None:
            closed.append(str(self.id))

    runtime = SingleThreadedAgentRuntime()
    await Closing.register(runtime, "c", Closing)
    await Closing.register(runtime, "unused", Closing)
    runtime.start()
    for key in "ab":
        await runtime.send_message(Ping(), AgentId("c", key))
    await runtime.close()

    assert closed == ["c/a", "c/b"]
    with pytest.raises(RuntimeError):
        await runtime.stop()


async def test_close_leaves_no_task_behind() -> None:
    runtime = SingleThreadedAgentRuntime()
    begun = asyncio.Event()
    await Waiting.register(runtime, "w", lambda: Waiting(begun, asyncio.Event()))
    runtime.start()
    await runtime.publish_message(Ping(), DefaultTopicId())
    await begun.wait()
    before = asyncio.all_tasks()
    await runtime.close()

    agent = await runtime.try_get_underlying_agent_instance(AgentId("w", "default"), Waiting)
    assert agent.cancelled
    assert len(before) > len({t for t in asyncio.all_tasks() if not t.done()})


async def test_cancelling_the_token_reaches_nested_sends() -> None:
    class Nested(Waiting):
        async def on_message_impl(self, message: Ping, ctx: MessageContext) -> object:
            token = ctx.cancellation_token
            return await self.send_message(message, AgentId("w", "x"), cancellation_token=token)

    runtime = SingleThreadedAgentRuntime()
    begun, go = asyncio.Event(), asyncio.Event()
    await Waiting.register(runtime, "w", lambda: Waiting(begun, go))
    await Nested.register(runtime, "n", lambda: Nested(begun, go))
    runtime.start()
    token = CancellationToken()
    sending = asyncio.create_task(
        runtime.send_message(Ping(), AgentId("n", "x"), cancellation_token=token)
    )
    await begun.wait()
    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await sending
    await asyncio.wait_for(runtime.stop_when_idle(), 5)
    waiting = await runtime.try_get_underlying_agent_instance(AgentId("w", "x"), Waiting)
    assert (waiting.cancelled, waiting.done) == (True, 0)


async def test_a_cancelled_token_cancels_the_send_at_once() -> None:
    runtime = await runtime_with_echo()
    runtime.start()
    token = CancellationToken()
    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await runtime.send_message(Ping(), ECHO, cancellation_token=token)

    await runtime.stop_when_idle()


async def test_a_cancelled_step_loses_no_message() -> None:
    runtime = await runtime_with_echo()
    first, second = (asyncio.create_task(runtime.process_next()) for _ in range(2))
    await asyncio.sleep(0)
    await runtime.publish_message(Ping("a"), DefaultTopicId())
    first.cancel()

    await asyncio.wait_for(second, 5)

    ear = await runtime.try_get_underlying_agent_instance(AgentId("ear", "default"), Listener)
    assert ear.heard == ["a"]
