"""Components of one's own: configs, versions, secrets, nesting, inheritance."""
import asyncio
import json
from typing import Any, Dict, List

from autogen_core import (
    Component, ComponentBase, ComponentLoader, ComponentModel, is_component_class, is_component_instance,
)
from autogen_agentchat.agents import AssistantAgent, BaseChatAgent
from autogen_agentchat.base import ChatAgent, Response
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.messages import TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core.models import ChatCompletionClient
from autogen_core.tools import FunctionTool
from pydantic import BaseModel, SecretStr
from typing_extensions import Self
from program_transcript import attempt, model, plain, show


class BoxConfig(BaseModel):
    size: int
    label: str | None = None
    key: SecretStr | None = None


class Box(ComponentBase[BoxConfig], Component[BoxConfig]):
    """Holds things.

    A longer text.
    """

    component_type = "box"
    component_config_schema = BoxConfig
    component_version = 3

    def __init__(self, size: int, key: str | None = None) -> None:
        self.size, self.key = size, key

    def _to_config(self) -> BoxConfig:
        return BoxConfig(size=self.size, key=SecretStr(self.key) if self.key else None)

    @classmethod
    def _from_config(cls, config: BoxConfig) -> Self:
        return cls(config.size, config.key.get_secret_value() if config.key else None)

    @classmethod
    def _from_config_past_version(cls, config: Dict[str, Any], version: int) -> Self:
        if version == 1:
            return cls(config["width"])
        raise NotImplementedError


class Old(Box):
    component_provider_override = "program_core_components.Box"
    component_label = "An old box"
    component_description = "Old"


class ShelfConfig(BaseModel):
    boxes: List[ComponentModel]


class Shelf(ComponentBase[ShelfConfig], Component[ShelfConfig]):
    component_type = "shelf"
    component_config_schema = ShelfConfig

    def __init__(self, boxes: List[Box]) -> None:
        self.boxes = boxes

    def _to_config(self) -> ShelfConfig:
        return ShelfConfig(boxes=[b.dump_component() for b in self.boxes])

    @classmethod
    def _from_config(cls, config: ShelfConfig) -> Self:
        return cls([Box.load_component(b) for b in config.boxes])


class EchoConfig(BaseModel):
    name: str


class Echo(BaseChatAgent, Component[EchoConfig]):
    component_config_schema = EchoConfig

    def __init__(self, name: str) -> None:
        super().__init__(name, "echoes")

    @property
    def produced_message_types(self):
        return (TextMessage,)

    async def on_messages(self, messages, cancellation_token):
        return Response(chat_message=TextMessage(content=messages[-1].content, source=self.name))

    async def on_reset(self, cancellation_token):
        pass

    def _to_config(self) -> EchoConfig:
        return EchoConfig(name=self.name)

    @classmethod
    def _from_config(cls, config: EchoConfig) -> Self:
        return cls(config.name)


class NoComponent:
    pass


async def main() -> None:
    box = Box(3, "secret")
    dumped = box.dump_component()
    print(dumped.provider, dumped.component_type, dumped.version, dumped.component_version, dumped.label, dumped.description)
    print(sorted(dumped.config), json.loads(dumped.model_dump_json())["config"])
    loaded = Box.load_component(dumped)
    print(type(loaded).__name__, loaded.size, loaded.key, Box.load_component(dumped.model_dump()).size)
    old = Old(4).dump_component()
    print(old.provider, old.label, old.description, type(ComponentLoader.load_component(old)).__name__)
    data = {"provider": "program_core_components.Box", "config": {"width": 7}, "component_version": 1}
    print(Box.load_component(data).size)
    await attempt("version 2", lambda: Box.load_component({**data, "component_version": 2}))
    await attempt("no version", lambda: Box.load_component({**data, "component_version": None, "config": {"size": 1}}).size)
    await attempt("bad config", lambda: Box.load_component({"provider": "program_core_components.Box", "config": {}}))
    await attempt("no class", lambda: Box.load_component({"provider": "Box", "config": {}}))
    await attempt("other type", lambda: ChatAgent.load_component(dumped))
    await attempt("expected", lambda: ComponentLoader.load_component(dumped, Shelf))
    print(type(ComponentLoader.load_component(dumped, Box)).__name__)
    shelf = Shelf.load_component(Shelf([Box(1), Box(2)]).dump_component())
    print([b.size for b in shelf.boxes])
    print(is_component_class(Box), is_component_class(NoComponent), is_component_instance(box), is_component_instance(3))

    team = RoundRobinGroupChat([Echo("echo"), AssistantAgent("a", model("said"))], max_turns=2)
    again = RoundRobinGroupChat.load_component(json.loads(team.dump_component().model_dump_json()))
    show(await again.run(task="go"))

    class Local(Box):
        pass

    await attempt("local class", lambda: Local(1).dump_component())


asyncio.run(main())
