"""Saving and loading the state of agents."""

from collections.abc import Mapping
from typing import Any

import pytest

from studio.core import AgentId, AgentProxy, SingleThreadedAgentRuntime
from tests.support.ping_agents import Echo


class Counter(Echo):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    async def save_state(self) -> Mapping[str, Any]:
        return {"count": self.count}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        self.count = state["count"]


async def runtime_of(*types: str) -> SingleThreadedAgentRuntime:
    runtime = SingleThreadedAgentRuntime()
    for name in types:
        await Counter.register(runtime, name, Counter)
    return runtime


async def test_the_state_of_all_built_agents_travels_to_another_runtime() -> None:
    first = await runtime_of("a", "b", "unbuilt")
    for i, text in enumerate(["a/x", "a/y/z", "b/x"]):
        agent = await first.try_get_underlying_agent_instance(AgentId.from_str(text), Counter)
        agent.count = i
    state = await first.save_state()
    assert state == {"a/x": {"count": 0}, "a/y/z": {"count": 1}, "b/x": {"count": 2}}

    second = await runtime_of("a")
    await second.load_state(state)

    assert await second.save_state() == {"a/x": {"count": 0}, "a/y/z": {"count": 1}}


async def test_the_state_of_one_agent_can_be_had_and_set() -> None:
    runtime = await runtime_of("a")
    agent_id = AgentId("a", "x")
    await runtime.agent_load_state(agent_id, {"count": 3})
    proxy = AgentProxy(agent_id, runtime)
    assert await proxy.save_state() == {"count": 3}

    await proxy.load_state({"count": 4})

    assert await runtime.agent_save_state(agent_id) == {"count": 4}


async def test_an_agent_without_state_warns() -> None:
    agent = Echo()
    with pytest.warns(UserWarning, match="save_state not implemented"):
        assert await agent.save_state() == {}
    with pytest.warns(UserWarning, match="load_state not implemented"):
        await agent.load_state({})
