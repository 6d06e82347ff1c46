"""Where the layout puts nodes that nobody has placed."""

from itertools import pairwise

import pytest

from studio.domain.canvas_layout import NODE_WIDTH, WINDOW, Box, arrange

HEAD = Box("team", 155)
HEIGHT = 172.0
"""An agent with a description, a model and tools."""


def chain(count: int) -> tuple[list[Box], list[tuple[str, str]]]:
    names = [f"agent_{number}" for number in range(count)]
    return [Box(name, HEIGHT) for name in names], list(pairwise(names))


def size(spots: dict[str, tuple[float, float]]) -> tuple[float, float]:
    xs, ys = zip(*spots.values(), strict=True)
    return max(xs) - min(xs) + NODE_WIDTH, max(ys) - min(ys) + HEIGHT


def overlap(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < NODE_WIDTH and abs(one[1] - other[1]) < HEIGHT


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_a_chain_can_be_read_in_a_laptops_window(count: int) -> None:
    boxes, edges = chain(count)
    width, height = size(arrange(HEAD, boxes, edges))

    assert min(WINDOW[0] / width, WINDOW[1] / height) >= 0.8


def test_a_chain_of_two_stays_on_one_line() -> None:
    boxes, edges = chain(2)
    spots = arrange(HEAD, boxes, edges)

    assert spots["agent_0"][1] == spots["agent_1"][1]
    assert spots["team"][0] < spots["agent_0"][0] < spots["agent_1"][0]


def test_the_next_line_begins_below_where_the_last_one_ended() -> None:
    boxes, edges = chain(5)
    spots = arrange(HEAD, boxes, edges)

    for before, after in edges:
        (x, y), (next_x, next_y) = spots[before], spots[after]
        assert (x == next_x) != (y == next_y)
        assert abs(next_x - x) < 2 * NODE_WIDTH


@pytest.mark.parametrize("count", [3, 12, 100, 499])
def test_nothing_overlaps_and_large_teams_are_no_endless_column(count: int) -> None:
    boxes, edges = chain(count)
    fan = [(boxes[0].id, box.id) for box in boxes[1:]]
    for drawn in (edges, fan, []):
        spots = arrange(HEAD, boxes, drawn)
        places = sorted(spots.values())
        assert not any(overlap(a, b) for a, b in pairwise(places))
        width, height = size(spots)
        assert count < 12 or 0.3 < width / height < 5


def test_what_is_placed_stays_and_the_rest_keeps_out_of_its_way() -> None:
    boxes, edges = chain(4)
    free = arrange(HEAD, boxes, edges)
    held = (free["agent_2"][0], free["agent_2"][1] - 40)
    boxes[0] = Box("agent_0", HEIGHT, held)
    spots = arrange(HEAD, boxes, edges)

    assert spots["agent_0"] == held
    assert not any(overlap(held, spots[box.id]) for box in boxes[1:])
