"""Round robin: turns, conditions, going on, reset, errors, cancelling."""
import asyncio

from autogen_agentchat.agents import AssistantAgent, BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.conditions import ExternalTermination, MaxMessageTermination, TextMentionTermination
from autogen_agentchat.messages import MultiModalMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken
from program_transcript import attempt, follow, model, show


class Sometimes(BaseChatAgent):
    def __init__(self, name):
        super().__init__(name, "sometimes fails")
        self.turn = 0

    @property
    def produced_message_types(self):
        return (TextMessage,)

    async def on_messages(self, messages, cancellation_token):
        self.turn += 1
        if self.turn == 2:
            raise KeyError("second turn")
        if self.turn == 4:
            pause = asyncio.ensure_future(asyncio.sleep(60))
            cancellation_token.link_future(pause)
            await pause
        return Response(chat_message=TextMessage(content=f"turn {self.turn} after {[m.content for m in messages]}", source=self.name))

    async def on_reset(self, cancellation_token):
        self.turn = 0


async def main() -> None:
    team = RoundRobinGroupChat([AssistantAgent("a", model(*"123456789")), AssistantAgent("b", model("x", "y APPROVE", "z", "w"))],
                               termination_condition=TextMentionTermination("APPROVE"))
    show(await team.run(task="go"))
    print("goes on")
    condition = MaxMessageTermination(3)
    team = RoundRobinGroupChat([AssistantAgent("a", model(*"123456789")), AssistantAgent("b", model(*"abcdefgh"))], termination_condition=condition, max_turns=3)
    show(await team.run(task="go"))
    show(await team.run())
    show(await team.run(task=[TextMessage(content="x", source="me"), TextMessage(content="y", source="you")]))
    show(await team.run(task="quiet", output_task_messages=False))
    await team.reset()
    print("after reset")
    await follow(team.run_stream(task=TextMessage(content="again", source="me")))
    print("max turns")
    team = RoundRobinGroupChat([AssistantAgent("a", model(*"123456789")), AssistantAgent("b", model(*"abcdefgh"))], max_turns=2)
    for _ in range(2):
        show(await team.run(task="go"))
    await attempt("bad task", lambda: team.run(task=[]))
    await attempt("bad task", lambda: team.run(task=["text"]))
    await attempt("bad task", lambda: team.run(task=3))

    print("errors")
    team = RoundRobinGroupChat([Sometimes("s"), AssistantAgent("b", model(*"abcdefgh"))], max_turns=3)
    error = await attempt("fails", lambda: team.run(task="go"))
    print(str(error).splitlines()[0], "Traceback" in str(error))
    slow = Sometimes("s")
    slow.turn = 3
    team = RoundRobinGroupChat([slow], max_turns=3)
    token = CancellationToken()
    run = asyncio.ensure_future(team.run(task="slow", cancellation_token=token))
    await asyncio.sleep(0.1)
    await attempt("running", lambda: team.run(task="twice"))
    await attempt("reset", lambda: team.reset())
    token.cancel()
    await attempt("cancelled", lambda: run)

    print("external")
    external = ExternalTermination()
    team = RoundRobinGroupChat([AssistantAgent("a", model(*"123456789"))], termination_condition=external)
    async for item in team.run_stream(task="go"):
        if getattr(item, "content", None) == "3":
            external.set()
    print(item.stop_reason)
    print("stopped at once")
    external.set()
    team = RoundRobinGroupChat([AssistantAgent("a", model(*"123456789"))], termination_condition=external)
    await attempt("already stopped", lambda: team.run(task="go"))
    for wrong in (lambda: RoundRobinGroupChat([]), lambda: RoundRobinGroupChat([AssistantAgent("a", model()), AssistantAgent("a", model())])):
        await attempt("setup", lambda: type(wrong()).__name__)
    await attempt("pause before", lambda: RoundRobinGroupChat([AssistantAgent("a", model())]).pause())


asyncio.run(main())
