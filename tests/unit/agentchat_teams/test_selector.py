from collections.abc import Sequence
from typing import Any

import pytest

from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, HandoffMessage
from studio.agentchat.teams import Expression, RoundRobinGroupChat, SelectorGroupChat
from studio.core import AgentRuntime
from studio.core.model_context import BufferedChatCompletionContext
from studio.core.models import SystemMessage, UserMessage
from tests.support.scripted_model import ScriptedModel, Step
from tests.support.team_cast import Actor, heard, said

Thread = Sequence[BaseAgentEvent | BaseChatMessage]
PROMPT = "{roles}|{participants}|{history}"


def make(*script: Step, family: str = "gpt-4o", **options: Any) -> tuple[Any, SelectorGroupChat]:
    model = ScriptedModel(*script, family=family)
    cast = [Actor("a", description="  does\n a "), Actor("b"), Actor("web_surfer")]
    options = {"selector_prompt": PROMPT, "max_turns": 1, **options}
    return model, SelectorGroupChat(cast, model, **options)


def speakers(result: Any) -> list[str]:
    return [source for source, _ in said(result) if source != "user"]


def test_a_selector_needs_two_to_choose_from() -> None:
    with pytest.raises(ValueError, match="At least two participants are required"):
        SelectorGroupChat([Actor("a")], ScriptedModel())


async def test_the_model_is_told_roles_candidates_and_history(
    runtime: AgentRuntime | None,
) -> None:
    model, team = make("a", "b", max_turns=2, runtime=runtime)

    result = await team.run(task="do it")

    assert speakers(result) == ["a", "b"]
    roles = "a: does a\nb: b is an actor\nweb_surfer: web_surfer is an actor"
    assert [asked.messages for asked in model.asked] == [
        [SystemMessage(content=f"{roles}|['a', 'b', 'web_surfer']|user: do it\n\n")],
        [SystemMessage(content=f"{roles}|['b', 'web_surfer']|user: do it\n\n\na: a1\n\n")],
    ]


async def test_other_families_are_asked_as_by_a_user() -> None:
    model, team = make("a", family="claude-3-5-sonnet", selector_prompt="who?")
    await team.run(task="t")
    assert model.asked[0].messages == [UserMessage(content="who?", source="user")]


async def test_braces_in_a_prompt_do_no_harm() -> None:
    model, team = make("a", selector_prompt='{"next": "one of {participants}"}')
    await team.run(task="t")
    assert model.asked[0].messages[0].content == ("""{"next": "one of ['a', 'b', 'web_surfer']"}""")


@pytest.mark.parametrize(
    "answer", ["web_surfer", "the web surfer.", r"web\_surfer", "**web_surfer** (not ab)"]
)
async def test_a_name_is_understood_however_the_model_writes_it(answer: str) -> None:
    _, team = make(answer)
    assert speakers(await team.run(task="t")) == ["web_surfer"]


async def test_the_model_is_told_what_is_wrong_with_its_answer() -> None:
    model, team = make("a", "nobody", "b or a", "a", max_turns=2)

    result = await team.run(task="t")

    names = "['b', 'web_surfer']"
    complaints = [message.content for message in model.asked[-1].messages[1:]]
    assert complaints == [
        "nobody",
        f"No valid name was mentioned. Please select from: {names}.",
        "b or a",
        "Expected exactly one name to be mentioned. Please select only one from: " + names + ".",
    ]
    assert speakers(result) == ["a", "a"]


async def test_a_repeated_speaker_is_refused_unless_it_is_allowed() -> None:
    model, team = make("a", "a", "b", max_turns=2)
    assert speakers(await team.run(task="t")) == ["a", "b"]
    assert model.asked[2].messages[-1].content == (
        "Repeated speaker is not allowed, please select a different name from: ['b', 'web_surfer']."
    )

    _, team = make("a", "a", max_turns=2, allow_repeated_speaker=True)
    assert speakers(await team.run(task="t")) == ["a", "a"]


async def test_after_so_many_attempts_somebody_is_taken() -> None:
    model, team = make("?", "?", "b", "?", "?", max_turns=3, max_selector_attempts=2)

    result = await team.run(task="t")

    assert speakers(result) == ["a", "b", "b"]
    assert len(model.asked) == 5


async def test_a_function_chooses_first_and_leaves_the_previous_speaker_alone(
    runtime: AgentRuntime | None,
) -> None:
    async def choose(thread: Thread) -> str | None:
        return "b" if len(thread) == 2 else None

    model, team = make("a", "b", max_turns=3, selector_func=choose, runtime=runtime)

    result = await team.run(task="t")

    assert speakers(result) == ["a", "b", "b"]
    assert "['b', 'web_surfer']" in str(model.asked[1].messages[0].content)


