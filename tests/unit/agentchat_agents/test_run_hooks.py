from typing import Any

from studio._kit.run_context import RunContext, entered_run
from studio.agentchat.agents import AssistantAgent, MessageFilterAgent, MessageFilterConfig
from tests.support.scripted_model import ScriptedModel, call, calls
from tests.unit.agentchat_agents.test_base_agent import Echo


class Recorder(RunContext):
    def __init__(self) -> None:
        self.stops: list[tuple[str, str, Any]] = []

    async def before(self, kind: str, name: str, detail: object = None) -> None:
        self.stops.append((kind, name, detail))


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


async def test_a_run_can_stop_before_agents_tools_and_handoffs() -> None:
    run = Recorder()
    model = ScriptedModel(
        calls(call("add", '{"a": 1, "b": 2}', id="1"), call("transfer_to_ann", id="2"))
    )
    agent = AssistantAgent("bob", model, tools=[add], handoffs=["ann"])

    with entered_run(run):
        await agent.run(task="go")

    assert run.stops == [
        ("agent", "bob", None),
        ("tool", "add", {"a": 1, "b": 2}),
        ("tool", "transfer_to_ann", {}),
        ("handoff", "ann", None),
    ]


async def test_a_run_can_stop_before_an_agent_of_ones_own() -> None:
    run = Recorder()

    with entered_run(run):
        async for _ in Echo().run_stream(task="hi"):
            pass

    assert run.stops == [("agent", "echo", None)]


async def test_a_filter_and_its_agent_of_one_name_are_one_stop() -> None:
    run = Recorder()
    inner = AssistantAgent("bob", ScriptedModel("ok"))
    agent = MessageFilterAgent("bob", inner, MessageFilterConfig(per_source=[]))

    with entered_run(run):
        await agent.run(task="hi")

    assert run.stops == [("agent", "bob", None)]
