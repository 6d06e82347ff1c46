"""The graph of a graph flow: nodes, edges with conditions, activation groups."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

from pydantic import Field, PrivateAttr, model_validator
from pydantic.json_schema import SkipJsonSchema

from studio._kit.deferred import DeferredModel
from studio._kit.digraph import find_cycle
from studio.agentchat.messages import BaseChatMessage
from studio.agentchat.teams._expression import Expression, Facts, facts_of
from studio.agentchat.teams._group_chat.engine.errors import TeamSetupError

Activation = Literal["all", "any"]
ConditionFunction = Callable[[BaseChatMessage], bool]


class GraphError(TeamSetupError):
    """A graph does not make sense."""

    code = "team.graph"


class DiGraphEdge(DeferredModel):
    """A way from one node to another, open when its condition holds for the node's message.

    A function as condition is lost when the edge is dumped; a text or an expression is not.
    """

    target: str
    """Name of the node it leads to."""

    condition: str | SkipJsonSchema[ConditionFunction] | Expression | None = Field(default=None)
    """A text that the message has to contain, or a function, or an expression; `None`: always."""

    condition_function: SkipJsonSchema[ConditionFunction | None] = Field(default=None, exclude=True)
    """The function, if the condition is one."""

    condition_expression: Expression | None = Field(default=None)
    """The expression, if the condition is one."""

    activation_group: str = Field(default="")
    """Edges of one group open their target together; by default all edges of a target do."""

    activation_condition: Activation = "all"
    """Whether all edges of the group are needed, or any of them."""

    def model_post_init(self, context: Any, /) -> None:
        """Sort the condition by what it is."""
        condition = self.condition
        if isinstance(condition, Expression):
            self.condition_expression, self.condition = condition, None
        elif condition is not None and not isinstance(condition, str):
            self.condition_function, self.condition = condition, None
        self.activation_group = self.activation_group or self.target

    @property
    def is_conditional(self) -> bool:
        """Whether there is a condition."""
        return (
            self.condition is not None
            or self.condition_function is not None
            or self.condition_expression is not None
        )

    def check_condition(self, message: BaseChatMessage) -> bool:
        """Say whether the edge is open after this message."""
        return self.is_open(message, facts_of(message) if self.condition_expression else None)

    def is_open(self, message: BaseChatMessage, facts: Facts | None) -> bool:
        """Say whether the edge is open; `facts` are what an expression can speak of."""
        if self.condition_function is not None:
            return self.condition_function(message)
        if self.condition_expression is not None:
            return bool(self.condition_expression.evaluate(facts or facts_of(message)))
        return self.condition is None or str(self.condition) in message.to_model_text()


class DiGraphNode(DeferredModel):
    """An agent in the graph, and where it goes on from there."""

    name: str
    """Name of the agent."""

    edges: list[DiGraphEdge] = Field(default_factory=list[DiGraphEdge])
    """The ways out."""

    activation: Activation = "all"
    """For edges that do not say it themselves: whether all ways in are needed, or any of them."""


class DiGraph(DeferredModel):
    """Nodes by name, and where to start.

    Example:
        >>> write = DiGraphNode(name="write", edges=[DiGraphEdge(target="review")])
        >>> graph = DiGraph(nodes={"write": write, "review": DiGraphNode(name="review")})
        >>> graph.get_start_nodes(), graph.get_leaf_nodes()
        ({'write'}, {'review'})
    """

    nodes: dict[str, DiGraphNode]
    """The nodes by name."""

    default_start_node: str | None = None
    """Where to start; needed if every node has a way in."""

    _has_cycles: bool | None = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _settle_activation(self) -> "DiGraph":
        """Let edges that do not say it themselves take the activation of the node they lead to."""
        for _, edge in self.edges():
            if "activation_condition" not in edge.model_fields_set and edge.target in self.nodes:
                edge.activation_condition = self.nodes[edge.target].activation
        return self

    def edges(self) -> Iterator[tuple[str, DiGraphEdge]]:
        """Yield every edge with the name of the node it comes from."""
        for name, node in self.nodes.items():
            for edge in node.edges:
                yield name, edge

    def get_parents(self) -> dict[str, list[str]]:
        """Return the names of those before each node."""
        parents: dict[str, list[str]] = {name: [] for name in self.nodes}
        for name, edge in self.edges():
            parents.setdefault(edge.target, []).append(name)
        return parents

    def get_start_nodes(self) -> set[str]:
        """Return the nodes that run first."""
        if self.default_start_node is not None:
            return {self.default_start_node}
        return {name for name, parents in self.get_parents().items() if not parents}

    def get_leaf_nodes(self) -> set[str]:
        """Return the nodes without a way out."""
        return {name for name, node in self.nodes.items() if not node.edges}

    def has_cycles_with_exit(self) -> bool:
        """Say whether there are loops, having made sure that each can be left.

        Raises:
            GraphError: In some loop no node has a condition on its ways out.
        """
        without = {
            name
            for name, node in self.nodes.items()
            if not any(edge.is_conditional for edge in node.edges)
        }
        cycle = find_cycle(
            (name, edge.target)
            for name, edge in self.edges()
            if name in without and edge.target in without
        )
        if cycle is not None:
            raise GraphError(
                f"Cycle detected without exit condition: {' -> '.join([*cycle, cycle[0]])}",
                hint="Give an edge of the loop a condition.",
            )
        return find_cycle((name, edge.target) for name, edge in self.edges()) is not None

    def get_has_cycles(self) -> bool:
        """Say whether there are loops; `graph_validate` comes first."""
        if self._has_cycles is None:
            self._has_cycles = self.has_cycles_with_exit()
        return self._has_cycles

    def graph_validate(self) -> None:
        """Make sure that the graph can be run.

        Raises:
            GraphError: It cannot.
        """
        if not self.nodes:
            raise GraphError("Graph has no nodes.")
        self._validate_targets()
        if not self.get_start_nodes():
            raise GraphError("Graph must have at least one start node")
        if not self.get_leaf_nodes():
            raise GraphError("Graph must have at least one leaf node")
        for name, node in self.nodes.items():
            if len({edge.is_conditional for edge in node.edges}) > 1:
                raise GraphError(f"Node '{name}' has a mix of conditional and unconditional edges.")
        self._validate_activation()
        self._has_cycles = self.has_cycles_with_exit()

    def _validate_targets(self) -> None:
        start = self.default_start_node
        if start is not None and start not in self.nodes:
            raise GraphError(f"Default start node '{start}' is not in the graph.")
        for name, edge in self.edges():
            if edge.target not in self.nodes:
                raise GraphError(
                    f"Node '{name}' has an edge to '{edge.target}', which is not in the graph."
                )

    def _validate_activation(self) -> None:
        said: dict[tuple[str, str], tuple[Activation, str]] = {}
        for name, edge in self.edges():
            key = edge.target, edge.activation_group
            activation = edge.activation_condition
            first, first_node = said.setdefault(key, (activation, name))
            if first != activation:
                raise GraphError(
                    f"Conflicting activation conditions for target '{key[0]}' group '{key[1]}': "
                    f"'{first}' (from node '{first_node}') and '{activation}' (from node '{name}')"
                )

    def get_remaining_map(self) -> dict[str, dict[str, int]]:
        """Return how many edges each activation group of each node waits for."""
        remaining: dict[str, dict[str, int]] = {}
        for _, edge in self.edges():
            groups = remaining.setdefault(edge.target, {})
            groups[edge.activation_group] = groups.get(edge.activation_group, 0) + 1
        return remaining
