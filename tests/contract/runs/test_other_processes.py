"""Runs that another process drives: all that can be done to a run is done through the database."""

from collections.abc import AsyncGenerator, Callable

import pytest

from studio.domain.run import Breakpoint, Budget, RunOptions
from studio.runs.engine import RunEngine
from studio.runs.exceptions import AnswerError, QuestionGoneError, RunGoneError
from studio.storage.exceptions import NotFoundError
from studio.storage.repositories.commands import CommandRepository
from tests.support.run_lab import ON_BOTH_DATABASES, Lab, said
from tests.support.run_models import Gate, agent, team, user

pytestmark = ON_BOTH_DATABASES

MakeGate = Callable[[str], Gate]


@pytest.fixture
async def elsewhere(lab: Lab) -> AsyncGenerator[RunEngine]:
    """A second engine on the same database; the lab's own drives the runs."""
    driver = lab.engine
    other = await lab.open()
    lab.engines.remove(other)
    assert lab.engine is driver
    yield other
    await other.close()


async def test_a_run_is_paused_told_something_and_resumed_from_elsewhere(
    lab: Lab, elsewhere: RunEngine, gate: MakeGate
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one"), agent("b", "half @g whole"), turns=2))
    await held.reached.wait()

    paused = await elsewhere.pause(run.run_id)
    assert (paused.status, paused.reason) == ("paused", "Paused by the user.")
    assert (await elsewhere.pause(run.run_id)).status == "paused"
    held.opened.set()
    await elsewhere.insert(run.run_id, "And be quick.")
    resumed = await elsewhere.resume(run.run_id, message="Go on.")

    assert resumed.status in {"running", "completed"}
    assert (await lab.ended(run)).status == "completed"
    assert said(await lab.events(run)) == [
        ("user", "Go."),
        ("a", "one"),
        ("user", "And be quick."),
        ("user", "Go on."),
        ("b", "half whole"),
    ]


async def test_a_question_is_answered_from_elsewhere_once(
    lab: Lab, elsewhere: RunEngine, gate: MakeGate
) -> None:
    gate("g")
    run = await lab.start(team(user(), agent("a", "thanks @g"), turns=2))
    await lab.until_status(run, "waiting_input")
    [question] = (await elsewhere.get(run.run_id)).questions
    assert question == (await lab.engine.get(run.run_id)).questions[0]

    with pytest.raises(AnswerError, match="of type string") as caught:
        await elsewhere.answer(run.run_id, question.request_id, 5)
    assert caught.value.hint == "Answer in the form asked for."
    await elsewhere.answer(run.run_id, question.request_id, "fine", by="ann")
    await elsewhere.answer(run.run_id, question.request_id, "fine", by="ann")
    with pytest.raises(QuestionGoneError):
        await elsewhere.answer(run.run_id, question.request_id, "bad")

    assert (await elsewhere.get(run.run_id)).questions == []
    answers = [e.body for e in await lab.events(run) if e.type == "answer"]
    assert [(body["value"], body["by"]) for body in answers] == [("fine", "ann")]


async def test_breakpoints_steps_and_budgets_are_set_from_elsewhere(
    lab: Lab, elsewhere: RunEngine, gate: MakeGate
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "x @g"), agent("b", "y"), turns=6))
    await held.reached.wait()

    points = [Breakpoint(kind="agent", name="b")]
    run = await elsewhere.set_breakpoints(run.run_id, points)
    assert run.options.breakpoints == points
    held.opened.set()
    await lab.until_type(run, "breakpoint")
    await elsewhere.set_breakpoints(run.run_id, [])
    await elsewhere.resume(run.run_id, step=True)
    await lab.until(run, lambda e: e.body.get("code") == "step")
    budget = Budget(turns=3, on_limit="stop")
    assert (await elsewhere.set_budget(run.run_id, budget)).options.budget == budget
    await elsewhere.resume(run.run_id)

    ended = await lab.ended(run)
    assert (ended.status, ended.code) == ("stopped", "budget")
    assert ended.totals["turns"] == 3


async def test_a_run_is_stopped_and_cancelled_from_elsewhere(
    lab: Lab, elsewhere: RunEngine, gate: MakeGate
) -> None:
    held = gate("g")
    first = await lab.start(team(agent("a", "x @g"), turns=3))
    await held.reached.wait()
    second = await lab.start(team(agent("a", "x @g"), turns=3))

    stopping = await elsewhere.stop(first.run_id, reason="Enough.")
    cancelled = await elsewhere.cancel(second.run_id, reason="Wrong team.")
    held.opened.set()

    assert stopping.code == "stopping"
    assert (cancelled.status, cancelled.reason) == ("stopped", "Wrong team.")
    ended = await lab.ended(first)
    assert (ended.status, ended.reason) == ("stopped", "Enough.")
    assert (await elsewhere.cancel(first.run_id)).status == "stopped"
    with pytest.raises(RunGoneError):
        await elsewhere.pause(first.run_id)


async def test_nobody_steers_the_runs_of_others(
    lab: Lab, elsewhere: RunEngine, gate: MakeGate
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "x @g"), turns=1))
    await held.reached.wait()

    with pytest.raises(NotFoundError):
        await elsewhere.cancel(run.run_id, owner="eve")

    assert (await lab.engine.get(run.run_id)).status == "running"


async def test_what_a_driver_that_went_away_was_told_is_done_by_the_next(
    lab: Lab, gate: MakeGate
) -> None:
    held = gate("g")
    options = RunOptions(resume_on_start=False)
    run = await lab.start(team(agent("a", "x @g"), turns=1), options=options)
    await held.reached.wait()
    commands = CommandRepository(lab.database)
    message = {"type": "TextMessage", "source": "user", "content": "Hello.", "id": "m1"}
    await lab.engine.close()
    # Twice, as after a driver that did it and ended before it could say so.
    await commands.add(run.run_id, "insert", {"message": message})
    await commands.add(run.run_id, "insert", {"message": message})
    await commands.add(run.run_id, "resume", {"message": None, "step": False})

    await lab.open()
    assert (await lab.engine.get(run.run_id)).status == "interrupted"
    await lab.until(run, lambda e: e.body.get("content") == "Hello.")
    held.opened.set()

    assert (await lab.ended(run)).status == "completed"
    assert said(await lab.events(run)) == [("user", "Go."), ("user", "Hello."), ("a", "x")]
