"""The one typed door to networkx, which is imported when the first question is asked."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from studio._kit.errors import CycleError

if TYPE_CHECKING:
    import networkx as nx

Edge = tuple[str, str]


def topological_order(edges: Iterable[Edge], nodes: Iterable[str] = ()) -> list[str]:
    """Order the nodes so that every edge points forward.

    The same input always gives the same order.

    Args:
        edges: Pairs of (from, to). May be empty.
        nodes: Further nodes, for those without edges; they come first among equals.

    Returns:
        Every node once, sources first.

    Raises:
        CycleError: The edges form a loop; `cycle` on the error lists it.

    Example:
        >>> topological_order([("plan", "write"), ("write", "review")])
        ['plan', 'write', 'review']
    """
    import networkx as nx  # noqa: PLC0415 - takes 0.15 s, and few callers have a graph

    graph = _graph(edges, nodes)
    try:
        return list(nx.topological_sort(graph))
    except nx.NetworkXUnfeasible as exc:
        raise CycleError(_one_cycle(graph) or []) from exc


def layers(edges: Iterable[Edge], nodes: Iterable[str] = ()) -> list[list[str]]:
    """Group the nodes by their longest way from a source; edges that close a loop do not count.

    Example:
        >>> layers([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", "a")])
        [['a'], ['b', 'c'], ['d']]
    """
    import networkx as nx  # noqa: PLC0415 - takes 0.15 s, and few callers have a graph

    graph = _graph(edges, nodes)
    while (loop := _one_cycle(graph)) is not None:
        graph.remove_edge(loop[-1], loop[0])
    generations = cast("Iterable[list[str]]", nx.topological_generations(graph))
    return [list(generation) for generation in generations]


def find_cycle(edges: Iterable[Edge], nodes: Iterable[str] = ()) -> list[str] | None:
    """Return the nodes of one loop in order, or `None` when there is none.

    Example:
        >>> find_cycle([("a", "b"), ("b", "a")])
        ['a', 'b']
    """
    return _one_cycle(_graph(edges, nodes))


def reachable(edges: Iterable[Edge], starts: Iterable[str]) -> set[str]:
    """Return the nodes that can be reached from any of `starts`, these included.

    Example:
        >>> sorted(reachable([("a", "b"), ("c", "d")], ["a"]))
        ['a', 'b']
    """
    import networkx as nx  # noqa: PLC0415 - takes 0.15 s, and few callers have a graph

    begin = list(starts)
    graph = _graph(edges, begin)
    found = set(begin)
    for start in begin:
        found |= nx.descendants(graph, start)  # pyright: ignore[reportUnknownMemberType]
    return found


def _graph(edges: Iterable[Edge], nodes: Iterable[str]) -> "nx.DiGraph[str]":
    import networkx as nx  # noqa: PLC0415 - takes 0.15 s, and few callers have a graph

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    return graph


def _one_cycle(graph: "nx.DiGraph[str]") -> list[str] | None:
    import networkx as nx  # noqa: PLC0415 - takes 0.15 s, and few callers have a graph

    try:
        # networkx leaves find_cycle's return type unknown.
        edges = cast("list[Edge]", nx.find_cycle(graph))  # pyright: ignore[reportUnknownMemberType]
    except nx.NetworkXNoCycle:
        return None
    return [start for start, _ in edges]
