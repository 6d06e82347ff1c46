"""The canvas: a team document drawn as nodes and edges, and the operations that change it."""

from studio.domain.operations import apply_ops
from studio.domain.operations.carry import carried
from studio.domain.places import node_paths
from studio.domain.projection import (
    CanvasEdge,
    CanvasNode,
    Drill,
    Graph,
    NodeData,
    Slot,
    SlotItem,
    edge_id,
    project,
)

__all__ = [
    "CanvasEdge",
    "CanvasNode",
    "Drill",
    "Graph",
    "NodeData",
    "Slot",
    "SlotItem",
    "apply_ops",
    "carried",
    "edge_id",
    "node_paths",
    "project",
]
