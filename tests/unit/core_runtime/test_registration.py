"""Factories, instances, and how agents come to be."""

import asyncio
import logging

import pytest

from studio.core import (
    AgentId,
    AgentInstantiationContext,
    AgentType,
    DefaultTopicId,
    SingleThreadedAgentRuntime,
    TopicId,
)
from tests.support.ping_agents import Echo, Listener, Ping, Pong


async def test_a_type_is_registered_once() -> None:
    runtime = SingleThreadedAgentRuntime()
    assert await Echo.register(runtime, "echo", Echo) == AgentType("echo")

    with pytest.raises(ValueError, match=r"Agent with type .* already exists"):
        await Echo.register(runtime, "echo", Echo)


async def test_a_factory_of_another_class_is_found_out_when_it_builds(
    caplog: pytest.LogCaptureFixture,
) -> None:
    runtime = SingleThreadedAgentRuntime()
    await Echo.register(runtime, "echo", Listener)  # pyright: ignore[reportArgumentType]

    with pytest.raises(ValueError, match="wrong type"):
        await runtime.get("echo", lazy=False)

    assert "Error constructing agent echo/default" in caplog.text


async def test_agents_are_built_when_first_needed() -> None:
    built: list[AgentId] = []

    def build() -> Echo:
        built.append(AgentInstantiationContext.current_agent_id())
        assert AgentInstantiationContext.current_runtime() is runtime
        return Echo()

    runtime = SingleThreadedAgentRuntime()
    await Echo.register(runtime, "echo", build)
    assert await runtime.get("echo") == AgentId("echo", "default")
    assert await runtime.get(AgentType("echo"), "k") == AgentId("echo", "k")
    assert await runtime.get(AgentId("echo", "k")) == AgentId("echo", "k")
    assert built == []

    await runtime.get("echo", "a", lazy=False)
    runtime.start()
    for key in "aab":
        await runtime.send_message(Ping(), AgentId("echo", key))
    await runtime.stop()

    assert built == [AgentId("echo", "a"), AgentId("echo", "b")]
    assert not AgentInstantiationContext.is_in_factory_call()


async def test_a_slow_factory_is_called_once_though_several_wait() -> None:
    built: list[Echo] = []
    go = asyncio.Event()

    async def build() -> Echo:
        await go.wait()
        built.append(Echo())
        return built[-1]

    runtime = SingleThreadedAgentRuntime()
    await Echo.register(runtime, "echo", build)
    runtime.start()
    sends = [runtime.send_message(Ping(t), AgentId("echo", "x")) for t in "ab"]
    both = asyncio.gather(*sends)
    await asyncio.sleep(0)
    go.set()

    assert await asyncio.wait_for(both, 5) == [Pong("a"), Pong("b")]
    assert len(built) == 1
    await runtime.stop()


