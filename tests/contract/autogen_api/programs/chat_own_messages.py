"""Messages and events of one's own travel through teams."""
import asyncio
from typing import Literal, Mapping, Sequence, Any

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import BaseAgentEvent, BaseChatMessage, BaseTextChatMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken
from autogen_core.models import UserMessage
from program_transcript import attempt, follow, line, show


class Score(BaseChatMessage):
    points: int
    type: Literal["Score"] = "Score"

    def to_text(self) -> str:
        return f"{self.points} points"

    def to_model_text(self) -> str:
        return self.to_text()

    def to_model_message(self) -> UserMessage:
        return UserMessage(content=self.to_text(), source=self.source)


class Shout(BaseTextChatMessage):
    type: Literal["Shout"] = "Shout"


class Progress(BaseAgentEvent):
    percent: int
    type: Literal["Progress"] = "Progress"

    def to_text(self) -> str:
        return f"{self.percent}%"


class Scorer(BaseChatAgent):
    def __init__(self, name: str, honest: bool = True) -> None:
        super().__init__(name, "scores")
        self.honest, self.got = honest, []

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (Score, Shout) if self.honest else (TextMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        self.got.append([m.to_text() for m in messages])
        event = Progress(percent=50, source=self.name)
        return Response(chat_message=Score(points=len(self.got), source=self.name, metadata={"by": self.name}), inner_messages=[event])

    async def on_messages_stream(self, messages, cancellation_token):
        yield Progress(percent=10, source=self.name)
        yield await self.on_messages(messages, cancellation_token)

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        self.got.clear()

    async def save_state(self) -> Mapping[str, Any]:
        return {"got": self.got}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        self.got = state["got"]


async def main() -> None:
    a, b = Scorer("a"), Scorer("b")
    team = RoundRobinGroupChat([a, b], max_turns=3, custom_message_types=[Progress, Shout, Score])
    result = await team.run(task=Shout(content="GO", source="user"))
    for message in result.messages:
        print(type(message).__name__, message.source, message.to_text(), message.metadata)
    print(a.got, b.got)
    state = await team.save_state()
    await team.reset()
    print(a.got)
    await team.load_state(state)
    result = await team.run()
    print([m.to_text() for m in result.messages], a.got, b.got)
    liar = RoundRobinGroupChat([Scorer("liar", honest=False)], max_turns=1)
    await attempt("unregistered", lambda: liar.run(task="x"))
    score = Score(points=3, source="s")
    print(Score.load(score.dump()) == score, sorted(score.dump()))


asyncio.run(main())
