"""A team under an orchestrator that plans, instructs and judges."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.base import ChatAgent, TerminationCondition
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, MessageFactory
from studio.agentchat.teams._group_chat._base_group_chat import BaseGroupChat
from studio.agentchat.teams._group_chat._base_group_chat_manager import BaseGroupChatManager
from studio.agentchat.teams._group_chat.engine.configs import (
    check_agents,
    dump_condition,
    load_agents,
    load_condition,
)
from studio.agentchat.teams._group_chat.engine.outlet import Outlet
from studio.core import AgentRuntime, Component, ComponentModel, ComponentType
from studio.core.models import ChatCompletionClient

from ._magentic_one_orchestrator import MagenticOneOrchestrator
from ._prompts import ORCHESTRATOR_FINAL_ANSWER_PROMPT


class MagenticOneGroupChatConfig(DeferredModel):
    """Config of `MagenticOneGroupChat`."""

    name: str | None = None
    """Name of the team."""

    description: str | None = None
    """What the team can do."""

    participants: list[ComponentModel]
    """The agents that do the work."""

    model_client: ComponentModel
    """The model of the orchestrator."""

    termination_condition: ComponentModel | None = None
    """Ends a run before the orchestrator does."""

    max_turns: int | None = None
    """How many rounds there may be."""

    max_stalls: int
    """After how many rounds without progress a new plan is made."""

    final_answer_prompt: str
    """What the model is asked at the end; `{task}` is filled in."""

    emit_team_events: bool = False
    """Whether the choice of a speaker is an event of the stream."""


class MagenticOneGroupChat(BaseGroupChat, Component[MagenticOneGroupChatConfig]):
    """A team under an orchestrator that plans, instructs, and plans again when work is stuck.

    After *Magentic-One: A Generalist Multi-Agent System for Solving Complex Tasks* (Fourney et al.,
    2024, arXiv:2411.04468).

    Args:
        participants: The agents that do the work; teams cannot take part.
        model_client: The model of the orchestrator; one that can answer in JSON.
        name: Name of the team.
        description: What the team can do.
        termination_condition: Ends a run before the orchestrator does.
        max_turns: How many rounds there may be.
        runtime: Carries the conversation; the caller starts and stops it.
        max_stalls: After how many rounds without progress a new plan is made.
        final_answer_prompt: What the model is asked at the end; `{task}` is filled in.
        custom_message_types: Classes of messages besides the built-in ones.
        emit_team_events: Whether the choice of a speaker is an event of the stream.

    Raises:
        ParticipantTypeError: A participant is no agent.
    """

    component_config_schema = MagenticOneGroupChatConfig
    component_type: ClassVar[ComponentType] = "team"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.teams.MagenticOneGroupChat"
    )

    DEFAULT_NAME: str = "MagenticOneGroupChat"
    DEFAULT_DESCRIPTION: str = "A team of agents."

    def __init__(
        self,
        participants: Sequence[ChatAgent],
        model_client: ChatCompletionClient,
        *,
        name: str | None = None,
        description: str | None = None,
        termination_condition: TerminationCondition | None = None,
        max_turns: int | None = 20,
        runtime: AgentRuntime | None = None,
        max_stalls: int = 3,
        final_answer_prompt: str = ORCHESTRATOR_FINAL_ANSWER_PROMPT,
        custom_message_types: list[type[BaseAgentEvent | BaseChatMessage]] | None = None,
        emit_team_events: bool = False,
    ) -> None:
        check_agents(participants)
        super().__init__(
            name=name or self.DEFAULT_NAME,
            description=description or self.DEFAULT_DESCRIPTION,
            participants=participants,
            group_chat_manager_name="MagenticOneOrchestrator",
            group_chat_manager_class=MagenticOneOrchestrator,
            termination_condition=termination_condition,
            max_turns=max_turns,
            runtime=runtime,
            custom_message_types=custom_message_types,
            emit_team_events=emit_team_events,
        )
        self._model_client: ChatCompletionClient = model_client
        self._max_stalls: int = max_stalls
        self._final_answer_prompt: str = final_answer_prompt

    def _create_group_chat_manager_factory(
        self,
        name: str,
        group_topic_type: str,
        output_topic_type: str,
        participant_topic_types: list[str],
        participant_names: list[str],
        participant_descriptions: list[str],
        output_message_queue: Outlet,
        termination_condition: TerminationCondition | None,
        max_turns: int | None,
        message_factory: MessageFactory,
    ) -> Callable[[], BaseGroupChatManager]:
        return lambda: MagenticOneOrchestrator(
            name,
            group_topic_type,
            output_topic_type,
            participant_topic_types,
            participant_names,
            participant_descriptions,
            max_turns,
            message_factory,
            self._model_client,
            self._max_stalls,
            self._final_answer_prompt,
            output_message_queue,
            termination_condition,
            self._emit_team_events,
        )

    def _to_config(self) -> MagenticOneGroupChatConfig:
        return MagenticOneGroupChatConfig(
            name=self._name,
            description=self._description,
            participants=[participant.dump_component() for participant in self._participants],
            model_client=self._model_client.dump_component(),
            termination_condition=dump_condition(self._termination_condition),
            max_turns=self._max_turns,
            max_stalls=self._max_stalls,
            final_answer_prompt=self._final_answer_prompt,
            emit_team_events=self._emit_team_events,
        )

    @classmethod
    def _from_config(cls, config: MagenticOneGroupChatConfig) -> Self:
        return cls(
            participants=load_agents(config.participants),
            model_client=ChatCompletionClient.load_component(config.model_client),
            name=config.name,
            description=config.description,
            termination_condition=load_condition(config.termination_condition),
            max_turns=config.max_turns,
            max_stalls=config.max_stalls,
            final_answer_prompt=config.final_answer_prompt,
            emit_team_events=config.emit_team_events,
        )
