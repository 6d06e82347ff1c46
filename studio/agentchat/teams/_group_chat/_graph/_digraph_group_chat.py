"""A team that runs along a directed graph."""

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

from ._digraph import DiGraph, DiGraphEdge, DiGraphNode, GraphError
from ._manager import GraphFlowManager

__all__ = [
    "DiGraph",
    "DiGraphEdge",
    "DiGraphNode",
    "GraphFlow",
    "GraphFlowConfig",
    "GraphFlowManager",
]


class GraphFlowConfig(DeferredModel):
    """Config of `GraphFlow`."""

    name: str | None = None
    """Name of the team."""

    description: str | None = None
    """What the team can do."""

    participants: list[ComponentModel]
    """The agents of the nodes."""

    termination_condition: ComponentModel | None = None
    """Ends a run before the graph does."""

    max_turns: int | None = None
    """Ends a run after so many steps."""

    graph: DiGraph
    """Who goes on after whom."""


class GraphFlow(BaseGroupChat, Component[GraphFlowConfig]):
    """A team whose agents run along a graph: in sequence, side by side, on conditions, in loops.

    Args:
        participants: The agents of the nodes.
        graph: Who goes on after whom; `DiGraphBuilder` makes one.
        name: Name of the team.
        description: What the team can do.
        termination_condition: Ends a run before the graph does; a graph with loops needs one, or
            `max_turns`.
        max_turns: Ends a run after so many steps.
        runtime: Carries the conversation; the caller starts and stops it.
        custom_message_types: Classes of messages besides the built-in ones.

    Raises:
        ParticipantTypeError: A participant is no agent.
        GraphError: A node of the graph is no participant.
    """

    component_config_schema = GraphFlowConfig
    component_type: ClassVar[ComponentType] = "team"
    component_provider_override: ClassVar[str | None] = "autogen_agentchat.teams.GraphFlow"

    DEFAULT_NAME: str = "GraphFlow"
    DEFAULT_DESCRIPTION: str = "A team of agents"

    def __init__(
        self,
        participants: Sequence[ChatAgent],
        graph: DiGraph,
        *,
        name: str | None = None,
        description: str | None = None,
        termination_condition: TerminationCondition | None = None,
        max_turns: int | None = None,
        runtime: AgentRuntime | None = None,
        custom_message_types: list[type[BaseAgentEvent | BaseChatMessage]] | None = None,
    ) -> None:
        check_agents(participants)
        super().__init__(
            name=name or self.DEFAULT_NAME,
            description=description or self.DEFAULT_DESCRIPTION,
            participants=participants,
            group_chat_manager_name="GraphManager",
            group_chat_manager_class=GraphFlowManager,
            termination_condition=termination_condition,
            max_turns=max_turns,
            runtime=runtime,
            custom_message_types=custom_message_types,
        )
        strangers = set(graph.nodes).difference(agent.name for agent in participants)
        if strangers:
            raise GraphError(f"nodes of the graph are no participants: {sorted(strangers)}")
        self._graph: DiGraph = graph

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
        return lambda: GraphFlowManager(
            name,
            group_topic_type,
            output_topic_type,
            participant_topic_types,
            participant_names,
            participant_descriptions,
            output_message_queue,
            termination_condition,
            max_turns,
            message_factory,
            self._graph,
        )

    def _to_config(self) -> GraphFlowConfig:
        return GraphFlowConfig(
            name=self._name,
            description=self._description,
            participants=[participant.dump_component() for participant in self._participants],
            termination_condition=dump_condition(self._termination_condition),
            max_turns=self._max_turns,
            graph=self._graph,
        )

    @classmethod
    def _from_config(cls, config: GraphFlowConfig) -> Self:
        return cls(
            participants=load_agents(config.participants),
            graph=config.graph,
            name=config.name,
            description=config.description,
            termination_condition=load_condition(config.termination_condition),
            max_turns=config.max_turns,
        )
