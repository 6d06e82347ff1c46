from collections.abc import Sequence
from typing import Any

import pytest

from studio._kit.run_context import Question, RunContext, entered_run
from studio.agentchat.agents import ApprovalRequest, ApprovalResponse, CodeExecutorAgent
from studio.agentchat.base import Response
from studio.agentchat.messages import (
    CodeExecutionEvent,
    CodeGenerationEvent,
    ModelClientStreamingChunkEvent,
    StopMessage,
    TextMessage,
    ThoughtEvent,
)
from studio.core import CancellationToken
from studio.core.code_executor import CodeBlock, CodeExecutor, CodeResult
from studio.core.models import UserMessage
from tests.support.scripted_model import ScriptedModel, text

pytestmark = pytest.mark.filterwarnings("ignore:No approval function set:UserWarning")

SILENT = (
    "The script ran but produced no output to console. The POSIX exit code was: 0. If you were "
    "expecting output, consider revising the script to ensure content is printed to stdout."
)
CODE = "```python\nprint(1)\n```"


class Outcomes(CodeExecutor):
    """Runs nothing and gives the outcomes it is told to."""

    def __init__(self, *outcomes: tuple[int, str]) -> None:
        self.outcomes = list(outcomes)
        self.ran: list[CodeBlock] = []

    async def execute_code_blocks(
        self, code_blocks: list[CodeBlock], cancellation_token: CancellationToken
    ) -> CodeResult:
        self.ran.extend(code_blocks)
        exit_code, output = self.outcomes.pop(0)
        return CodeResult(exit_code=exit_code, output=output)

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def restart(self) -> None: ...


def said(content: str, source: str = "user") -> TextMessage:
    return TextMessage(content=content, source=source)


async def turn(agent: CodeExecutorAgent, *messages: Any) -> tuple[list[Any], Response]:
    items = [item async for item in agent.on_messages_stream(messages, CancellationToken())]
    response = items.pop()
    assert isinstance(response, Response)
    return items, response


async def answer(agent: CodeExecutorAgent, *messages: Any) -> str:
    return (await turn(agent, *messages))[1].chat_message.to_text()


async def test_code_in_messages_runs() -> None:
    executor = Outcomes((0, "1\n"))
    agent = CodeExecutorAgent("coder", executor)

    content = await answer(agent, said(f"Run this:\n{CODE}\nand\n```sh\nls\n```"))

    assert content == "1\n"
    assert executor.ran == [CodeBlock("print(1)\n", "python"), CodeBlock("ls\n", "sh")]


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (
            (0, "  "),
            SILENT,
        ),
        (
            (2, "oops"),
            "The script ran, then exited with an error (POSIX exit code: 2)\nIts output was:\noops",
        ),
    ],
)
async def test_the_outcome_is_told_in_words(outcome: tuple[int, str], expected: str) -> None:
    assert await answer(CodeExecutorAgent("coder", Outcomes(outcome)), said(CODE)) == expected


@pytest.mark.parametrize(
    "message",
    [
        said("no code"),
        said("```python print(1)```"),
        said("```ruby\nputs 1\n```"),
        said(CODE, source="stranger"),
        StopMessage(content=CODE, source="user"),
    ],
)
async def test_without_code_it_says_so(message: Any) -> None:
    agent = CodeExecutorAgent("coder", Outcomes(), sources=["user"])

    assert (await answer(agent, message)).startswith("No code blocks found in the thread. ")


async def test_languages_can_be_chosen_and_their_case_does_not_matter() -> None:
    executor = Outcomes((0, "1"))
    agent = CodeExecutorAgent("coder", executor, supported_languages=["ruby"])

    await answer(agent, said(f"{CODE}\n```Ruby\nputs 1\n```"))

    assert executor.ran == [CodeBlock("puts 1\n", "ruby")]


async def test_the_model_writes_code_and_reports() -> None:
    executor = Outcomes((0, "1"))
    model = ScriptedModel(text(CODE, thought="print it"), "It is 1.")
    agent = CodeExecutorAgent("coder", executor, model_client=model, system_message=None)

    items, response = await turn(agent, said("print 1"))

    thought, generation, execution = items
    assert isinstance(thought, ThoughtEvent)
    assert isinstance(generation, CodeGenerationEvent)
    assert (generation.retry_attempt, generation.content) == (0, CODE)
    assert generation.code_blocks == [CodeBlock("print(1)\n", "python")]
    assert isinstance(execution, CodeExecutionEvent)
    assert execution.to_text() == "1"
    assert response.chat_message.to_text() == "It is 1."
    assert response.inner_messages == items
    assert model.asked[1].messages[-1] == UserMessage(content="1", source="coder")


async def test_a_text_without_code_is_the_answer() -> None:
    agent = CodeExecutorAgent("coder", Outcomes(), model_client=ScriptedModel("Hello."))

    items, response = await turn(agent, said("hi"))

    assert items == []
    assert response.chat_message.to_text() == "Hello."


