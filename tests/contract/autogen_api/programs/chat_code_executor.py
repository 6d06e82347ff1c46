"""Code that agents write is run by an executor."""
import asyncio
from typing import List

from autogen_agentchat.agents import ApprovalRequest, ApprovalResponse, AssistantAgent, CodeExecutorAgent
from autogen_agentchat.conditions import MaxMessageTermination, TextMessageTermination
from autogen_agentchat.messages import TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken
from autogen_core.code_executor import CodeBlock, CodeExecutor, CodeResult
from pydantic import BaseModel
from program_transcript import attempt, follow, line, model, plain, show


class Config(BaseModel):
    pass


class Fake(CodeExecutor):
    component_type = "code_executor"
    component_config_schema = Config

    def __init__(self):
        self.ran: List[CodeBlock] = []

    async def execute_code_blocks(self, code_blocks, cancellation_token):
        self.ran.extend(code_blocks)
        text = "".join(b.code for b in code_blocks)
        return CodeResult(exit_code=1 if "fail" in text else 0, output="" if "quiet" in text else f"ran {len(code_blocks)}: {text.strip()}")

    async def start(self): pass
    async def stop(self): pass
    async def restart(self): self.ran.clear()

    def _to_config(self): return Config()
    @classmethod
    def _from_config(cls, config): return cls()


def code(text, language="python"):
    return f"Here:\n```{language}\n{text}\n```\nDone."


async def main() -> None:
    executor = Fake()
    agent = CodeExecutorAgent("runner", executor)
    print([t.__name__ for t in agent.produced_message_types])
    for text in (code("print(1)"), code("fail"), code("quiet"), "no code", code("a") + "\n" + code("b", "sh"), code("x", "")):
        print(line((await agent.on_messages([TextMessage(content=text, source="user")], CancellationToken())).chat_message)[:56])
    print(executor.ran)
    some = CodeExecutorAgent("runner", Fake(), sources=["coder"], supported_languages=["python"])
    print(line((await some.on_messages([TextMessage(content=code("1"), source="user"), TextMessage(content=code("2"), source="coder"), TextMessage(content=code("3", "sh"), source="coder")], CancellationToken())).chat_message))
    print(await some.extract_code_blocks_from_messages([TextMessage(content=code("z"), source="coder")]))

    asked = []

    def approve(request: ApprovalRequest) -> ApprovalResponse:
        asked.append((request.code, len(request.context)))
        return ApprovalResponse(approved="rm" not in request.code, reason="no rm")

    careful = CodeExecutorAgent("runner", Fake(), approval_func=approve)
    for text in (code("ls"), code("rm")):
        print(line((await careful.on_messages([TextMessage(content=text, source="user")], CancellationToken())).chat_message))
    print(asked)

    print("with a model")
    client = model(code("print(2)"), "It printed 2.")
    coder = CodeExecutorAgent("coder", Fake(), model_client=client)
    await follow(coder.run_stream(task="do"))
    print([len(c["messages"]) for c in client.create_calls])
    print("no code")
    show(await CodeExecutorAgent("coder", Fake(), model_client=model("just text")).run(task="do"))
    print("retries")

    class Retry(BaseModel):
        reason: str
        retry: bool

    client = model(code("fail"), '{"reason": "it failed", "retry": true}', code("better"), "All good.")
    await follow(CodeExecutorAgent("coder", Fake(), model_client=client, max_retries_on_error=2).run_stream(task="do"))
    client = model(code("fail"), '{"reason": "hopeless", "retry": false}', "Gave up.")
    await follow(CodeExecutorAgent("coder", Fake(), model_client=client, max_retries_on_error=2).run_stream(task="do"))
    print("in a team")
    team = RoundRobinGroupChat([AssistantAgent("writer", model(code("w1"), code("w2"))), CodeExecutorAgent("runner", Fake())], termination_condition=MaxMessageTermination(5))
    show(await team.run(task="write"))


asyncio.run(main())
