"""Team events, and what each participant has seen."""
import asyncio

from autogen_agentchat.agents import AssistantAgent, BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.messages import HandoffMessage, SelectSpeakerEvent, StopMessage, TextMessage, ThoughtEvent
from autogen_agentchat.teams import DiGraphBuilder, GraphFlow, RoundRobinGroupChat, SelectorGroupChat, Swarm
from autogen_core import SingleThreadedAgentRuntime
from program_transcript import follow, model, show


class Teller(BaseChatAgent):
    def __init__(self, name, *, stops=0, hands=None):
        super().__init__(name, "tells")
        self.stops, self.hands, self.turn, self.seen = stops, hands, 0, []

    @property
    def produced_message_types(self):
        return (TextMessage, HandoffMessage, StopMessage)

    async def on_messages(self, messages, cancellation_token):
        self.turn += 1
        self.seen.append([f"{m.source}:{m.content}" for m in messages])
        thought = ThoughtEvent(content="hm", source=self.name)
        if self.turn == self.stops:
            return Response(chat_message=StopMessage(content="enough", source=self.name), inner_messages=[thought])
        if self.hands:
            return Response(chat_message=HandoffMessage(content="yours", target=self.hands, source=self.name))
        extra = TextMessage(content="inner", source=self.name)
        return Response(chat_message=TextMessage(content=f"{self.turn}", source=self.name), inner_messages=[thought, extra])

    async def on_reset(self, cancellation_token):
        self.turn, self.seen = 0, []


async def main() -> None:
    for make in (
        lambda a, b, **more: RoundRobinGroupChat([a, b], max_turns=3, **more),
        lambda a, b, **more: SelectorGroupChat([a, b], model("a", "b", "a"), max_turns=3, **more),
        lambda a, b, **more: Swarm([a, b], max_turns=3, **more),
    ):
        for own in (False, True):
            a, b = Teller("a", hands="b" if make.__code__.co_names[0] == "Swarm" else None), Teller("b")
            runtime = SingleThreadedAgentRuntime() if own else None
            if runtime:
                runtime.start()
            team = make(a, b, emit_team_events=True, runtime=runtime)
            await follow(team.run_stream(task="go"))
            print(a.seen, b.seen)
            if runtime:
                await runtime.stop()
    a, b = Teller("a"), Teller("b")
    team = RoundRobinGroupChat([a, b], termination_condition=MaxMessageTermination(4))
    show(await team.run(task="counts the inner ones too"))
    show(await team.run())
    print(a.seen, b.seen)
    await team.reset()
    print(a.seen, b.seen)
    show(await team.run(task="anew"))


asyncio.run(main())
