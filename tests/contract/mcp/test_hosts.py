"""What servers may ask, of servers old and new."""

import base64
import io
import json
from collections.abc import Mapping
from typing import Any

import pytest
from mcp.types import (
    CreateMessageRequestParams,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    ImageContent,
    Root,
    SamplingMessage,
    TextContent,
)

from studio._kit.run_context import Question, RunContext, entered_run
from studio.core import Image
from studio.core.models import AssistantMessage, SystemMessage, UserMessage
from studio.ext.models.replay import ReplayChatCompletionClient
from studio.ext.tools.mcp import (
    ChatCompletionClientSampler,
    Elicitor,
    McpSessionHost,
    McpWorkbench,
    StaticRootsProvider,
    StdioElicitor,
    StreamElicitor,
)
from tests.support.mcp_params import stdio
from tests.support.mcp_server import PIXEL

ROOTS = [Root.model_validate({"uri": "file:///srv/data", "name": "data"})]
FORM = ElicitRequestFormParams(
    message="Which colour?",
    requested_schema={"type": "object", "properties": {"colour": {"type": "string"}}},
)


class Red(Elicitor):
    async def elicit(self, params: Any) -> ElicitResult:
        return ElicitResult(action="accept", content={"colour": "red"})


class Broken(Elicitor):
    async def elicit(self, params: Any) -> ElicitResult:
        raise RuntimeError("nobody home")


class Watched(RunContext):
    """A run with a person who gives one answer."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.asked: list[Question] = []

    async def ask(self, question: Question) -> str:
        self.asked.append(question)
        return self.answer


def host(**parts: Any) -> McpSessionHost:
    client = ReplayChatCompletionClient(["I am a replay"])
    given: dict[str, Any] = {
        "sampler": ChatCompletionClientSampler(client),
        "roots": StaticRootsProvider(ROOTS),
        "elicitor": Red(),
    }
    return McpSessionHost(**(given | parts))


async def test_an_older_server_asks_in_the_middle_of_a_call() -> None:
    async with McpWorkbench(stdio("old_mcp_server"), host=host()) as workbench:
        answers = [
            json.loads((await workbench.call_tool(name)).to_text())
            for name in ("elicit", "sample", "roots")
        ]

    assert answers == [
        {"action": "accept", "content": {"colour": "red"}},
        {
            "role": "assistant",
            "content": {"type": "text", "text": "I am a replay"},
            "model": "unknown",
            "stopReason": "endTurn",
        },
        {"roots": [{"uri": "file:///srv/data", "name": "data"}]},
    ]


async def test_a_newer_server_asks_between_two_calls() -> None:
    async with McpWorkbench(stdio(), host=host()) as workbench:
        answers = [
            (await workbench.call_tool(name, args)).to_text()
            for name, args in [("ask", {"question": "Which?"}), ("think", {}), ("where", {})]
        ]

    assert answers == ["accept red", "thought I am a replay", "file:///srv/data"]


async def test_what_the_host_cannot_answer_is_not_offered() -> None:
    async with McpWorkbench(stdio("old_mcp_server"), host=McpSessionHost()) as workbench:
        answer = await workbench.call_tool("elicit")

    assert "not supported" in answer.to_text()


async def test_a_failure_is_told_to_the_server() -> None:
    async with McpWorkbench(stdio("old_mcp_server"), host=host(elicitor=Broken())) as workbench:
        answer = await workbench.call_tool("elicit")

    assert json.loads(answer.to_text()) == {"error": "asking the person failed: nobody home"}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ('{"colour": "blue"}', {"action": "accept", "content": {"colour": "blue"}}),
        ("decline", {"action": "decline"}),
        ("cancel", {"action": "cancel"}),
        ("false", {"action": "decline"}),
        ("whatever", {"action": "decline"}),
    ],
)
async def test_without_a_host_the_person_who_watches_the_run_is_asked(
    answer: str, told: Mapping[str, Any]
) -> None:
    run = Watched(answer)

    with entered_run(run):
        async with McpWorkbench(stdio("old_mcp_server")) as workbench:
            result = await workbench.call_tool("elicit")

    assert json.loads(result.to_text()) == told
    assert run.asked[0].prompt == "Which colour?"
    assert run.asked[0].schema["required"] == ["colour"]


@pytest.mark.parametrize(
    ("typed", "action", "content"),
    [
        ('a\n{"colour": "red"}\n', "accept", {"colour": "red"}),
        ("what\ndecline\n", "decline", None),
        ("c\n", "cancel", None),
        ("", "cancel", None),
    ],
)
async def test_a_person_at_a_terminal_is_asked(typed: str, action: str, content: Any) -> None:
    screen = io.StringIO()

    result = await StreamElicitor(io.StringIO(typed), screen).elicit(FORM)

    assert (result.action, result.content) == (action, content)
    assert "Which colour?" in screen.getvalue()


async def test_a_person_may_be_sent_to_an_address() -> None:
    screen = io.StringIO()
    params = ElicitRequestURLParams(message="Sign in", url="https://example.com/in")

    result = await StreamElicitor(io.StringIO("a\n"), screen).elicit(params)

    assert (result.action, result.content) == ("accept", None)
    assert "https://example.com/in" in screen.getvalue()


async def test_a_model_is_asked_what_the_server_says() -> None:
    client = ReplayChatCompletionClient(["fine"])
    pixel = base64.b64encode(PIXEL).decode()
    params = CreateMessageRequestParams(
        messages=[
            SamplingMessage(role="user", content=TextContent(text="Hello")),
            SamplingMessage(role="assistant", content=TextContent(text="Hi")),
            SamplingMessage(role="user", content=ImageContent(data=pixel, mime_type="image/png")),
        ],
        system_prompt="Be brief.",
        max_tokens=10,
        temperature=0.5,
        stop_sequences=["END"],
    )

    result: Any = await ChatCompletionClientSampler(client).sample(params)

    asked = client.create_calls[0]
    system, first, second, third = asked["messages"]
    assert result.content.text == "fine"
    assert (system, first, second) == (
        SystemMessage(content="Be brief."),
        UserMessage(content="Hello", source="user"),
        AssistantMessage(content="Hi", source="assistant"),
    )
    assert isinstance(third.content[0], Image)
    assert asked["extra_create_args"] == {"max_tokens": 10, "temperature": 0.5, "stop": ["END"]}


def test_a_host_comes_back_from_json() -> None:
    workbench = McpWorkbench(stdio(), host=host(elicitor=StdioElicitor(timeout=3)))

    dumped = json.loads(workbench.dump_component().model_dump_json())
    again = McpWorkbench.load_component(dumped)

    parts = dumped["config"]["host"]["config"]
    assert parts["elicitor"]["provider"] == "autogen_ext.tools.mcp.StdioElicitor"
    assert parts["elicitor"]["config"] == {"timeout": 3.0}
    assert parts["roots"]["config"] == {"roots": [{"uri": "file:///srv/data", "name": "data"}]}
    assert json.loads(again.dump_component().model_dump_json()) == dumped
