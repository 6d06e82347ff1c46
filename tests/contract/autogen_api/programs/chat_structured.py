"""Structured answers."""
import asyncio
from typing import List, Literal

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.messages import MessageFactory, StructuredMessage, StructuredMessageFactory, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from pydantic import BaseModel
from program_transcript import attempt, calls, follow, line, model, plain, show, text


class Answer(BaseModel):
    thoughts: str
    mood: Literal["happy", "sad"]
    marks: List[int] = []


def add(a: int) -> int:
    """Adds."""
    return a + 1


async def main() -> None:
    good = Answer(thoughts="t", mood="sad").model_dump_json()
    agent = AssistantAgent("judge", model(text(good)), output_content_type=Answer)
    result = await agent.run(task="go")
    show(result)
    message = result.messages[-1]
    assert isinstance(message, StructuredMessage) and isinstance(message.content, Answer)
    print(message.type, type(message).__name__, message.to_text(), message.to_model_text(), plain(message.to_model_message().content))
    dumped = message.dump()
    print(sorted(dumped), dumped["content"], dumped["type"], dumped["format_string"])

    agent = AssistantAgent("judge", model(text(good)), output_content_type=Answer, output_content_type_format="{mood}: {thoughts}")
    message = (await agent.run(task="go")).messages[-1]
    print(message.to_text(), "|", message.to_model_text())

    agent = AssistantAgent("judge", model(calls(("add", {"a": 1})), text(good)), tools=[add], output_content_type=Answer)
    await follow(agent.run_stream(task="go"))

    agent = AssistantAgent("judge", model(text("no json")), output_content_type=Answer)
    await attempt("no json", lambda: agent.run(task="go"))

    team = RoundRobinGroupChat(
        [AssistantAgent("judge", model(text(good), text(good)), output_content_type=Answer), AssistantAgent("other", model("one", "two"))],
        termination_condition=MaxMessageTermination(4), custom_message_types=[StructuredMessage[Answer]],
    )
    show(await team.run(task="start"))
    own = RoundRobinGroupChat([AssistantAgent("other", model("one"))], custom_message_types=[StructuredMessage[Answer]], max_turns=1)
    show(await own.run(task=StructuredMessage[Answer](content=Answer(thoughts="x", mood="happy"), source="user")))
    plain_team = RoundRobinGroupChat([AssistantAgent("other", model("one"))], max_turns=1)
    await attempt("unknown type", lambda: plain_team.run(task=StructuredMessage[Answer](content=Answer(thoughts="x", mood="happy"), source="user")))

    factory = MessageFactory()
    factory.register(StructuredMessage[Answer])
    again = factory.create(dumped)
    print(type(again).__name__, again == StructuredMessage[Answer].load(dumped), factory.is_registered(TextMessage), factory.is_registered(StructuredMessage[Answer]))
    await attempt("twice", lambda: factory.register(StructuredMessage[Answer]))
    await attempt("unknown", lambda: factory.create({"type": "Zzz"}))
    await attempt("no type", lambda: factory.create({}))
    made = StructuredMessageFactory(json_schema=Answer.model_json_schema(), content_model_name="Answer", format_string="{mood}")
    print(made.ContentModel.__name__, made.StructuredMessage.__name__, sorted(made.ContentModel.model_fields))
    print(made.StructuredMessage(source="s", content=made.ContentModel(thoughts="a", mood="sad"), format_string="{mood}").to_text())
    await attempt("wrong mood", lambda: made.ContentModel(thoughts="a", mood="zzz"))


asyncio.run(main())
