"""Builds the graph of a graph flow step by step."""

import warnings
from collections.abc import Mapping
from typing import Any

from studio.agentchat.base import ChatAgent
from studio.agentchat.teams._expression import Expression

from ._digraph import Activation, ConditionFunction, DiGraph, DiGraphEdge, DiGraphNode, GraphError


class DiGraphBuilder:
    """Collects agents and the ways between them; every step returns the builder.

    Example:
        `DiGraphBuilder().add_node(writer).add_node(reviewer).add_edge(writer, reviewer).build()`
    """

    def __init__(self) -> None:
        self.nodes: dict[str, DiGraphNode] = {}
        self.agents: dict[str, ChatAgent] = {}
        self._default_start_node: str | None = None

    def add_node(self, agent: ChatAgent, activation: Activation = "all") -> "DiGraphBuilder":
        """Add an agent; one that is there already stays as it is.

        Args:
            agent: The agent.
            activation: Whether it waits for all ways in, or for any of them.
        """
        if agent.name not in self.nodes:
            self.nodes[agent.name] = DiGraphNode(name=agent.name, activation=activation)
            self.agents[agent.name] = agent
        return self

    def add_edge(
        self,
        source: str | ChatAgent,
        target: str | ChatAgent,
        condition: str | ConditionFunction | Expression | None = None,
        activation_group: str | None = None,
        activation_condition: Activation | None = None,
    ) -> "DiGraphBuilder":
        """Add a way from one agent to another.

        Args:
            source: The agent it comes from.
            target: The agent it leads to.
            condition: A text that the message of `source` has to contain, or a function of it, or
                an expression; `None`: the way is always open.
            activation_group: Edges of one group open the target together.
            activation_condition: Whether all edges of the group are needed, or any of them; by
                default what `add_node` said of the target.

        Raises:
            GraphError: One of the two has not been added.
        """
        start, end = _name_of(source), _name_of(target)
        if start not in self.nodes:
            raise GraphError(f"Source node '{start}' must be added before adding an edge.")
        if end not in self.nodes:
            raise GraphError(f"Target node '{end}' must be added before adding an edge.")
        self.nodes[start].edges.append(
            DiGraphEdge(
                target=end,
                condition=condition,
                activation_group=activation_group or end,
                activation_condition=activation_condition or self.nodes[end].activation,
            )
        )
        return self

    def add_conditional_edges(
        self, source: str | ChatAgent, condition_to_target: Mapping[str, str | ChatAgent]
    ) -> "DiGraphBuilder":
        """Add one way for each text that the message of `source` may contain."""
        warnings.warn(
            "add_conditional_edges is deprecated; call add_edge with a condition for each target",
            DeprecationWarning,
            stacklevel=2,
        )
        for condition, target in condition_to_target.items():
            self.add_edge(source, target, condition)
        return self

    def set_entry_point(self, name: str | ChatAgent) -> "DiGraphBuilder":
        """Say where to start; needed if every node has a way in.

        Raises:
            GraphError: The agent has not been added.
        """
        start = _name_of(name)
        if start not in self.nodes:
            raise GraphError(f"Start node '{start}' must be added before setting as entry point.")
        self._default_start_node = start
        return self

    def build(self) -> DiGraph:
        """Return the graph, having made sure that it can be run.

        Raises:
            GraphError: It cannot.
        """
        graph = DiGraph(nodes=self.nodes, default_start_node=self._default_start_node)
        graph.graph_validate()
        return graph

    def get_participants(self) -> list[ChatAgent]:
        """Return the agents in the order they were added."""
        return list(self.agents.values())


def _name_of(agent: Any) -> str:
    return agent if isinstance(agent, str) else agent.name
