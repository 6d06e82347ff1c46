"""Places nodes that nobody has placed: the team on the left, what it leads to on the right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

NODE_WIDTH: Final = 288
COLUMN_GAP: Final = 112
ROW_GAP: Final = 40
BAND_GAP: Final = 72
ROWS: Final = 6
"""At least so many nodes may stand in a column; in large teams more."""
WINDOW: Final = (1060.0, 700.0)
"""What a laptop's window leaves a canvas, in pixels."""
READABLE: Final = 0.85
"""Seen from further away than this, a layout goes over several lines instead."""

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
    by_id = {box.id: box for box in boxes}
    rows = max(ROWS, ceil(sqrt(len(boxes) / 0.75)))
    layers = layered([box.id for box in boxes], edges) if edges else [[box.id for box in boxes]]
    columns = [
        Column([by_id[node] for node in part]) for layer in layers for part in _even(layer, rows)
    ]
    left = NODE_WIDTH + COLUMN_GAP if head is not None else 0
    least = head.height if head is not None else 0
    bands = _bands(columns, left, least) if edges else [columns]
    spots: dict[str, Point] = {}
    top = 0.0
    for number, band in enumerate(bands):
        height = max([column.height for column in band] + [least] * (number == 0))
        if number == 0 and head is not None:
            spots[head.id] = head.place or (0, round((height - head.height) / 2))
        for index, column in enumerate(band):
            # Every other line runs back, so that it begins below where the last one ended.
            at = len(bands[0]) - 1 - index if number % 2 else index
            y = top + (height - column.height) / 2
            for box in column.boxes:
                spots[box.id] = (left + at * (NODE_WIDTH + COLUMN_GAP), round(y))
                y += box.height + ROW_GAP
        top += height + BAND_GAP
    taken = [box for box in boxes if box.place is not None]
    for box in boxes:
        spots[box.id] = box.place or _free(spots[box.id], box.height, taken)
        if box.place is None and taken:
            taken.append(Box(box.id, box.height, spots[box.id]))
    return spots


@dataclass(frozen=True)
class Column:
    """Boxes above each other."""

    boxes: Sequence[Box]

    @property
    def height(self) -> float:
        """From the first box's top to the last one's bottom."""
        return sum(box.height for box in self.boxes) + ROW_GAP * max(0, len(self.boxes) - 1)


def _bands(columns: Sequence[Column], left: float, least: float) -> list[list[Column]]:
    """Break a row of columns into lines, as few as can be read, else as large as can be shown."""
    ways = [
        [list(columns[at : at + many]) for at in range(0, len(columns), many)]
        for many in range(len(columns), 0, -1)
    ]
    shown = [_shown_at(bands, left, least) for bands in ways]
    readable = next((index for index, zoom in enumerate(shown) if zoom >= READABLE), None)
    return ways[shown.index(max(shown)) if readable is None else readable] if ways else [[]]


def _shown_at(bands: Sequence[Sequence[Column]], left: float, least: float) -> float:
    width = left + len(bands[0]) * (NODE_WIDTH + COLUMN_GAP) - COLUMN_GAP
    heights = [max(column.height for column in band) for band in bands]
    height = max(heights[0], least) + sum(heights[1:]) + BAND_GAP * (len(bands) - 1)
    return min(WINDOW[0] / width, WINDOW[1] / height)


def _even(nodes: Sequence[str], most: int) -> list[Sequence[str]]:
    """Cut a list into as few parts of about the same length as `most` allows."""
    count = max(1, ceil(len(nodes) / most))
    size = ceil(len(nodes) / count) or 1
    return [nodes[at : at + size] for at in range(0, len(nodes), size)]


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


def _free(spot: Point, height: float, taken: Sequence[Box]) -> Point:
    x, y = spot
    for box in sorted(taken, key=lambda item: item.place[1] if item.place else 0):
        if box.place is None or abs(box.place[0] - x) >= NODE_WIDTH:
            continue
        if y < box.place[1] + box.height + ROW_GAP / 2 and box.place[1] < y + height + ROW_GAP / 2:
            y = box.place[1] + box.height + ROW_GAP
    return x, round(y)
