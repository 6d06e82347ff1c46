"""A model, functions and candidates choose the speaker."""
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.teams import SelectorGroupChat
from autogen_core.model_context import BufferedChatCompletionContext
from program_transcript import attempt, follow, model, plain, show


def agents():
    return [AssistantAgent(n, model(*(f"{n}{i}" for i in range(9))), description=f"{n} does\n  {n} things") for n in ("writer", "critic", "long_name")]


PROMPT = "{roles}|{participants}|{history}|"


async def main() -> None:
    client = model("writer", "I choose critic", "writer or critic", "nobody", "long name", "Critic", "critic")
    team = SelectorGroupChat(agents(), client, selector_prompt=PROMPT, max_turns=4)
    show(await team.run(task="go"))
    for call in client.create_calls:
        print([(type(m).__name__, m.content) for m in call["messages"][:1]])

    print("repeats are refused")
    client = model("writer", "writer", "critic", "critic", "critic", "critic")
    show(await SelectorGroupChat(agents(), client, selector_prompt=PROMPT, max_turns=3).run(task="go"))
    print("repeats are allowed")
    show(await SelectorGroupChat(agents(), model("writer", "writer"), allow_repeated_speaker=True, max_turns=2).run(task="go"))
    print("attempts")
    show(await SelectorGroupChat(agents(), model(*"xyzuvw"), max_selector_attempts=2, max_turns=2).run(task="go"))
    print("user prompt")
    client = model("writer", family="llama-3.3-70b")
    await SelectorGroupChat(agents(), client, selector_prompt=PROMPT, max_turns=1).run(task="go")
    print([(type(m).__name__, m.content) for m in client.create_calls[0]["messages"][:1]])

    def choose(messages):
        return {1: "critic", 2: None, 3: "writer"}.get(len(messages), "critic")

    print("function")
    show(await SelectorGroupChat(agents(), model("long_name", "long_name"), selector_func=choose, max_turns=4).run(task="go"))

    async def choose_later(messages):
        return "writer" if messages[-1].source == "user" else "critic"

    show(await SelectorGroupChat(agents(), model(), selector_func=choose_later, max_turns=3).run(task="go"))

    print("candidates")
    seen = []

    def candidates(messages):
        seen.append(len(messages))
        return ["critic"] if len(messages) == 1 else ["writer", "critic"]

    client = model("critic", "writer", "critic", "writer")
    show(await SelectorGroupChat(agents(), client, candidate_func=candidates, selector_prompt=PROMPT, max_turns=3).run(task="go"))
    print(seen, [c["messages"][0].content for c in client.create_calls])
    for wrong in (lambda m: "zzz", lambda m: (_ for _ in ()).throw(KeyError("x"))):
        await attempt("wrong function", lambda: SelectorGroupChat(agents(), model(), selector_func=wrong, max_turns=1).run(task="go"))
    for wrong in (lambda m: [], lambda m: ["zzz"]):
        await attempt("wrong candidates", lambda: SelectorGroupChat(agents(), model(), candidate_func=wrong, max_turns=1).run(task="go"))
    await attempt("one agent", lambda: SelectorGroupChat(agents()[:1], model()))

    print("events")
    team = SelectorGroupChat(agents(), model("writer", "critic"), max_turns=2, emit_team_events=True, model_client_streaming=True)
    await follow(team.run_stream(task="go"))
    print("context")
    client = model("writer", "critic", "writer")
    team = SelectorGroupChat(agents(), client, selector_prompt=PROMPT, max_turns=3, model_context=BufferedChatCompletionContext(1))
    show(await team.run(task="go"))
    print([c["messages"][0].content for c in client.create_calls])


asyncio.run(main())