async def test_a_failing_factory_fails_the_sender_and_not_the_publisher(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def build() -> Listener:
        raise KeyError("no key")

    runtime = SingleThreadedAgentRuntime()
    await Listener.register(runtime, "ear", build)
    await Listener.register(runtime, "healthy", Listener)
    runtime.start()
    with caplog.at_level(logging.INFO, logger="autogen_core"):
        with pytest.raises(KeyError, match="no key"):
            await runtime.send_message(Ping(), AgentId("ear", "x"))
        await runtime.publish_message(Ping("a"), DefaultTopicId())
        await runtime.stop_when_idle()

    records = [(r.levelname, r.name) for r in caplog.records if "onstruct" in r.getMessage()]
    assert records.count(("ERROR", "autogen_core")) == 2
    assert records.count(("INFO", "autogen_core.events")) == 2
    ear = await runtime.try_get_underlying_agent_instance(AgentId("healthy", "default"), Listener)
    assert ear.heard == ["a"]


async def test_the_agent_object_can_be_had() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Echo.register(runtime, "echo", Echo)

    agent = await runtime.try_get_underlying_agent_instance(AgentId("echo", "x"), Echo)
    assert agent.id == AgentId("echo", "x")
    assert agent.type == "echo"
    assert agent.runtime is runtime
    assert agent.metadata == {"type": "echo", "key": "x", "description": "echoes"}
    assert await runtime.agent_metadata(AgentId("echo", "x")) == agent.metadata
    with pytest.raises(TypeError):
        await runtime.try_get_underlying_agent_instance(AgentId("echo", "x"), Listener)
    with pytest.raises(LookupError):
        await runtime.try_get_underlying_agent_instance(AgentId("nobody", "x"))


async def test_an_agent_of_ones_own_needs_no_id_before_it_is_registered() -> None:
    agent = Echo()
    for name in ("id", "runtime", "metadata", "type"):
        with pytest.raises(RuntimeError):
            getattr(agent, name)

    runtime = SingleThreadedAgentRuntime()
    assert await agent.register_instance(runtime, AgentId("echo", "x")) == AgentId("echo", "x")
    runtime.start()
    assert await runtime.send_message(Ping("a"), AgentId("echo", "x")) == Pong("a")
    await runtime.stop()


async def test_instances_of_one_type_are_of_one_class_and_have_no_factory() -> None:
    runtime = SingleThreadedAgentRuntime()
    echo = Echo()
    await echo.register_instance(runtime, AgentId("echo", "a"))
    await Echo().register_instance(runtime, AgentId("echo", "b"))
    with pytest.raises(ValueError, match="already exists"):
        await Echo().register_instance(runtime, AgentId("echo", "a"))
    with pytest.raises(ValueError, match="class"):
        await Listener().register_instance(runtime, AgentId("echo", "c"))
    with pytest.raises(ValueError, match="already exists"):
        await Echo.register(runtime, "echo", Echo)
    await Echo.register(runtime, "built", Echo)
    with pytest.raises(ValueError, match="factory"):
        await Echo().register_instance(runtime, AgentId("built", "a"))
    with pytest.raises(RuntimeError, match="different ID"):
        await echo.register_instance(runtime, AgentId("echo", "z"))
    with pytest.raises(RuntimeError, match="different runtime"):
        await echo.register_instance(SingleThreadedAgentRuntime(), AgentId("echo", "a"))


async def test_an_instance_hears_the_topic_type_that_is_its_key() -> None:
    runtime = SingleThreadedAgentRuntime()
    listener = Listener()
    await listener.register_instance(runtime, AgentId("ear", "room"))
    runtime.start()
    await runtime.publish_message(Ping("default"), DefaultTopicId(source="room"))
    await runtime.publish_message(Ping("key"), TopicId("room", "room"))
    await runtime.publish_message(Ping("direct"), TopicId("ear:x", "room"))
    await runtime.stop_when_idle()

    assert listener.heard == ["key", "direct"]


async def test_class_subscriptions_of_instances_are_taken_on_request() -> None:
    runtime = SingleThreadedAgentRuntime()
    listeners = [Listener(), Listener()]
    for key, listener in zip("ab", listeners, strict=True):
        await listener.register_instance(
            runtime, AgentId("ear", key), skip_class_subscriptions=False
        )
    runtime.start()
    await runtime.publish_message(Ping("x"), DefaultTopicId(source="b"))
    await runtime.stop_when_idle()

    assert [listener.heard for listener in listeners] == [[], ["x"]]


async def test_a_topic_that_reaches_no_instance_is_an_error() -> None:
    runtime = SingleThreadedAgentRuntime(ignore_unhandled_exceptions=False)
    await Listener().register_instance(
        runtime, AgentId("ear", "room"), skip_class_subscriptions=False
    )
    runtime.start()
    await runtime.publish_message(Ping(), DefaultTopicId(source="elsewhere"))

    with pytest.raises(RuntimeError, match="no instance"):
        await runtime.stop_when_idle()


async def test_serializers_come_with_the_handlers_and_odd_types_are_refused() -> None:
    class Odd(Echo):
        pass

    runtime = SingleThreadedAgentRuntime()
    await Odd.register(runtime, "odd", Odd)
    registry = runtime._serialization_registry
    assert registry.is_registered("Ping", "application/json")
