import json
from typing import Any

import pytest

from studio.agentchat.conditions import MaxMessageTermination
from studio.agentchat.messages import TextMessage
from studio.agentchat.teams import MagenticOneGroupChat, RoundRobinGroupChat
from studio.agentchat.teams._group_chat._magentic_one._ledger import LedgerEntry, read_ledger
from studio.core import AgentRuntime
from studio.core.models import UserMessage
from tests.support.scripted_model import ScriptedModel, Step
from tests.support.team_cast import Actor, heard, said

ORCHESTRATOR = "MagenticOneOrchestrator"


def ledger(
    say: str = "go on",
    to: str = "a",
    *,
    done: bool = False,
    moving: bool = True,
    loop: bool = False,
) -> str:
    answers = {
        "is_request_satisfied": done,
        "is_progress_being_made": moving,
        "is_in_loop": loop,
        "instruction_or_question": say,
        "next_speaker": to,
    }
    return json.dumps({k: {"reason": f"because of {k}", "answer": v} for k, v in answers.items()})


def make(*script: Step, info: Any = None, **options: Any) -> tuple[Any, Any, Any]:
    model = ScriptedModel(*script, **(info or {}))
    cast = [Actor("a"), Actor("b")]
    return model, cast, MagenticOneGroupChat(cast, model, **options)


def short(result: Any) -> list[Any]:
    """Who said what; the long ledger as `LEDGER`."""
    return [
        (source, "LEDGER" if "What we know" in content else content)
        for source, content in said(result)
    ]


def test_a_team_cannot_take_part() -> None:
    inner = RoundRobinGroupChat([Actor("i")])
    with pytest.raises(TypeError, match="must be a ChatAgent"):
        MagenticOneGroupChat([inner], ScriptedModel())  # pyright: ignore[reportArgumentType]


async def test_it_plans_instructs_and_answers(runtime: AgentRuntime | None) -> None:
    model, (a, b), team = make(
        "the facts",
        "the plan",
        ledger("look", "a"),
        ledger("check", "b"),
        ledger(done=True),
        "the answer",
        final_answer_prompt="finish {task}",
        runtime=runtime,
    )
    task = [TextMessage(content=text, source="user") for text in ("one", "two")]

    items, result = await heard(team, task=task)

    assert short(result) == [
        ("user", "one"),
        ("user", "two"),
        (ORCHESTRATOR, "LEDGER"),
        (ORCHESTRATOR, "look"),
        ("a", "a1"),
        (ORCHESTRATOR, "check"),
        ("b", "b1"),
        (ORCHESTRATOR, "the answer"),
    ]
    assert items == said(result)
    assert result.stop_reason == "because of is_request_satisfied"
    full = items[2][1]
    assert all(part in full for part in ("one two", "a: a is an actor", "the facts", "the plan"))
    assert (a.seen, b.seen) == ([[full, "look"]], [[full, "look", "a1", "check"]])
    assert (a.calls, b.calls) == (["reset"], ["reset"])
    asked = [one.messages for one in model.asked]
    assert "one two" in asked[0][0].content
    assert asked[1][1].content == "the facts"
    assert "a, b" in asked[2][-1].content
    assert asked[-1][-1] == UserMessage(content="finish one two", source=ORCHESTRATOR)


@pytest.mark.parametrize(
    ("info", "mode"),
    [
        ({"structured_output": True}, LedgerEntry),
        ({"structured_output": False, "json_output": True}, True),
        ({"structured_output": False, "json_output": False}, None),
    ],
)
async def test_the_ledger_is_asked_for_as_the_model_can_give_it(info: Any, mode: Any) -> None:
    model, _, team = make("f", "p", ledger(done=True), "x", info=info)
    await team.run(task="t")
    assert [one.options["json_output"] for one in model.asked] == [None, None, mode, None]


async def test_a_ledger_that_cannot_be_read_is_asked_for_again() -> None:
    bad: list[Step] = ["no json", "{}", ledger(to="zoe"), "[1]"]
    fenced = f"Here it is:\n```json\n{ledger(to='b')}\n```"
    model, _, team = make("f", "p", *bad, fenced, ledger(done=True), "x")

    result = await team.run(task="t")

    assert ("b", "b1") in said(result)
    assert len(model.asked) == 9


