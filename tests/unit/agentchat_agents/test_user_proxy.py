import asyncio

import pytest

from studio._kit.run_context import Question, RunContext, entered_run
from studio.agentchat.agents import UserProxyAgent
from studio.agentchat.base import Response
from studio.agentchat.messages import HandoffMessage, TextMessage, UserInputRequestedEvent
from studio.core import CancellationToken


def hi() -> TextMessage:
    return TextMessage(content="hi", source="bob")


async def answer(agent: UserProxyAgent, *messages: TextMessage | HandoffMessage) -> Response:
    return await agent.on_messages(messages, CancellationToken())


async def test_a_function_is_asked_after_the_event() -> None:
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return "yes"

    agent = UserProxyAgent("user", input_func=ask)
    items: list[object] = []
    async for item in agent.on_messages_stream([hi()], CancellationToken()):
        items.append(item)
        if isinstance(item, UserInputRequestedEvent):
            assert asked == []

    event, response = items
    assert isinstance(event, UserInputRequestedEvent)
    assert isinstance(response, Response)
    assert response.chat_message.to_text() == "yes"
    assert asked == ["Enter your response: "]


async def test_an_async_function_gets_the_token_and_knows_its_request() -> None:
    seen: list[object] = []

    async def ask(prompt: str, token: CancellationToken | None) -> str:
        seen.extend([token, UserProxyAgent.InputRequestContext.request_id()])
        return "yes"

    token = CancellationToken()
    agent = UserProxyAgent("user", input_func=ask)
    items = [item async for item in agent.on_messages_stream([hi()], token)]

    assert isinstance(items[0], UserInputRequestedEvent)
    assert seen == [token, items[0].request_id]


async def test_a_sync_function_knows_its_request_too() -> None:
    seen: list[str] = []

    def ask(prompt: str) -> str:
        seen.append(UserProxyAgent.InputRequestContext.request_id())
        return ""

    await answer(UserProxyAgent("user", input_func=ask), hi())

    assert len(seen) == 1


def test_outside_a_question_there_is_no_request() -> None:
    with pytest.raises(RuntimeError, match="InputRequestContext"):
        UserProxyAgent.InputRequestContext.request_id()


async def test_a_handoff_is_answered_with_a_handoff_back() -> None:
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return "done"

    agent = UserProxyAgent("user", input_func=ask)
    response = await answer(agent, HandoffMessage(content="?", source="bob", target="user"))

    message = response.chat_message
    assert isinstance(message, HandoffMessage)
    assert (message.target, message.content, message.source) == ("bob", "done", "user")
    assert asked == ["Handoff received from bob. Enter your response: "]


async def test_a_handoff_to_somebody_else_is_an_error() -> None:
    agent = UserProxyAgent("user", input_func=lambda prompt: "x")

    with pytest.raises(RuntimeError):
        await answer(agent, HandoffMessage(content="?", source="bob", target="ann"))


async def test_a_failing_function_is_an_error_that_says_so() -> None:
    def ask(prompt: str) -> str:
        raise EOFError("no terminal")

    with pytest.raises(RuntimeError, match="Failed to get user input: no terminal"):
        await answer(UserProxyAgent("user", input_func=ask), hi())


async def test_cancelling_passes_through() -> None:
    started = asyncio.Event()

    async def ask(prompt: str, token: CancellationToken | None) -> str:
        started.set()
        await asyncio.Event().wait()
        return ""

    task = asyncio.ensure_future(answer(UserProxyAgent("user", input_func=ask), hi()))
    await started.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


class Run(RunContext):
    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.waiting = asyncio.Event()
        self.silent = False

    async def ask(self, question: Question) -> str:
        self.asked.append(question)
        self.waiting.set()
        if self.silent:
            await asyncio.Event().wait()
        return "from the run"


async def test_in_a_run_the_run_is_asked() -> None:
    run = Run()
    agent = UserProxyAgent("user")

    with entered_run(run):
        items = [i async for i in agent.on_messages_stream([hi()], CancellationToken())]

    assert isinstance(items[0], UserInputRequestedEvent)
    assert isinstance(items[1], Response)
    assert items[1].chat_message.to_text() == "from the run"
    assert run.asked == [
        Question(prompt="Enter your response: ", source="user", request_id=items[0].request_id)
    ]


async def test_a_function_of_ones_own_goes_before_the_run() -> None:
    run = Run()

    with entered_run(run):
        response = await answer(UserProxyAgent("user", input_func=lambda prompt: "mine"), hi())

    assert response.chat_message.to_text() == "mine"
    assert run.asked == []


async def test_the_token_ends_waiting_for_the_run() -> None:
    run = Run()
    run.silent = True
    token = CancellationToken()

    with entered_run(run):
        task = asyncio.ensure_future(UserProxyAgent("user").on_messages([hi()], token))
        await run.waiting.wait()
        token.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_without_a_run_the_console_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(prompt: str) -> str:
        return f"typed after {prompt!r}"

    monkeypatch.setattr("builtins.input", typed)

    response = await answer(UserProxyAgent("user"), hi())

    assert response.chat_message.to_text() == "typed after 'Enter your response: '"


async def test_the_document_has_no_function() -> None:
    agent = UserProxyAgent("user", description="The boss", input_func=lambda prompt: "x")
    dumped = agent.dump_component()

    assert dumped.provider == "autogen_agentchat.agents.UserProxyAgent"
    assert dumped.config == {"name": "user", "description": "The boss"}
    assert UserProxyAgent.load_component(dumped).name == "user"
