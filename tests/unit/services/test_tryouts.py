"""Every kind of component can be tried by itself, and asks before it does harm."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from studio._kit.settings import Settings
from studio.services.container import Services, build_services
from studio.services.tryouts import (
    ConfirmationNeededError,
    TrialComponentError,
    TrialInputError,
    TrialOutcome,
)
from tests.support.team_json import agent, component, model, person, replay

JsonDict = dict[str, Any]

ADD = 'def add(a: float, b: float = 2) -> float:\n    print("adding", a)\n    return a + b\n'


def function_tool(source: str = ADD, name: str = "add") -> JsonDict:
    return component(
        "autogen_core.tools.FunctionTool",
        "tool",
        source_code=source,
        name=name,
        description="Add two numbers.",
        global_imports=[],
        has_cancellation_support=False,
    )


def static_workbench(*tools: JsonDict) -> JsonDict:
    return component("autogen_core.tools.StaticWorkbench", "workbench", tools=list(tools))


def list_memory(*texts: str) -> JsonDict:
    contents = [{"content": text, "mime_type": "text/plain", "metadata": None} for text in texts]
    return component(
        "autogen_core.memory.ListMemory", "memory", name="notes", memory_contents=contents
    )


@pytest.fixture
async def services(tmp_path: Path) -> AsyncGenerator[Services]:
    async with build_services(Settings(appdir=tmp_path, token="t")) as started:
        yield started


async def tried(services: Services, part: JsonDict, **given: Any) -> TrialOutcome:
    return await services.tryouts.try_component(part, given, confirmed=True)


async def test_a_model_streams_its_answer_and_tells_what_it_used(services: Services) -> None:
    tryout = await services.tryouts.begin(replay("It is sunny."), {"question": "How is it?"})

    news = [(kind, body) async for kind, body in tryout.events()]

    told = "".join(body["text"] for kind, body in news if kind == "chunk")
    outcome = news[-1][1]
    assert told == outcome["result"]["answer"] == "It is sunny."
    assert outcome["ok"]
    assert outcome["result"]["prompt_tokens"] > 0
    assert outcome["result"]["cost"] == 0.0


async def test_a_model_without_its_key_names_the_key(services: Services) -> None:
    client = model(api_key="${NO_SUCH_KEY}")
    plan = await services.tryouts.describe(client)

    assert plan.missing_keys == ["NO_SUCH_KEY"]
    with pytest.raises(ValueError, match="NO_SUCH_KEY"):
        await tried(services, client, question="Hello?")


async def test_a_tool_is_called_through_the_schema_of_its_arguments(services: Services) -> None:
    plan = await services.tryouts.describe(function_tool())
    outcome = await tried(services, function_tool(), a=1)

    assert plan.input_schema["properties"]["a"]["type"] == "number"
    assert plan.input_schema["required"] == ["a"]
    assert outcome.ok
    assert outcome.result["value"] == 3.0
    assert outcome.result["stdout"] == "adding 1.0\n"


async def test_a_tool_that_raises_is_a_finding_with_what_it_printed(services: Services) -> None:
    source = 'def add(a: int) -> int:\n    print("so far")\n    raise KeyError("no such row")\n'

    outcome = await tried(services, function_tool(source), a=1)

    assert not outcome.ok
    assert outcome.error is not None
    assert outcome.error.code == "tool.failed"
    assert "no such row" in outcome.error.message
    assert outcome.result["stdout"] == "so far\n"


async def test_arguments_that_do_not_fit_are_refused_before_anything_runs(
    services: Services,
) -> None:
    with pytest.raises(TrialInputError) as caught:
        await tried(services, function_tool(), a="many")

    assert caught.value.details["problems"][0]["path"] == "/a"


async def test_source_that_is_no_function_says_so(services: Services) -> None:
    with pytest.raises(ValueError, match="no function"):
        await services.tryouts.describe(function_tool("x = 1"))


async def test_side_effects_are_asked_for_first(services: Services) -> None:
    plan = await services.tryouts.describe(function_tool())

    assert plan.asks == "runs code"
    assert "add" in plan.why
    with pytest.raises(ConfirmationNeededError) as caught:
        await services.tryouts.try_component(function_tool(), {"a": 1})
    assert caught.value.details["asks"] == "runs code"


async def test_a_workbench_lists_its_tools_and_calls_one(services: Services) -> None:
    bench = static_workbench(function_tool())
    plan = await services.tryouts.describe(bench)
    listed = await services.tryouts.try_component(bench, {})
    called = await tried(services, bench, tool="add", arguments={"a": 4})

    assert plan.asks is None
    assert plan.tools is not None
    assert [(tool.name, tool.asks) for tool in plan.tools] == [("add", "runs code")]
    assert [tool["name"] for tool in listed.result["tools"]] == ["add"]
    assert called.ok
    assert called.result["text"] == "6.0"
    with pytest.raises(ConfirmationNeededError):
        await services.tryouts.try_component(bench, {"tool": "add", "arguments": {"a": 4}})


async def test_a_tool_that_a_workbench_lacks_is_named(services: Services) -> None:
    outcome = await tried(services, static_workbench(function_tool()), tool="subtract")

    assert outcome.error is not None
    assert outcome.error.hint == "It has: add"


async def test_a_memory_shows_what_the_model_would_be_told(services: Services) -> None:
    outcome = await tried(services, list_memory("Likes tea."), query="What to drink?")

    assert [item["content"] for item in outcome.result["results"]] == ["Likes tea."]
    assert "Likes tea." in outcome.result["added"][0]


async def test_a_context_shows_which_messages_the_model_sees(services: Services) -> None:
    context = component(
        "autogen_core.model_context.BufferedChatCompletionContext",
        "chat_completion_context",
        buffer_size=2,
    )

    outcome = await tried(services, context, conversation="user: one\nbot: two\nuser: three")

    assert [item["kept"] for item in outcome.result["messages"]] == [False, True, True]
    assert outcome.summary == "The model is shown 2 of 3 messages."


async def test_an_executor_runs_code_and_reports_the_exit_code(services: Services) -> None:
    executor = component(
        "autogen_ext.code_executors.local.LocalCommandLineCodeExecutor",
        "code_executor",
        timeout=30,
    )

    outcome = await tried(services, executor, code="print('out')\nraise SystemExit(3)")

    assert not outcome.ok
    assert outcome.result["exit_code"] == 3
    assert "out" in outcome.result["output"]


async def test_an_agent_works_on_a_task_as_an_ordinary_run(services: Services) -> None:
    assistant = agent("helper", model_client=replay("Done."))

    outcome = await tried(services, assistant, task="Help me.")

    assert outcome.ok
    assert [(m["source"], m["content"]) for m in outcome.result["messages"]] == [
        ("user", "Help me."),
        ("helper", "Done."),
    ]
    run = await services.runs.get(outcome.result["run_id"])
    assert run.status == "completed"


async def test_a_question_to_a_person_ends_a_try_out_nobody_follows(services: Services) -> None:
    outcome = await tried(services, person(), task="Anyone?")

    assert not outcome.ok
    assert outcome.error is not None
    assert "asks a person" in outcome.error.message
    runs = await services.runs.list()
    assert [run.status for run in runs.items] == ["stopped"]


async def test_who_stops_listening_ends_the_run(services: Services) -> None:
    slow = replay("word " * 100, words_per_second=5)
    tryout = await services.tryouts.begin(agent("slow", model_client=slow), {"task": "Talk."})

    events = tryout.events()
    async for kind, _ in events:
        if kind == "event":
            break
    await events.aclose()

    runs = await services.runs.list()
    assert [run.status for run in runs.items] == ["stopped"]


async def test_what_takes_too_long_is_ended(services: Services) -> None:
    source = "def add(a: int) -> int:\n    while True:\n        pass\n"

    tryout = await services.tryouts.begin(
        function_tool(source), {"a": 1}, confirmed=True, limit_s=0.2
    )
    async with asyncio.timeout(10):
        outcome = await tryout.outcome()

    assert outcome.error is not None
    assert outcome.error.code == "tryout.timeout"


async def test_secrets_are_masked_wherever_they_would_show(services: Services) -> None:
    await services.secrets.set("HOUSE_KEY", "very-secret-value")
    source = 'def add(a: str) -> str:\n    print(a)\n    return "got " + a\n'

    outcome = await tried(services, function_tool(source), a="very-secret-value")

    assert "very-secret-value" not in outcome.model_dump_json()
    assert outcome.result["value"] == "got **********"


async def test_what_does_nothing_by_itself_says_so(services: Services) -> None:
    store = component("autogen_core.InMemoryStore", "store")
    plan = await services.tryouts.describe(store)

    assert not plan.possible
    assert "InMemoryStore" in plan.intro
    with pytest.raises(TrialComponentError):
        await tried(services, store)


async def test_code_outside_the_trusted_namespaces_is_not_imported(services: Services) -> None:
    with pytest.raises(ValueError, match="not in a trusted namespace"):
        await services.tryouts.describe(component("somewhere.Tool", "tool"))


async def test_everything_in_the_catalogue_can_be_described(services: Services) -> None:
    for info in await services.components.catalogue():
        if not info.missing:
            plan = await services.tryouts.describe(info.template)
            assert plan.kind == info.kind
            assert plan.intro


async def test_an_argument_that_names_a_key_is_given_the_key(services: Services) -> None:
    await services.secrets.set("DOOR_KEY", "open-sesame-42")
    source = "def add(a: str, b: str) -> list:\n    return [len(a), b]\n"

    outcome = await tried(services, function_tool(source), a="${DOOR_KEY}", b="see ${DOOR_KEY}")

    assert outcome.result["value"] == [14, "see ${DOOR_KEY}"]