async def test_after_ten_tries_the_run_fails_with_a_reason(runtime: AgentRuntime | None) -> None:
    _, _, team = make("f", "p", *["nonsense"] * 10, runtime=runtime)
    with pytest.raises(ValueError, match="Failed to parse ledger information after multiple"):
        await team.run(task="t")

    _, _, team = make("f", "p", ledger(), *["nonsense"] * 10, runtime=runtime)
    with pytest.raises(RuntimeError, match="ValueError: Failed to parse ledger information"):
        await team.run(task="t")


async def test_when_it_stalls_everybody_begins_afresh_with_a_new_plan(
    runtime: AgentRuntime | None,
) -> None:
    model, (a, b), team = make(
        "f1",
        "p1",
        ledger("one", moving=False),
        ledger("two", loop=True),
        "f2",
        "p2",
        ledger("three"),
        ledger(done=True),
        "x",
        max_stalls=2,
        runtime=runtime,
    )

    result = await team.run(task="t")

    assert short(result)[1:] == [
        (ORCHESTRATOR, "LEDGER"),
        (ORCHESTRATOR, "one"),
        ("a", "a1"),
        (ORCHESTRATOR, "LEDGER"),
        (ORCHESTRATOR, "three"),
        ("a", "a1"),
        (ORCHESTRATOR, "x"),
    ]
    assert a.calls == b.calls == ["reset", "reset"]
    assert "f1" in str(model.asked[4].messages[-1].content)
    state = (await team.save_state())["agent_states"][ORCHESTRATOR]
    assert [m["content"] for m in state["message_thread"]][1:] == ["three", "a1", "x"]
    assert (state["facts"], state["plan"], state["n_rounds"]) == ("f2", "p2", 4)


async def test_rounds_are_limited(runtime: AgentRuntime | None) -> None:
    _, _, team = make("f", "p", *[ledger()] * 3, "x", max_turns=2, runtime=runtime)
    result = await team.run(task="t")
    assert result.stop_reason == "Max rounds reached."
    assert [c for s, c in said(result) if s == "a"] == ["a1", "a2", "a3"]
    assert said(result)[-1] == (ORCHESTRATOR, "x")


async def test_a_condition_looks_at_answers(runtime: AgentRuntime | None) -> None:
    _, _, team = make(
        "f",
        "p",
        *[ledger()] * 3,
        termination_condition=MaxMessageTermination(2),
        emit_team_events=True,
        runtime=runtime,
    )
    result = await team.run(task="t")
    assert result.stop_reason == ("Maximum number of messages 2 reached, current message count: 2")
    assert (ORCHESTRATOR, ["a"]) in said(result)


async def test_it_needs_a_task_and_goes_on_with_the_last_one_without(
    runtime: AgentRuntime | None,
) -> None:
    script = ["f", "p", ledger("one"), ledger("two"), ledger(done=True), "x"]
    _, _, team = make(*script, termination_condition=MaxMessageTermination(1), runtime=runtime)
    with pytest.raises(ValueError, match="needs a task"):
        await team.run()

    assert said(await team.run(task="t"))[-1] == ("a", "a1")
    assert said(await team.run()) == [(ORCHESTRATOR, "two"), ("a", "a2")]


async def test_a_new_task_is_planned_anew(runtime: AgentRuntime | None) -> None:
    one = ["f", "p", ledger(done=True), "x"]
    model, _, team = make(*one, *one, runtime=runtime)
    await team.run(task="first")
    result = await team.run(task="second")
    assert short(result) == [("user", "second"), (ORCHESTRATOR, "LEDGER"), (ORCHESTRATOR, "x")]
    assert "second" in str(model.asked[4].messages[0].content)


def test_a_ledger_is_found_among_words() -> None:
    found = read_ledger(f"Well {{so}}: {ledger('x', 'b')} and more", ["b"])
    assert found is not None
    assert (found.next_speaker.answer, found.instruction_or_question.answer) == ("b", "x")
    assert read_ledger(ledger(to="zoe"), ["b"]) is None
    assert read_ledger(ledger(to="", done=True), ["b"]) is not None
