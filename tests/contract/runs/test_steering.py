"""Pause at will, break in, breakpoints, steps, stop and cancel."""

from collections.abc import Callable

import pytest

from studio.domain.run import Breakpoint, RunOptions
from studio.runs.exceptions import RunGoneError
from tests.support.run_lab import Lab, said, statuses
from tests.support.run_models import NOTES, Gate, agent, team, tool_agent

MakeGate = Callable[[str], Gate]


async def test_a_pause_in_mid_answer_keeps_a_draft_and_takes_the_turn_again(
    lab: Lab, gate: MakeGate
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one"), agent("b", "two @g half"), turns=3))
    await held.reached.wait()

    paused = await lab.engine.pause(run.run_id)

    assert paused.status == "paused"
    events = await lab.events(run)
    [draft] = [event for event in events if event.type == "draft"]
    assert (draft.body["source"], draft.body["text"]) == ("b", "two")
    held.opened.set()
    await lab.engine.resume(run.run_id)
    ended = await lab.ended(run)
    events = await lab.events(run)
    assert ended.status == "completed"
    assert said(events) == [("user", "Go."), ("a", "one"), ("b", "two half"), ("a", "one")]
    assert statuses(events) == ["queued", "running", "paused", "running", "completed"]
    [gone] = [event.body for event in events if event.type == "discarded"]
    assert gone["from_seq"] <= (draft.seq or 0) <= gone["to_seq"]


async def test_a_half_turn_with_a_finished_tool_call_is_taken_back_as_a_whole(
    lab: Lab, gate: MakeGate
) -> None:
    held = gate("g")
    answers = ['call:note:{"text": "x"}', "then @g done"]
    run = await lab.start(team(tool_agent("a", *answers, max_tool_iterations=2), turns=1))
    await held.reached.wait()
    await lab.engine.pause(run.run_id)
    held.opened.set()

    await lab.engine.resume(run.run_id)

    await lab.ended(run)
    assert said(await lab.events(run)) == [("user", "Go."), ("a", "then done")]


async def test_tool_calls_of_completed_turns_are_not_repeated(lab: Lab, gate: MakeGate) -> None:
    held = gate("g")
    component = team(tool_agent("a", 'call:note:{"text": "x"}'), agent("b", "wait @g now"), turns=2)
    run = await lab.start(component)
    await held.reached.wait()
    await lab.engine.pause(run.run_id)
    held.opened.set()

    await lab.engine.resume(run.run_id)

    await lab.ended(run)
    assert NOTES == ["x"]


async def test_steering_may_be_repeated(lab: Lab, gate: MakeGate) -> None:
    gate("g")
    run = await lab.start(team(agent("a", "@g x"), turns=1))
    await lab.until_status(run, "running")

    for _ in range(2):
        await lab.engine.pause(run.run_id)
    for _ in range(2):
        await lab.engine.resume(run.run_id)
    for _ in range(2):
        await lab.engine.cancel(run.run_id)
    await lab.engine.stop(run.run_id)

    assert statuses(await lab.events(run)) == ["queued", "running", "paused", "running", "stopped"]


async def test_a_message_while_paused_is_heard_before_the_next_turn(
    lab: Lab, gate: MakeGate
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one @g"), agent("b", "two"), turns=2))
    await held.reached.wait()
    await lab.engine.pause(run.run_id)
    held.opened.set()

    await lab.engine.resume(run.run_id, message="Be brief.")

    await lab.ended(run)
    events = await lab.events(run)
    assert said(events) == [("user", "Go."), ("user", "Be brief."), ("a", "one"), ("b", "two")]
    last = [event.body for event in events if event.type == "model_call"][-1]
    told = [message["content"] for message in last["messages"]]
    assert told[:3] == ["You are b.", "Go.", "Be brief."]


async def test_a_message_while_running_is_heard_after_the_turn(lab: Lab, gate: MakeGate) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one @g"), agent("b", "two"), turns=2))
    await held.reached.wait()

    await lab.engine.insert(run.run_id, "Be brief.")
    held.opened.set()

    ended = await lab.ended(run)
    events = await lab.events(run)
    assert ended.status == "completed"
    assert said(events) == [("user", "Go."), ("user", "Be brief."), ("a", "one"), ("b", "two")]
    assert not [event for event in events if event.type == "discarded"]
    last = [event.body for event in events if event.type == "model_call"][-1]
    told = [message["content"] for message in last["messages"]]
    assert told == ["You are b.", "Go.", "one", "Be brief."]


async def test_a_breakpoint_holds_an_agent(lab: Lab) -> None:
    options = RunOptions(breakpoints=[Breakpoint(kind="agent", name="b")])
    run = await lab.start(team(agent("a", "one"), agent("b", "two"), turns=2), options=options)
    paused = await lab.until_status(run, "paused")
    assert paused.body["code"] == "breakpoint"
    assert said(await lab.events(run)) == [("user", "Go."), ("a", "one")]

    await lab.engine.resume(run.run_id)

    await lab.ended(run)
    assert said(await lab.events(run))[-1] == ("b", "two")


async def test_a_breakpoint_holds_a_tool(lab: Lab) -> None:
    options = RunOptions(breakpoints=[Breakpoint(kind="tool", name="note")])
    component = team(tool_agent("a", 'call:note:{"text": "x"}'), turns=1)
    run = await lab.start(component, options=options)
    await lab.until_status(run, "paused")
    assert NOTES == []

    await lab.engine.resume(run.run_id)

    await lab.ended(run)
    assert NOTES == ["x"]


async def test_a_breakpoint_holds_a_hand_over(lab: Lab) -> None:
    options = RunOptions(breakpoints=[Breakpoint(kind="handoff", name="b")])
    component = team(
        agent("a", "call:transfer_to_b:{}", handoffs=["b"]), agent("b", "two"), turns=2
    )
    component["provider"] = "autogen_agentchat.teams.Swarm"
    del component["config"]["max_turns"]
    component["config"]["max_turns"] = 2
    run = await lab.start(component, options=options)
    event = await lab.until_type(run, "breakpoint")
    assert event.body == {"kind": "handoff", "name": "b"}

    await lab.engine.resume(run.run_id)

    assert (await lab.ended(run)).status == "completed"
    assert said(await lab.events(run))[-1] == ("b", "two")


async def test_breakpoints_can_be_set_and_taken_away_while_it_runs(
    lab: Lab, gate: MakeGate
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "@g one"), agent("b", "two"), turns=4))
    await held.reached.wait()
    await lab.engine.set_breakpoints(run.run_id, [Breakpoint(kind="agent")])
    held.opened.set()
    await lab.until_status(run, "paused")

    await lab.engine.set_breakpoints(run.run_id, [])
    await lab.engine.resume(run.run_id)

    assert (await lab.ended(run)).status == "completed"


