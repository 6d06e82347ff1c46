"""Agents written by hand: a countdown, and arithmetic chosen by a model."""
import asyncio
from typing import AsyncGenerator, Callable, List, Sequence

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.messages import BaseAgentEvent, BaseChatMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat, SelectorGroupChat
from autogen_core import CancellationToken
from program_transcript import attempt, follow, line, model, show


class CountDown(BaseChatAgent):
    def __init__(self, name: str, count: int = 3):
        super().__init__(name, "Counts down.")
        self._count = count

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        response: Response | None = None
        async for message in self.on_messages_stream(messages, cancellation_token):
            if isinstance(message, Response):
                response = message
        assert response is not None
        return response

    async def on_messages_stream(self, messages, cancellation_token) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        inner: List[BaseAgentEvent | BaseChatMessage] = []
        for i in range(self._count, 0, -1):
            msg = TextMessage(content=f"{i}...", source=self.name)
            inner.append(msg)
            yield msg
        yield Response(chat_message=TextMessage(content="Done!", source=self.name), inner_messages=inner)

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        pass


class Arithmetic(BaseChatAgent):
    def __init__(self, name: str, description: str, operator: Callable[[int], int]) -> None:
        super().__init__(name, description=description)
        self._operator = operator
        self._messages: List[BaseChatMessage] = []

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        self._messages.extend(messages)
        assert isinstance(self._messages[-1], TextMessage)
        result = self._operator(int(self._messages[-1].content))
        message = TextMessage(content=str(result), source=self.name)
        self._messages.append(message)
        return Response(chat_message=message)

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        self._messages.clear()


async def main() -> None:
    down = CountDown("down")
    await follow(down.on_messages_stream([], CancellationToken()))
    show(await down.run(task="count"))
    await follow(down.run_stream())
    show(await down.run(task="quiet", output_task_messages=False))
    await attempt("no task", lambda: down.run(task=[]))
    await attempt("wrong task", lambda: down.run(task=["x"]))
    show(await RoundRobinGroupChat([CountDown("a", 1), CountDown("b", 2)], max_turns=2).run(task="go"))

    add = Arithmetic("add_agent", "Adds 1 to the number.", lambda x: x + 1)
    double = Arithmetic("multiply_agent", "Multiplies the number by 2.", lambda x: x * 2)
    same = Arithmetic("identity_agent", "Returns the number.", lambda x: x)
    client = model("add_agent", "multiply_agent", "multiply_agent", "identity_agent", "add_agent")
    team = SelectorGroupChat(
        [add, double, same], model_client=client, termination_condition=MaxMessageTermination(7), allow_repeated_speaker=True,
        selector_prompt="Available roles:\n{roles}\nTheir job descriptions:\n{participants}\nCurrent conversation history:\n{history}\nselect one.",
    )
    task: List[BaseChatMessage] = [TextMessage(content="Apply operations.", source="user"), TextMessage(content="10", source="user")]
    await follow(team.run_stream(task=task))
    for call in client.create_calls[:2]:
        print([(type(m).__name__, m.content) for m in call["messages"][:1]])


asyncio.run(main())
