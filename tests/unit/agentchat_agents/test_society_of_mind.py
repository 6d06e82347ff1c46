from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from studio._kit.run_context import team_path
from studio.agentchat.agents import SocietyOfMindAgent
from studio.agentchat.base import Response, TaskResult, Team
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    HandoffMessage,
    ModelClientStreamingChunkEvent,
    TextMessage,
    ThoughtEvent,
)
from studio.core import CancellationToken
from studio.core.models import SystemMessage, UserMessage
from tests.support.scripted_model import ScriptedModel


class Talk(Team):
    """A team that says what it is told to."""

    def __init__(self, *said: BaseAgentEvent | BaseChatMessage) -> None:
        self.said = said
        self.tasks: list[Any] = []
        self.paths: list[tuple[str, ...]] = []
        self.resets = 0
        self.state: dict[str, Any] = {"turns": 0}

    @property
    def name(self) -> str:
        return "talk"

    @property
    def description(self) -> str:
        return "talks"

    async def run(self, **kwargs: Any) -> TaskResult:
        results = [i async for i in self.run_stream(**kwargs) if isinstance(i, TaskResult)]
        return results[0]

    async def run_stream(
        self,
        *,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None = None,
        cancellation_token: CancellationToken | None = None,
        output_task_messages: bool = True,
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | TaskResult, None]:
        self.tasks.append(task)
        self.state["turns"] += 1
        for message in self.said:
            self.paths.append(team_path())
            yield message
        yield TaskResult(messages=self.said, stop_reason="said")

    async def reset(self) -> None:
        self.resets += 1

    async def pause(self) -> None: ...

    async def resume(self) -> None: ...

    async def save_state(self) -> Mapping[str, Any]:
        return dict(self.state)

    async def load_state(self, state: Mapping[str, Any]) -> None:
        self.state = dict(state)


SAID = [
    ThoughtEvent(content="hm", source="ann"),
    ModelClientStreamingChunkEvent(content="ye", source="ann"),
    TextMessage(content="yes", source="ann"),
    TextMessage(content="no", source="eve"),
]


def hi(content: str = "hi") -> TextMessage:
    return TextMessage(content=content, source="user")


async def turn(agent: SocietyOfMindAgent, message: TextMessage) -> tuple[list[Any], Response]:
    items = [item async for item in agent.on_messages_stream([message], CancellationToken())]
    response = items.pop()
    assert isinstance(response, Response)
    return items, response


async def test_the_team_talks_and_the_model_concludes() -> None:
    team = Talk(*SAID)
    model = ScriptedModel("maybe", multiple_system_messages=True)
    agent = SocietyOfMindAgent(
        "mind", team, model, instruction="This was said", response_prompt="Answer"
    )
    task = hi()

    items, response = await turn(agent, task)

    assert items == SAID
    assert response.inner_messages == []
    assert response.chat_message.to_text() == "maybe"
    assert response.chat_message.source == "mind"
    assert response.chat_message.models_usage is not None
    assert team.tasks == [[task]]
    assert team.resets == 1
    assert model.asked[0].messages == [
        SystemMessage(content="This was said"),
        UserMessage(content="yes", source="ann"),
        UserMessage(content="no", source="eve"),
        SystemMessage(content="Answer"),
    ]


async def test_prompts_are_user_messages_for_a_model_with_one_system_message() -> None:
    model = ScriptedModel("maybe", multiple_system_messages=False)

    await turn(SocietyOfMindAgent("mind", Talk(*SAID), model), hi())

    first, *_, last = model.asked[0].messages
    assert isinstance(first, UserMessage)
    assert isinstance(last, UserMessage)
    assert (first.source, last.source) == ("user", "user")


async def test_what_came_before_is_told_to_the_team() -> None:
    team = Talk(*SAID)
    agent = SocietyOfMindAgent("mind", team, ScriptedModel("one", "two"))

    await turn(agent, hi("first"))
    await turn(agent, hi("second"))

    told, new = team.tasks[1]
    assert isinstance(told, HandoffMessage)
    assert told.content == "relevant previous messages"
    assert told.context == [UserMessage(content="first", source="user")]
    assert new.content == "second"


async def test_a_silent_team_means_no_response() -> None:
    model = ScriptedModel()

    _, response = await turn(SocietyOfMindAgent("mind", Talk(), model), hi())

    assert response.chat_message.to_text() == "No response."
    assert model.asked == []


async def test_the_team_runs_inside_the_agent_and_only_the_team() -> None:
    team = Talk(*SAID)
    agent = SocietyOfMindAgent("mind", team, ScriptedModel("maybe"))

    async for _ in agent.on_messages_stream([hi()], CancellationToken()):
        assert team_path() == ()

    assert set(team.paths) == {("mind",)}


async def test_the_state_has_the_team_and_the_earlier_messages() -> None:
    first = SocietyOfMindAgent("mind", Talk(*SAID), ScriptedModel("one"))
    await turn(first, hi())
    state = await first.save_state()

    team = Talk()
    second = SocietyOfMindAgent("mind", team, ScriptedModel())
    await second.load_state(state)

    assert state["type"] == "SocietyOfMindAgentState"
    assert state["inner_team_state"] == {"turns": 1}
    assert team.state == {"turns": 1}
    assert await second.save_state() == state


async def test_reset_empties_team_and_memory() -> None:
    team = Talk(*SAID)
    agent = SocietyOfMindAgent("mind", team, ScriptedModel("one"))
    await turn(agent, hi())

    await agent.on_reset(CancellationToken())

    assert team.resets == 2
    assert await agent.model_context.get_messages() == []