async def test_a_step_goes_on_for_one_turn(lab: Lab) -> None:
    options = RunOptions(breakpoints=[Breakpoint(kind="agent", name="a")])
    component = team(agent("a", "one"), agent("b", "two"), agent("c", "three"), turns=3)
    run = await lab.start(component, options=options)
    await lab.until_status(run, "paused")

    await lab.engine.resume(run.run_id, step=True)

    await lab.until(run, lambda event: event.body.get("code") == "step")
    assert said(await lab.events(run)) == [("user", "Go."), ("a", "one")]
    await lab.engine.resume(run.run_id, step=True)
    await lab.until(run, lambda e: e.type == "turn" and e.body["turn"] == 2)
    await lab.engine.resume(run.run_id)
    await lab.ended(run)
    assert said(await lab.events(run))[-1] == ("c", "three")


async def test_stop_lets_the_turn_come_to_its_end(lab: Lab, gate: MakeGate) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one @g two")))
    await held.reached.wait()

    await lab.engine.stop(run.run_id, reason="Enough.")
    held.opened.set()

    ended = await lab.ended(run)
    assert (ended.status, ended.reason) == ("stopped", "Enough.")
    assert said(await lab.events(run)) == [("user", "Go."), ("a", "one two")]


async def test_cancel_ends_the_run_now(lab: Lab, gate: MakeGate) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one @g two")))
    await held.reached.wait()

    ended = await lab.engine.cancel(run.run_id)

    assert (ended.status, ended.code) == ("stopped", "cancelled")
    events = await lab.events(run)
    assert said(events) == [("user", "Go.")]
    assert [event.body["text"] for event in events if event.type == "draft"] == ["one"]


@pytest.mark.parametrize("verb", ["stop", "cancel"])
async def test_a_paused_run_can_be_ended(lab: Lab, gate: MakeGate, verb: str) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one @g two")))
    await held.reached.wait()
    await lab.engine.pause(run.run_id)

    ended = await getattr(lab.engine, verb)(run.run_id)

    assert ended.status == "stopped"
    assert (await lab.ended(run)).status == "stopped"


async def test_a_run_that_has_ended_cannot_be_steered(lab: Lab) -> None:
    run = await lab.run(team(agent("a", "one"), turns=1))

    for refused in (
        lab.engine.pause(run.run_id),
        lab.engine.resume(run.run_id),
        lab.engine.insert(run.run_id, "x"),
    ):
        with pytest.raises(RunGoneError):
            await refused
    assert (await lab.engine.stop(run.run_id)).status == "completed"
    assert (await lab.engine.cancel(run.run_id)).status == "completed"
