"""Patterns of the handbook: concurrent, sequential, group chat, mixture, debate, hand-off."""
import asyncio
from dataclasses import dataclass
from typing import List

from autogen_core import (
    AgentId, ClosureAgent, ClosureContext, DefaultTopicId, MessageContext, RoutedAgent,
    SingleThreadedAgentRuntime, TopicId, TypeSubscription, default_subscription, message_handler, type_subscription,
)
from pydantic import BaseModel


@dataclass
class Task:
    text: str


@dataclass
class Response:
    by: str
    text: str


class GroupChatMessage(BaseModel):
    body: str
    by: str


class RequestToSpeak(BaseModel):
    pass


@type_subscription(topic_type="urgent")
class Urgent(RoutedAgent):
    @message_handler
    async def work(self, message: Task, ctx: MessageContext) -> None:
        await asyncio.sleep(0.01)
        print("urgent", message.text, self.id.key)
        await self.publish_message(Response("urgent", message.text), TopicId("answers", self.id.key))


@type_subscription(topic_type="normal")
class Normal(RoutedAgent):
    @message_handler
    async def work(self, message: Task, ctx: MessageContext) -> None:
        await asyncio.sleep(0.05)
        print("normal", message.text, self.id.key)
        await self.publish_message(Response("normal", message.text), TopicId("answers", self.id.key))


class Step(RoutedAgent):
    def __init__(self, verb: str, next_topic: str) -> None:
        super().__init__(verb)
        self.verb, self.next_topic = verb, next_topic

    @message_handler
    async def step(self, message: Task, ctx: MessageContext) -> None:
        text = f"{self.verb}({message.text})"
        if not self.next_topic:
            print("result", text)
            return
        await self.publish_message(Task(text), topic_id=TopicId(self.next_topic, source=self.id.key))


class Worker(RoutedAgent):
    @message_handler
    async def work(self, message: Task, ctx: MessageContext) -> Response:
        await asyncio.sleep(0.01)
        return Response(str(self.id), message.text.upper())


class Orchestrator(RoutedAgent):
    @message_handler
    async def work(self, message: Task, ctx: MessageContext) -> Response:
        results: List[Response] = []
        for layer in range(2):
            text = message.text + "".join(r.text for r in results)
            ids = [AgentId("worker", f"{self.id.key}/layer{layer}/w{n}") for n in range(3)]
            results = await asyncio.gather(*(self.send_message(Task(text), i) for i in ids))
        return Response("orchestrator", " ".join(r.by + ":" + r.text for r in results))


class Speaker(RoutedAgent):
    def __init__(self, description: str) -> None:
        super().__init__(description)
        self.history: List[str] = []

    @message_handler
    async def heard(self, message: GroupChatMessage, ctx: MessageContext) -> None:
        self.history.append(f"{message.by}: {message.body}")

    @message_handler
    async def speak(self, message: RequestToSpeak, ctx: MessageContext) -> None:
        body = f"I heard {len(self.history)}"
        print(f"{self.id.type}: {body} {self.history[-1:]}")
        self.history.append(body)
        await self.publish_message(GroupChatMessage(body=body, by=self.id.type), topic_id=DefaultTopicId(type="chat"))


class Manager(RoutedAgent):
    def __init__(self, speakers: List[str]) -> None:
        super().__init__("manages")
        self.speakers, self.turn = speakers, 0

    @message_handler
    async def heard(self, message: GroupChatMessage, ctx: MessageContext) -> None:
        if self.turn < 4:
            speaker = self.speakers[self.turn % len(self.speakers)]
            self.turn += 1
            await self.publish_message(RequestToSpeak(), DefaultTopicId(type=speaker))


@default_subscription
class Solver(RoutedAgent):
    def __init__(self, name: str, neighbors: int) -> None:
        super().__init__(name)
        self.name, self.neighbors, self.buffer, self.round = name, neighbors, {}, 0

    @message_handler
    async def asked(self, message: Task, ctx: MessageContext) -> None:
        await self.publish_message(Response(self.name, f"{message.text}0"), topic_id=TopicId("from" + self.name, "default"))

    @message_handler
    async def told(self, message: Response, ctx: MessageContext) -> None:
        n = int(message.text[-1])
        self.buffer.setdefault(n, []).append(message.by)
        if len(self.buffer[n]) == self.neighbors and n < 2:
            print(self.name, "round", n, sorted(self.buffer[n]))
            await self.publish_message(Response(self.name, f"x{n + 1}"), topic_id=TopicId("from" + self.name, "default"))


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    answers: asyncio.Queue[Response] = asyncio.Queue()

    async def collect(context: ClosureContext, message: Response, ctx: MessageContext) -> None:
        await answers.put(message)

    await Urgent.register(runtime, "urgent", lambda: Urgent("u"))
    await Normal.register(runtime, "normal", lambda: Normal("n"))
    await ClosureAgent.register_closure(runtime, "collect", collect, subscriptions=lambda: [TypeSubscription("answers", "collect")])
    runtime.start()
    await runtime.publish_message(Task("one"), TopicId("normal", "a"))
    await runtime.publish_message(Task("two"), TopicId("urgent", "b"))
    await runtime.publish_message(Task("three"), TopicId("urgent", "c"))
    await runtime.stop_when_idle()
    while not answers.empty():
        print(answers.get_nowait())

    runtime = SingleThreadedAgentRuntime()
    for name, verb, following in (("extract", "extract", "write"), ("write", "write", "proof"), ("proof", "proof", "")):
        await type_subscription(topic_type=name)(Step).register(runtime, type=name, factory=lambda verb=verb, following=following: Step(verb, following), skip_class_subscriptions=True)
        await runtime.add_subscription(TypeSubscription(name, name))
    runtime.start()
    await runtime.publish_message(Task("bottle"), TopicId("extract", "default"))
    await runtime.stop_when_idle()

    runtime = SingleThreadedAgentRuntime()
    await Worker.register(runtime, "worker", lambda: Worker("w"))
    await Orchestrator.register(runtime, "orchestrator", lambda: Orchestrator("o"))
    runtime.start()
    print(await runtime.send_message(Task("mix "), AgentId("orchestrator", "k")))
    await runtime.stop_when_idle()

    runtime = SingleThreadedAgentRuntime()
    for name in ("writer", "editor"):
        await Speaker.register(runtime, name, lambda: Speaker("speaks"))
        await runtime.add_subscription(TypeSubscription(topic_type=name, agent_type=name))
        await runtime.add_subscription(TypeSubscription(topic_type="chat", agent_type=name))
    await Manager.register(runtime, "manager", lambda: Manager(["writer", "editor"]))
    await runtime.add_subscription(TypeSubscription("chat", "manager"))
    runtime.start()
    await runtime.publish_message(GroupChatMessage(body="Write.", by="user"), TopicId("chat", "session1"))
    await runtime.stop_when_idle()

    runtime = SingleThreadedAgentRuntime()
    for name in "ABC":
        await Solver.register(runtime, name, lambda name=name: Solver(name, 2))
    for name in "ABC":
        for other in "ABC".replace(name, ""):
            await runtime.add_subscription(TypeSubscription("from" + name, other))
    runtime.start()
    await runtime.publish_message(Task("q"), DefaultTopicId())
    await runtime.stop_when_idle()


asyncio.run(main())
