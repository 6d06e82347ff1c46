import pytest

from studio.agentchat.agents import AssistantAgent, SocietyOfMindAgent
from studio.agentchat.conditions import HandoffTermination
from studio.agentchat.messages import HandoffMessage, ToolCallExecutionEvent
from studio.agentchat.teams import RoundRobinGroupChat, Swarm
from studio.core import AgentRuntime
from studio.core.models import AssistantMessage, FunctionExecutionResultMessage
from tests.support.scripted_model import ScriptedModel, call, calls
from tests.support.team_cast import Actor, said


def test_the_first_participant_has_to_be_able_to_hand_over() -> None:
    with pytest.raises(ValueError, match="must be able to produce a handoff"):
        Swarm([SocietyOfMindAgent("a", RoundRobinGroupChat([Actor("i")]), ScriptedModel())])


def test_a_team_cannot_take_part() -> None:
    inner = RoundRobinGroupChat([Actor("i")])
    with pytest.raises(TypeError, match=r"Participant .* must be a ChatAgent\."):
        Swarm([Actor("a"), inner])  # pyright: ignore[reportArgumentType] - that is the case


async def test_the_latest_hand_over_says_who_speaks(runtime: AgentRuntime | None) -> None:
    team = Swarm(
        [Actor("a", "x", "->c"), Actor("b", "->a"), Actor("c", "y", "->b")],
        max_turns=6,
        runtime=runtime,
    )

    result = await team.run(task="t")

    assert [source for source, _ in said(result)] == ["user", "a", "a", "c", "c", "b", "a"]


async def test_a_task_can_hand_over_to_begin_with(runtime: AgentRuntime | None) -> None:
    team = Swarm([Actor("a"), Actor("b")], max_turns=1, runtime=runtime)
    handoff = HandoffMessage(content="go", target="b", source="user")

    assert said(await team.run(task=handoff)) == [("user", "go"), ("b", "b1")]


async def test_a_start_with_a_hand_over_to_a_stranger_is_refused(
    runtime: AgentRuntime | None,
) -> None:
    team = Swarm([Actor("a"), Actor("b")], max_turns=1, runtime=runtime)
    handoff = HandoffMessage(content="go", target="zoe", source="user")

    with pytest.raises(ValueError, match="The target zoe is not one of the participants"):
        await team.run(task=handoff)

    assert said(await team.run(task="t")) == [("user", "t"), ("a", "a1")]


async def test_after_a_hand_over_to_somebody_outside_a_hand_over_has_to_come_back(
    runtime: AgentRuntime | None,
) -> None:
    team = Swarm(
        [Actor("a", "->user"), Actor("b")],
        termination_condition=HandoffTermination("user"),
        max_turns=1,
        runtime=runtime,
    )
    result = await team.run(task="t")
    assert result.stop_reason == "Handoff to user from a detected."

    with pytest.raises(ValueError, match="The existing handoff target user is not one of"):
        await team.run(task="well?")

    back = HandoffMessage(content="here", target="b", source="user")
    assert said(await team.run(task=back)) == [("user", "here"), ("b", "b1")]


async def test_a_hand_over_to_nobody_ends_the_run_with_words_that_say_so(
    runtime: AgentRuntime | None,
) -> None:
    team = Swarm([Actor("a", "->zoe"), Actor("b")], runtime=runtime)
    with pytest.raises(RuntimeError, match="'a' has handed over to 'zoe', who is not one of"):
        await team.run(task="t")


async def test_tool_calls_beside_a_hand_over_travel_with_it(runtime: AgentRuntime | None) -> None:
    def look(at: str) -> str:
        """Look."""
        return f"saw {at}"

    model = ScriptedModel(
        calls(call("look", '{"at": "x"}', "1"), call("transfer_to_b", id="2")), "done"
    )
    a = AssistantAgent("a", model, tools=[look], handoffs=["b"])
    b = AssistantAgent("b", model)
    team = Swarm([a, b], max_turns=2, runtime=runtime)

    result = await team.run(task="t")

    assert any(isinstance(m, ToolCallExecutionEvent) for m in result.messages)
    handoff = next(m for m in result.messages if isinstance(m, HandoffMessage))
    assert [type(part) for part in handoff.context] == [
        AssistantMessage,
        FunctionExecutionResultMessage,
    ]
    given = [type(m) for m in model.asked[-1].messages]
    assert AssistantMessage in given
    assert FunctionExecutionResultMessage in given
    assert said(result)[-1] == ("b", "done")


async def test_a_reset_gives_the_word_to_the_first_again(runtime: AgentRuntime | None) -> None:
    team = Swarm([Actor("a", "->b"), Actor("b")], max_turns=2, runtime=runtime)
    await team.run(task="t")
    await team.reset()
    assert said(await team.run(task="t"))[1] == ("a", "a1")
