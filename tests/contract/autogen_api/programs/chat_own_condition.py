"""A termination condition of one's own, as a component."""
import asyncio
from typing import Sequence

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.base import TerminatedException, TerminationCondition
from autogen_agentchat.conditions import FunctionalTermination, MaxMessageTermination, TextMentionTermination
from autogen_agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage, TextMessage, ToolCallExecutionEvent
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import Component
from pydantic import BaseModel
from typing_extensions import Self
from program_transcript import calls, line, model, plain, show


class CalledConfig(BaseModel):
    function_name: str


class Called(TerminationCondition, Component[CalledConfig]):
    """Stops when a function was called."""

    component_config_schema = CalledConfig

    def __init__(self, function_name: str) -> None:
        self._terminated = False
        self._function_name = function_name

    @property
    def terminated(self) -> bool:
        return self._terminated

    async def __call__(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> StopMessage | None:
        if self._terminated:
            raise TerminatedException("already")
        for message in messages:
            if isinstance(message, ToolCallExecutionEvent):
                for execution in message.content:
                    if execution.name == self._function_name:
                        self._terminated = True
                        return StopMessage(content=f"'{self._function_name}' was called.", source="Called")
        return None

    async def reset(self) -> None:
        self._terminated = False

    def _to_config(self) -> CalledConfig:
        return CalledConfig(function_name=self._function_name)

    @classmethod
    def _from_config(cls, config: CalledConfig) -> Self:
        return cls(function_name=config.function_name)


def approve() -> str:
    """Approves."""
    return "approved"


async def main() -> None:
    agents = lambda: [AssistantAgent("writer", model("draft", "better")), AssistantAgent("critic", model("again", calls(("approve", {}))), tools=[approve])]
    condition = Called("approve")
    team = RoundRobinGroupChat(agents(), termination_condition=condition | MaxMessageTermination(20))
    show(await team.run(task="write"))
    dumped = condition.dump_component()
    print(dumped.provider, dumped.component_type, dumped.label, dumped.description, dumped.config)
    loaded = TerminationCondition.load_component(dumped)
    print(type(loaded).__name__, loaded.terminated)
    combined = (loaded & MaxMessageTermination(3)).dump_component()
    print(plain(combined.config))
    again = TerminationCondition.load_component(combined)
    print(type(again).__name__)

    seen = []

    def enough(messages) -> bool:
        seen.append(len(messages))
        return any(isinstance(m, TextMessage) and m.content == "again" for m in messages)

    async def later(messages) -> bool:
        return enough(messages)

    for function in (enough, later):
        team = RoundRobinGroupChat(agents(), termination_condition=FunctionalTermination(function))
        show(await team.run(task="write"))
    print(seen)


asyncio.run(main())
