"""Teams: participants that talk in turns, and the graphs and expressions that steer them."""

from ._expression import Expression
from ._group_chat._base_group_chat import BaseGroupChat
from ._group_chat._graph._digraph import DiGraph, DiGraphEdge, DiGraphNode
from ._group_chat._graph._digraph_group_chat import GraphFlow
from ._group_chat._graph._graph_builder import DiGraphBuilder
from ._group_chat._magentic_one._magentic_one_group_chat import MagenticOneGroupChat
from ._group_chat._round_robin_group_chat import RoundRobinGroupChat
from ._group_chat._selector_group_chat import SelectorGroupChat
from ._group_chat._swarm_group_chat import Swarm

__all__ = [
    "BaseGroupChat",
    "DiGraph",
    "DiGraphBuilder",
    "DiGraphEdge",
    "DiGraphNode",
    "Expression",
    "GraphFlow",
    "MagenticOneGroupChat",
    "RoundRobinGroupChat",
    "SelectorGroupChat",
    "Swarm",
]
