"""Agents made of one function."""

import asyncio
from typing import Any

import pytest

from studio.core import (
    AgentId,
    ClosureAgent,
    ClosureContext,
    DefaultSubscription,
    DefaultTopicId,
    MessageContext,
    SingleThreadedAgentRuntime,
)
from studio.core.exceptions import CantHandleException
from tests.support.ping_agents import Echo, Ping, Pong

AGENT = AgentId("closure", "default")


async def echo(agent: ClosureContext, message: Ping, ctx: MessageContext) -> Pong:
    return Pong(message.text)


async def registered(policy: Any = "warn", closure: Any = echo) -> SingleThreadedAgentRuntime:
    runtime = SingleThreadedAgentRuntime()
    await ClosureAgent.register_closure(
        runtime,
        "closure",
        closure,
        unknown_type_policy=policy,
        description="a function",
        subscriptions=lambda: [DefaultSubscription()],
    )
    runtime.start()
    return runtime


async def test_results_can_be_taken_out_of_a_runtime() -> None:
    queue = asyncio.Queue[Ping]()

    async def collect(agent: ClosureContext, message: Ping, ctx: MessageContext) -> None:
        await queue.put(message)

    runtime = await registered(closure=collect)
    await runtime.publish_message(Ping("a"), DefaultTopicId())
    await runtime.stop_when_idle()

    assert queue.get_nowait() == Ping("a")


async def test_the_function_can_send_and_knows_its_agent() -> None:
    async def forward(agent: ClosureContext, message: Ping, ctx: MessageContext) -> Pong:
        assert agent.id == AGENT
        reply: Pong = await agent.send_message(message, AgentId("echo", "x"))
        return reply

    runtime = await registered(closure=forward)
    await Echo.register(runtime, "echo", Echo)

    assert await runtime.send_message(Ping("a"), AGENT) == Pong("a")
    assert (await runtime.agent_metadata(AGENT))["description"] == "a function"
    assert await runtime.agent_save_state(AGENT) == {}
    await runtime.agent_load_state(AGENT, {})
    await runtime.stop()


async def test_the_policy_says_what_becomes_of_other_types() -> None:
    runtime = await registered("error")
    with pytest.raises(CantHandleException):
        await runtime.send_message(Pong(), AGENT)
    await runtime.stop()

    runtime = await registered("warn")
    with pytest.warns(UserWarning, match="not in target types"):
        assert await runtime.send_message(Pong(), AGENT) is None
    await runtime.stop()

    runtime = await registered("ignore")
    assert await runtime.send_message(Pong("x"), AGENT) == Pong("x")
    await runtime.stop()


async def test_a_function_for_any_message_takes_any_message() -> None:
    async def anything(agent: ClosureContext, message: Any, ctx: MessageContext) -> Any:
        return message

    runtime = await registered("error", anything)
    assert await runtime.send_message(5, AGENT) == 5
    await runtime.stop()


def test_a_closure_agent_is_built_by_a_runtime_only() -> None:
    with pytest.raises(RuntimeError):
        ClosureAgent("x", echo)


async def test_a_function_has_three_arguments_and_annotations() -> None:
    async def two(agent: ClosureContext, message: Ping) -> None: ...
    async def no_type(agent: ClosureContext, message: Ping, ctx: MessageContext) -> None: ...
    async def no_return(agent: ClosureContext, message: Ping, ctx: MessageContext) -> None: ...

    del no_type.__annotations__["message"]
    del no_return.__annotations__["return"]
    closures: list[Any] = [two, no_type, no_return]
    for closure in closures:
        with pytest.raises(AssertionError):
            await registered(closure=closure)