async def test_a_function_that_names_a_stranger_is_an_error(runtime: AgentRuntime | None) -> None:
    def zoe(thread: Thread) -> str:
        return "zoe"

    def zoe_later(thread: Thread) -> str:
        return "zoe" if len(thread) > 1 else "a"

    _, team = make(selector_func=zoe, runtime=runtime)
    with pytest.raises(ValueError, match="invalid speaker name: zoe"):
        await team.run(task="t")

    _, team = make(
        selector_func=zoe_later,
        max_turns=3,
        runtime=runtime,
    )
    with pytest.raises(RuntimeError, match=r"ValueError: .* invalid speaker name: zoe"):
        await team.run(task="t")


async def test_candidates_limit_the_choice_and_one_needs_no_model() -> None:
    def candidates(thread: Thread) -> list[str]:
        return ["b"] if len(thread) == 1 else ["b", "a"]

    model, team = make("web_surfer", "a", max_turns=2, candidate_func=candidates)

    assert speakers(await team.run(task="t")) == ["b", "a"]
    assert len(model.asked) == 2
    assert "|['b', 'a']|" in str(model.asked[0].messages[0].content)


@pytest.mark.parametrize(
    ("value", "problem"),
    [([], "must return a non-empty list"), (None, "non-empty"), (["zoe"], "invalid participant")],
)
async def test_candidates_have_to_be_participants(value: Any, problem: str) -> None:
    def candidates(thread: Thread) -> Any:
        return value

    _, team = make(candidate_func=candidates)
    with pytest.raises(ValueError, match=problem):
        await team.run(task="t")


async def test_chunks_and_answer_of_the_model_are_events_if_team_events_are_wanted(
    runtime: AgentRuntime | None,
) -> None:
    options: dict[str, Any] = {"model_client_streaming": True, "runtime": runtime}
    _, team = make(["b", " it is"], **options)
    assert (await heard(team, task="t"))[0] == [("user", "t"), ("b", "b1")]

    _, team = make(["b", " it is"], emit_team_events=True, **options)
    manager = "SelectorGroupChatManager"
    items, result = await heard(team, task="t")
    assert items == [
        ("user", "t"),
        (manager, "b"),
        (manager, " it is"),
        (manager, "b it is"),
        (manager, ["b"]),
        ("b", "b1"),
    ]
    assert said(result) == [items[0], *items[3:]]


async def test_history_can_come_from_a_model_context() -> None:
    context = BufferedChatCompletionContext(buffer_size=2)
    model, team = make("a", "b", max_turns=2, model_context=context, selector_prompt="{history}")
    handoff = HandoffMessage(
        content="over", target="a", source="user", context=[UserMessage(content="x", source="eve")]
    )

    await team.run(task=handoff)

    asked = [str(one.messages[0].content) for one in model.asked]
    assert asked == ["eve: x\n\n\nuser: over\n\n", "user: over\n\n\na: a1\n\n"]
    await team.reset()
    assert await context.get_messages() == []


async def test_a_reset_forgets_history_and_previous_speaker(runtime: AgentRuntime | None) -> None:
    model, team = make("a", "a", selector_prompt="{participants}{history}", runtime=runtime)
    await team.run(task="t")
    await team.reset()
    await team.run(task="u")
    assert model.asked[1].messages[0].content == "['a', 'b', 'web_surfer']user: u\n\n"


async def test_a_team_can_be_chosen_too() -> None:
    inner = RoundRobinGroupChat([Actor("i")], max_turns=1, name="inner", description="works")
    model = ScriptedModel("inner")
    team = SelectorGroupChat([Actor("a"), inner], model, selector_prompt="{roles}", max_turns=1)

    assert said(await team.run(task="t")) == [("user", "t"), ("i", "i1")]
    assert "inner: works" in str(model.asked[0].messages[0].content)


async def test_expressions_choose_and_limit_like_functions(runtime: AgentRuntime | None) -> None:
    model, team = make(
        "web_surfer",
        max_turns=3,
        selector_expression="'b' if source == 'user' else 'a' if source == 'b' else None",
        candidate_expression=Expression(expression="['b', 'web_surfer']"),
        runtime=runtime,
    )
    assert speakers(await team.run(task="t")) == ["b", "a", "web_surfer"]
    assert len(model.asked) == 1

    with pytest.raises(ValueError, match="exclude each other"):
        make(selector_expression="'a'", selector_func=str)
    with pytest.raises(ValueError, match="exclude each other"):
        make(candidate_expression="['a']", candidate_func=list)
