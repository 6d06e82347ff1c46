"""Places nodes that nobody has placed: the team on the left, what it leads to on the right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

NODE_WIDTH: Final = 288
COLUMN_GAP: Final = 112
ROW_GAP: Final = 40
ROWS: Final = 6
"""A group chat's agents stand in columns of at most so many."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A node as the layout sees it."""

    id: str
    height: float
    place: Point | None = None
    """Already placed: stays where it is."""


def arrange(
    head: Box | None, boxes: Sequence[Box], edges: Sequence[tuple[str, str]] = ()
) -> dict[str, Point]:
    """Return a position for every box.

    Args:
        head: The team itself; stands left of everything else.
        boxes: Its participants, in order.
        edges: Who leads to whom; without any the participants stand in columns.

    Returns:
        Positions by id. What had a place keeps it; the others avoid those.
    """
    layers = layered([box.id for box in boxes], edges) if edges else _columns(boxes)
    by_id = {box.id: box for box in boxes}
    left = NODE_WIDTH + COLUMN_GAP if head is not None else 0
    heights = [_height([by_id[node] for node in layer]) for layer in layers]
    tallest = max([*heights, head.height if head else 0], default=0)
    spots: dict[str, Point] = {}
    taken = [box for box in boxes if box.place is not None]
    for column, layer in enumerate(layers):
        y = (tallest - heights[column]) / 2
        for node in layer:
            spots[node] = (left + column * (NODE_WIDTH + COLUMN_GAP), _snap(y))
            y += by_id[node].height + ROW_GAP
    for box in boxes:
        spots[box.id] = box.place or _free(spots[box.id], box.height, taken)
        if box.place is None and taken:
            taken.append(Box(box.id, box.height, spots[box.id]))
    if head is not None:
        spots[head.id] = head.place or (0, _snap((tallest - head.height) / 2))
    return spots


def layered(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> list[list[str]]:
    """Sort nodes into layers so that edges point to the right, edges that close a loop aside."""
    order = {node: index for index, node in enumerate(nodes)}
    following: dict[str, list[str]] = {node: [] for node in nodes}
    for source, target in edges:
        if source in order and target in order and source != target:
            following[source].append(target)
    forward = _without_loops(nodes, following)
    level = dict.fromkeys(nodes, 0)
    for node in _topological(nodes, forward):
        for target in forward[node]:
            level[target] = max(level[target], level[node] + 1)
    layers: list[list[str]] = [[] for _ in range(max(level.values(), default=-1) + 1)]
    for node in nodes:
        layers[level[node]].append(node)
    return _untangled(layers, forward)


def _without_loops(
    nodes: Sequence[str], following: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    led_to = {target for targets in following.values() for target in targets}
    roots = [node for node in nodes if node not in led_to] + list(nodes)
    forward: dict[str, list[str]] = {node: [] for node in nodes}
    done: set[str] = set()
    for root in roots:
        if root in done:
            continue
        trail = {root}
        stack = [(root, iter(following[root]))]
        while stack:
            node, targets = stack[-1]
            target = next(targets, None)
            if target is None:
                stack.pop()
                trail.discard(node)
                done.add(node)
            elif target not in trail:
                forward[node].append(target)
                if target not in done:
                    trail.add(target)
                    stack.append((target, iter(following[target])))
    return forward


def _topological(nodes: Sequence[str], forward: Mapping[str, Sequence[str]]) -> list[str]:
    waiting = dict.fromkeys(nodes, 0)
    for targets in forward.values():
        for target in targets:
            waiting[target] += 1
    ready = [node for node in nodes if not waiting[node]]
    for node in ready:
        for target in forward[node]:
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return ready


def _untangled(layers: list[list[str]], forward: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Order each layer by the middle of what leads to it."""
    sources: dict[str, list[str]] = {}
    for node, targets in forward.items():
        for target in targets:
            sources.setdefault(target, []).append(node)
    row: dict[str, float] = {}
    result: list[list[str]] = []
    for layer in layers:
        middle = {
            node: sum(row[source] for source in sources[node]) / len(sources[node])
            if sources.get(node)
            else float(index)
            for index, node in enumerate(layer)
        }
        ordered = sorted(layer, key=lambda node: middle[node])
        row.update({node: float(index) for index, node in enumerate(ordered)})
        result.append(ordered)
    return result


def _columns(boxes: Sequence[Box]) -> list[list[str]]:
    count = max(1, -(-len(boxes) // ROWS))
    rows = -(-len(boxes) // count) or 1
    return [[box.id for box in boxes[at : at + rows]] for at in range(0, len(boxes), rows)]


def _height(boxes: Sequence[Box]) -> float:
    return sum(box.height for box in boxes) + ROW_GAP * max(0, len(boxes) - 1)


def _free(spot: Point, height: float, taken: Sequence[Box]) -> Point:
    x, y = spot
    for box in sorted(taken, key=lambda item: item.place[1] if item.place else 0):
        if box.place is None or abs(box.place[0] - x) >= NODE_WIDTH:
            continue
        if y < box.place[1] + box.height + ROW_GAP / 2 and box.place[1] < y + height + ROW_GAP / 2:
            y = box.place[1] + box.height + ROW_GAP
    return x, _snap(y)


def _snap(value: float) -> float:
    return round(value / 8) * 8
