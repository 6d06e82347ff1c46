"""A user proxy, alone and in teams."""
import asyncio

from autogen_agentchat.agents import AssistantAgent, UserProxyAgent
from autogen_agentchat.conditions import TextMentionTermination
from autogen_agentchat.messages import HandoffMessage, TextMessage, UserInputRequestedEvent
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken
from program_transcript import attempt, follow, line, model, show


async def main() -> None:
    prompts = []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return "APPROVE" if len(prompts) > 1 else "not yet"

    async def answer_later(prompt: str, cancellation_token: CancellationToken | None = None) -> str:
        await asyncio.sleep(0)
        return f"later {cancellation_token is not None}"

    team = RoundRobinGroupChat([AssistantAgent("a", model("one", "two", "three")), UserProxyAgent("person", input_func=answer)], termination_condition=TextMentionTermination("APPROVE"))
    await follow(team.run_stream(task="go"))
    print(len(prompts))
    person = UserProxyAgent("person", description="P", input_func=answer_later)
    show(await person.run(task="hello"))
    token = CancellationToken()
    response = await person.on_messages([HandoffMessage(source="a", target="person", content="h")], token)
    print(line(response))
    response = await person.on_messages([HandoffMessage(source="a", target="other", content="h"), TextMessage(content="x", source="b")], token)
    print(line(response))

    def broken(prompt: str) -> str:
        raise KeyError("keyboard")

    await attempt("broken", lambda: UserProxyAgent("person", input_func=broken).run(task="x"))

    async def for_ever(prompt: str, cancellation_token: CancellationToken | None = None) -> str:
        await asyncio.sleep(100)
        return ""

    run = asyncio.ensure_future(UserProxyAgent("person", input_func=for_ever).run(task="x", cancellation_token=token))
    await asyncio.sleep(0.05)
    run.cancel()
    await attempt("cancelled", lambda: run)


asyncio.run(main())