async def test_failed_code_is_corrected_and_tried_again() -> None:
    model = ScriptedModel(CODE, '{"reason": "typo", "retry": true}', CODE, "Works.")
    executor = Outcomes((1, "boom"), (0, "1"))
    agent = CodeExecutorAgent("coder", executor, model_client=model, max_retries_on_error=2)

    items, response = await turn(agent, said("go"))

    assert [(type(i).__name__, i.retry_attempt) for i in items] == [
        ("CodeGenerationEvent", 0),
        ("CodeExecutionEvent", 0),
        ("CodeGenerationEvent", 0),
        ("CodeGenerationEvent", 1),
        ("CodeExecutionEvent", 1),
    ]
    assert items[2].content == "Attempt number: 1\nProposed correction: typo"
    assert items[2].code_blocks == []
    assert response.chat_message.to_text() == "Works."


async def test_a_hopeless_failure_is_not_tried_again() -> None:
    model = ScriptedModel(CODE, '{"reason": "no network", "retry": false}', "It failed.")
    agent = CodeExecutorAgent(
        "coder", Outcomes((1, "boom")), model_client=model, max_retries_on_error=2
    )

    assert await answer(agent, said("go")) == "It failed."


async def test_answers_can_be_streamed() -> None:
    model = ScriptedModel(["```python\n", "print(1)\n```"], ["It ", "is 1."])
    agent = CodeExecutorAgent(
        "coder", Outcomes((0, "1")), model_client=model, model_client_stream=True
    )

    items, response = await turn(agent, said("go"))

    chunks = [item for item in items if isinstance(item, ModelClientStreamingChunkEvent)]
    assert [chunk.content for chunk in chunks] == [
        "```python\n",
        "print(1)\n```",
        "It ",
        "is 1.",
    ]
    assert chunks[-1].full_message_id == response.chat_message.id
    assert chunks[0].full_message_id != response.chat_message.id


@pytest.mark.parametrize("model", [None, ScriptedModel(structured_output=False)])
def test_retries_need_structured_output(model: ScriptedModel | None) -> None:
    with pytest.raises(ValueError, match="max_retries_on_error"):
        CodeExecutorAgent("coder", Outcomes(), model_client=model, max_retries_on_error=1)


async def test_refused_code_does_not_run() -> None:
    seen: list[ApprovalRequest] = []

    def refuse(request: ApprovalRequest) -> ApprovalResponse:
        seen.append(request)
        return ApprovalResponse(approved=False, reason="too risky")

    executor = Outcomes()
    agent = CodeExecutorAgent("coder", executor, approval_func=refuse)

    result = await agent.execute_code_block([CodeBlock("print(1)", "python")], CancellationToken())

    assert result == CodeResult(
        exit_code=1, output="Code execution was not approved. Reason: too risky"
    )
    assert executor.ran == []
    assert seen[0].code == "```python\nprint(1)\n```"


async def test_an_async_function_may_approve_with_the_context_known() -> None:
    seen: list[Sequence[Any]] = []

    async def approve(request: ApprovalRequest) -> ApprovalResponse:
        seen.append(request.context)
        return ApprovalResponse(approved=True, reason="fine")

    agent = CodeExecutorAgent(
        "coder",
        Outcomes((0, "1")),
        model_client=ScriptedModel(CODE, "It is 1."),
        approval_func=approve,
    )

    assert await answer(agent, said("go")) == "It is 1."
    assert [message.content for message in seen[0]] == ["go", CODE]


def test_running_without_approval_is_warned_about() -> None:
    with pytest.warns(UserWarning, match="No approval function set"):
        CodeExecutorAgent("coder", Outcomes())


def test_an_approval_function_cannot_be_in_a_document() -> None:
    agent = CodeExecutorAgent(
        "coder", Outcomes(), approval_func=lambda r: ApprovalResponse(approved=True, reason="")
    )

    with pytest.raises(ValueError, match="Cannot serialize CodeExecutorAgent with approval_func"):
        agent.dump_component()


class Run(RunContext):
    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.asked: list[Question] = []

    async def ask(self, question: Question) -> str:
        self.asked.append(question)
        return self.answer


@pytest.mark.parametrize(("reply", "runs"), [("true", True), ("yes", True), ("false", False)])
async def test_a_run_that_wants_it_is_asked(reply: str, runs: bool) -> None:
    run = Run(reply)
    run.approve_code = True
    executor = Outcomes((0, "1"))

    with entered_run(run):
        content = await answer(CodeExecutorAgent("coder", executor), said(CODE))

    assert run.asked[0].schema == {"type": "boolean"}
    assert "print(1)" in run.asked[0].prompt
    assert bool(executor.ran) is runs
    assert content == ("1" if runs else "Code execution was not approved. Reason: false")


async def test_a_run_is_not_asked_unless_it_wants_to_be() -> None:
    run = Run("false")

    with entered_run(run):
        assert await answer(CodeExecutorAgent("coder", Outcomes((0, "1"))), said(CODE)) == "1"

    assert run.asked == []


async def test_the_history_of_the_model_is_saved() -> None:
    first = CodeExecutorAgent("coder", Outcomes(), model_client=ScriptedModel("Hello."))
    await turn(first, said("hi"))
    second = CodeExecutorAgent("coder", Outcomes(), model_client=ScriptedModel())

    await second.load_state(await first.save_state())
    assert await second.model_context.get_messages() == await first.model_context.get_messages()

    await second.on_reset(CancellationToken())
    assert await second.model_context.get_messages() == []
