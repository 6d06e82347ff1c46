"""Magentic-One with a scripted ledger."""
import asyncio
import json

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.teams import MagenticOneGroupChat
from program_transcript import attempt, follow, line, model, show


def ledger(speaker, done=False, progress=True, loop=False, why="because"):
    return json.dumps({
        "is_request_satisfied": {"reason": why, "answer": done},
        "is_progress_being_made": {"reason": why, "answer": progress},
        "is_in_loop": {"reason": why, "answer": loop},
        "instruction_or_question": {"reason": why, "answer": f"ask {speaker}"},
        "next_speaker": {"reason": why, "answer": speaker},
    })


def kinds(result):
    for message in result.messages:
        own = message.source == "MagenticOneOrchestrator" and len(message.content) > 60
        print("  ", type(message).__name__, message.source, "a longer text" if own else repr(message.content))
    print("  stop:", result.stop_reason)


async def main() -> None:
    agents = lambda: [AssistantAgent("coder", model(*(f"code {n}" for n in range(9))), description="codes"), AssistantAgent("tester", model(*(f"test {n}" for n in range(9))), description="tests")]
    client = model("facts", "plan", ledger("coder"), ledger("tester"), ledger("tester", done=True, why="it is done"), "final answer")
    kinds(await MagenticOneGroupChat(agents(), client).run(task="Make it."))
    print(len(client.create_calls))
    print("stalls")
    client = model("facts", "plan", ledger("coder", progress=False), ledger("coder", loop=True), "new facts", "new plan", ledger("tester"), ledger("coder", done=True), "final", "more")
    kinds(await MagenticOneGroupChat(agents(), client, max_stalls=2).run(task="Make it."))
    print("max turns")
    client = model("facts", "plan", ledger("coder"), ledger("tester"), ledger("coder"), "ended", "ended")
    kinds(await MagenticOneGroupChat(agents(), client, max_turns=2).run(task="Make it."))
    print("bad ledger")
    client = model("facts", "plan", "no json", "no json", ledger("coder"), ledger("coder", done=True), "final")
    kinds(await MagenticOneGroupChat(agents(), client).run(task="Make it."))
    client = model("facts", "plan", *["no json"] * 20)
    await attempt("never a ledger", lambda: MagenticOneGroupChat(agents(), client).run(task="Make it."))
    client = model("facts", "plan", ledger("nobody"))
    await attempt("unknown speaker", lambda: MagenticOneGroupChat(agents(), client, max_turns=2).run(task="Make it."))


asyncio.run(main())
