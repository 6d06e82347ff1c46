"""People in the loop: questions are events, answers are safe before anybody acts on them."""

from typing import Any

import pytest

from studio.domain.run import RunOptions
from studio.runs.exceptions import AnswerError, QuestionGoneError
from tests.support.run_lab import ON_BOTH_DATABASES, Lab, said, statuses
from tests.support.run_models import agent, team, user

pytestmark = ON_BOTH_DATABASES


async def test_a_run_waits_for_an_answer_and_goes_on(lab: Lab) -> None:
    run = await lab.start(team(agent("a", "one"), user(), turns=3))
    question = await lab.until_type(run, "question")
    await lab.until_status(run, "waiting_input")
    [waiting] = (await lab.engine.get(run.run_id)).questions
    assert (waiting.source, waiting.prompt) == ("person", "Enter your response: ")
    assert waiting.answer_schema == {"type": "string"}

    await lab.engine.answer(run.run_id, question.body["request_id"], "go on", by="ann")

    await lab.ended(run)
    events = await lab.events(run)
    assert said(events) == [("user", "Go."), ("a", "one"), ("person", "go on"), ("a", "one")]
    assert statuses(events) == ["queued", "running", "waiting_input", "running", "completed"]
    [answer] = [event.body for event in events if event.type == "answer"]
    assert answer == {
        "request_id": question.body["request_id"],
        "value": "go on",
        "by": "ann",
    }


async def test_the_first_answer_counts_and_may_be_repeated(lab: Lab) -> None:
    run = await lab.start(team(user(), turns=1))
    question = await lab.until_type(run, "question")
    request_id = question.body["request_id"]

    await lab.engine.answer(run.run_id, request_id, "yes")
    await lab.engine.answer(run.run_id, request_id, "yes")
    with pytest.raises(QuestionGoneError):
        await lab.engine.answer(run.run_id, request_id, "no")

    await lab.ended(run)
    await lab.engine.answer(run.run_id, request_id, "yes")
    with pytest.raises(QuestionGoneError):
        await lab.engine.answer(run.run_id, request_id, "no")
    with pytest.raises(QuestionGoneError):
        await lab.engine.answer(run.run_id, "nobody-asked", "yes")
    answers = [event for event in await lab.events(run) if event.type == "answer"]
    assert len(answers) == 1


async def test_an_answer_has_to_fit(lab: Lab) -> None:
    run = await lab.start(team(user(), turns=1))
    question = await lab.until_type(run, "question")

    with pytest.raises(AnswerError, match="must be of type string"):
        await lab.engine.answer(run.run_id, question.body["request_id"], 5)

    assert (await lab.engine.get(run.run_id)).status == "waiting_input"


async def test_several_questions_are_open_at_once(lab: Lab) -> None:
    component: dict[str, Any] = {
        "provider": "autogen_agentchat.teams.GraphFlow",
        "component_type": "team",
        "config": {
            "participants": [agent("a", "ask"), user("ann"), user("bob")],
            "graph": {
                "nodes": {
                    "a": {"name": "a", "edges": [{"target": "ann"}, {"target": "bob"}]},
                    "ann": {"name": "ann", "edges": []},
                    "bob": {"name": "bob", "edges": []},
                }
            },
        },
    }
    run = await lab.start(component)
    await lab.until_status(run, "waiting_input")
    questions = (await lab.engine.get(run.run_id)).questions
    assert {question.source for question in questions} == {"ann", "bob"}

    for question in questions:
        await lab.engine.answer(run.run_id, question.request_id, f"I am {question.source}")

    assert (await lab.ended(run)).status == "completed"
    assert {text for _, text in said(await lab.events(run))} >= {"I am ann", "I am bob"}


async def test_a_person_in_an_inner_team_is_asked(lab: Lab) -> None:
    inner = team(user(), turns=1)
    inner["config"]["name"] = "inner"
    run = await lab.start(team(inner, agent("a", "done"), turns=2))
    await lab.until_status(run, "waiting_input")
    [question] = (await lab.engine.get(run.run_id)).questions

    await lab.engine.answer(run.run_id, question.request_id, "inside")

    await lab.ended(run)
    assert said(await lab.events(run))[1:] == [("person", "inside"), ("a", "done")]


async def test_an_answer_survives_a_restart_in_the_middle_of_the_turn(lab: Lab) -> None:
    run = await lab.start(team(agent("a", "one"), user(), turns=2))
    question = await lab.until_type(run, "question")
    await lab.until_status(run, "waiting_input")

    await lab.restart()

    still = await lab.engine.get(run.run_id)
    assert still.status == "waiting_input"
    assert [q.request_id for q in still.questions] == [question.body["request_id"]]
    await lab.engine.answer(run.run_id, question.body["request_id"], "late")
    await lab.ended(run)
    events = await lab.events(run)
    assert said(events) == [("user", "Go."), ("a", "one"), ("person", "late")]
    assert len([event for event in events if event.type == "question"]) == 1


async def test_an_answer_while_paused_is_kept(lab: Lab) -> None:
    run = await lab.start(team(user(), turns=1))
    question = await lab.until_type(run, "question")
    await lab.engine.pause(run.run_id)
    await lab.engine.answer(run.run_id, question.body["request_id"], "early")

    await lab.engine.resume(run.run_id)

    await lab.ended(run)
    events = await lab.events(run)
    assert said(events)[-1] == ("person", "early")
    assert len([event for event in events if event.type == "question"]) == 1


async def test_a_question_may_have_a_time_limit(lab: Lab) -> None:
    run = await lab.run(team(user(), turns=1), options=RunOptions(question_timeout_s=0.05))

    assert (run.status, run.code) == ("stopped", "question_timeout")
    assert run.reason == "Nobody answered person within 0.05 seconds."


async def test_a_run_that_waits_can_be_cancelled(lab: Lab) -> None:
    run = await lab.start(team(user(), turns=1))
    await lab.until_status(run, "waiting_input")

    ended = await lab.engine.cancel(run.run_id, reason="Never mind.")

    assert (ended.status, ended.reason, ended.questions) == ("stopped", "Never mind.", [])
