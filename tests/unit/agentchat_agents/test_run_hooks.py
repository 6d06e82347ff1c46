from contextvars import ContextVar
from typing import Any

from studio._kit.run_context import RunContext, entered_run
from studio.agentchat.agents import AssistantAgent, MessageFilterAgent, MessageFilterConfig
from studio.agentchat.tools import AgentTool
from studio.core.models import CreateResult
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


_at_work: ContextVar[str] = ContextVar("at_work", default="")


class Attributing(RunContext):
    async def before(self, kind: str, name: str, detail: object = None) -> None:
        if kind == "agent":
            _at_work.set(name)


class Attributed(ScriptedModel):
    def __init__(self, *script: Any) -> None:
        super().__init__(*script)
        self.callers: list[str] = []

    async def create(self, *args: Any, **kwargs: Any) -> CreateResult:
        self.callers.append(_at_work.get())
        return await super().create(*args, **kwargs)


async def test_an_agent_in_a_tool_does_not_take_the_place_of_the_agent_around_it() -> None:
    inner = Attributed("a poem")
    outer = Attributed(calls(call("writer", '{"task": "write"}')), "Here it is.")
    tool = AgentTool(AssistantAgent("writer", inner))
    boss = AssistantAgent("boss", outer, tools=[tool], reflect_on_tool_use=True)

    with entered_run(Attributing()):
        async for _ in boss.run_stream(task="go"):
            pass

    assert inner.callers == ["writer"]
    assert outer.callers == ["boss", "boss"]
