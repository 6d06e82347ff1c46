"""Memory and model contexts of an assistant."""
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.messages import TextMessage
from autogen_core.memory import ListMemory, MemoryContent, MemoryMimeType
from autogen_core.model_context import (
    BufferedChatCompletionContext, ChatCompletionContext, HeadAndTailChatCompletionContext,
    TokenLimitedChatCompletionContext, UnboundedChatCompletionContext,
)
from autogen_core.models import AssistantMessage, FunctionExecutionResult, FunctionExecutionResultMessage, UserMessage
from autogen_core import FunctionCall
from program_transcript import attempt, calls, follow, line, model, plain, show, text


class OnlyUsers(ChatCompletionContext):
    async def get_messages(self):
        return [m for m in self._messages if isinstance(m, UserMessage)]


async def main() -> None:
    memory = ListMemory(name="facts")
    await memory.add(MemoryContent(content="metric units", mime_type=MemoryMimeType.TEXT))
    await memory.add(MemoryContent(content={"k": [1]}, mime_type=MemoryMimeType.JSON, metadata={"m": 1}))
    empty = ListMemory()
    client = model("a", "b")
    agent = AssistantAgent("m", client, memory=[memory, empty], system_message="sys")
    await follow(agent.run_stream(task="go"))
    for call in client.create_calls:
        for message in call["messages"]:
            print("   ", type(message).__name__, repr(message.content))
    print(memory.name, empty.name, len(memory.content), [plain(r.content) for r in (await memory.query("x")).results])
    await memory.clear()
    print((await memory.query("x")).results)
    context = UnboundedChatCompletionContext()
    print(plain((await memory.update_context(context)).memories.results), await context.get_messages())

    for context in (
        BufferedChatCompletionContext(2), HeadAndTailChatCompletionContext(1, 1), OnlyUsers(),
        UnboundedChatCompletionContext([UserMessage(content="first", source="user")]),
    ):
        client = model(*"abcdef")
        agent = AssistantAgent("m", client, model_context=context, system_message=None)
        for n in range(3):
            await agent.run(task=f"t{n}")
        print(type(context).__name__, [[m.content for m in c["messages"]] for c in client.create_calls])
        state = await agent.save_state()
        print(sorted(state), plain(state["llm_context"])["messages"][0]["content"], len(state["llm_context"]["messages"]))
        other = AssistantAgent("m", model("again"), model_context=type(context)(*([2] if "Buffered" in type(context).__name__ else [1, 1] if "Head" in type(context).__name__ else [])), system_message=None)
        await other.load_state(state)
        print(await other.save_state() == state)
    call = AssistantMessage(content=[FunctionCall("1", "{}", "f")], source="a")
    result = FunctionExecutionResultMessage(content=[FunctionExecutionResult(content="r", name="f", call_id="1", is_error=False)])
    users = [UserMessage(content=f"u{n} word", source="user") for n in range(6)]
    for context in (
        BufferedChatCompletionContext(3, [users[0], call, result, users[1], users[2]]),
        HeadAndTailChatCompletionContext(2, 2, [users[0], call, result, users[1], users[2], users[3]]),
        HeadAndTailChatCompletionContext(2, 2, [users[0], users[1], call, result, users[2]]),
        HeadAndTailChatCompletionContext(3, 3, users[:5]),
        TokenLimitedChatCompletionContext(model(), token_limit=6, initial_messages=users),
        TokenLimitedChatCompletionContext(model(), token_limit=5, initial_messages=[users[0], call, result, users[1]]),
    ):
        print(type(context).__name__, [plain(m.content) for m in await context.get_messages()])
    for wrong in (lambda: BufferedChatCompletionContext(0), lambda: HeadAndTailChatCompletionContext(0, 1), lambda: HeadAndTailChatCompletionContext(1, -1), lambda: TokenLimitedChatCompletionContext(model(), token_limit=0)):
        await attempt("size", lambda: type(wrong()).__name__)


asyncio.run(main())
