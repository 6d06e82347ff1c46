"""Runs belong to the server: they outlive it."""

from collections.abc import Callable

import pytest

from studio.domain.run import Breakpoint, RunOptions
from tests.support.run_lab import ON_BOTH_DATABASES, Lab, said, statuses
from tests.support.run_models import Gate, agent, replay_model, team

pytestmark = ON_BOTH_DATABASES

MakeGate = Callable[[str], Gate]


async def test_an_orderly_stop_leaves_runs_interrupted_and_a_start_takes_them_up(
    lab: Lab, gate: MakeGate
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one"), agent("b", "two @g half"), turns=2))
    await held.reached.wait()
    await lab.restart()
    held.opened.set()

    ended = await lab.ended(run)
    events = await lab.events(run)
    assert ended.status == "completed"
    assert said(events) == [("user", "Go."), ("a", "one"), ("b", "two half")]
    assert statuses(events) == ["queued", "running", "interrupted", "running", "completed"]


async def test_a_run_waits_for_its_owner_if_told_so(lab: Lab, gate: MakeGate) -> None:
    held = gate("g")
    options = RunOptions(resume_on_start=False)
    run = await lab.start(team(agent("a", "one @g"), turns=1), options=options)
    await held.reached.wait()
    await lab.restart()
    held.opened.set()
    assert (await lab.engine.get(run.run_id)).status == "interrupted"

    await lab.engine.resume(run.run_id)

    assert (await lab.ended(run)).status == "completed"


async def test_a_paused_run_stays_paused(lab: Lab, gate: MakeGate) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one @g"), turns=1))
    await held.reached.wait()
    await lab.engine.pause(run.run_id)
    await lab.restart()
    held.opened.set()

    assert (await lab.engine.get(run.run_id)).status == "paused"
    await lab.engine.resume(run.run_id)
    await lab.ended(run)
    assert said(await lab.events(run)) == [("user", "Go."), ("a", "one")]


async def test_a_breakpoint_is_passed_after_a_restart(lab: Lab) -> None:
    options = RunOptions(breakpoints=[Breakpoint(kind="agent", name="b")])
    run = await lab.start(team(agent("a", "one"), agent("b", "two"), turns=2), options=options)
    await lab.until_status(run, "paused")

    await lab.restart()

    assert (await lab.engine.get(run.run_id)).status == "paused"
    await lab.engine.resume(run.run_id)
    await lab.ended(run)
    assert said(await lab.events(run))[-1] == ("b", "two")


async def test_a_message_that_was_put_in_is_not_lost(lab: Lab, gate: MakeGate) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one @g"), agent("b", "two"), turns=2))
    await held.reached.wait()
    await lab.engine.insert(run.run_id, "Listen.")
    await lab.restart()
    held.opened.set()

    await lab.ended(run)
    events = await lab.events(run)
    assert said(events) == [("user", "Go."), ("user", "Listen."), ("a", "one"), ("b", "two")]


async def test_the_place_in_a_script_is_kept(lab: Lab) -> None:
    options = RunOptions(breakpoints=[Breakpoint(kind="agent", name="b")])
    component = team(agent("a", model=replay_model("one", "three")), agent("b", "two"), turns=3)
    run = await lab.start(component, options=options)
    await lab.until_status(run, "paused")

    await lab.restart()
    await lab.engine.resume(run.run_id)

    await lab.ended(run)
    assert [text for _, text in said(await lab.events(run))] == ["Go.", "one", "two", "three"]


async def test_counters_of_conditions_go_on(lab: Lab, gate: MakeGate) -> None:
    held = gate("g")
    component = team(
        agent("a", "one"),
        agent("b", "two @g"),
        termination_condition={
            "provider": "autogen_agentchat.conditions.MaxMessageTermination",
            "component_type": "termination",
            "config": {"max_messages": 4},
        },
    )
    run = await lab.start(component)
    await held.reached.wait()
    await lab.restart()
    held.opened.set()

    ended = await lab.ended(run)
    assert ended.reason == "Maximum number of messages 4 reached, current message count: 4"
    assert len(said(await lab.events(run))) == 4


@pytest.mark.parametrize("spare", [1, 2])
async def test_totals_go_on(lab: Lab, gate: MakeGate, spare: int) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one"), agent("b", "two @g"), turns=2 + spare))
    await held.reached.wait()
    await lab.restart()
    held.opened.set()

    ended = await lab.ended(run)
    assert ended.totals["turns"] == 2 + spare
    assert ended.totals["calls"] == 2 + spare
