"""Questions about directed graphs."""

import subprocess
import sys

import pytest

from studio._kit.digraph import find_cycle, layers, reachable, topological_order
from studio._kit.errors import CycleError


def test_an_order_lets_every_edge_point_forward_and_names_the_loop_otherwise() -> None:
    edges = [("b", "d"), ("a", "b"), ("a", "c"), ("c", "d")]

    order = topological_order(edges, ["z"])

    assert sorted(order) == ["a", "b", "c", "d", "z"]
    assert all(order.index(start) < order.index(end) for start, end in edges)
    assert order == topological_order(edges, ["z"])
    with pytest.raises(CycleError) as caught:
        topological_order([*edges, ("d", "a")])
    assert len(caught.value.cycle) == 3


def test_layers_are_the_longest_ways_from_a_source_loops_or_not() -> None:
    edges = [("a", "b"), ("b", "c"), ("a", "c")]
    assert layers(edges, ["z"]) == [["z", "a"], ["b"], ["c"]]
    looped = layers([("a", "b"), ("b", "a"), ("b", "c")])
    assert sorted(name for layer in looped for name in layer) == ["a", "b", "c"]
    assert layers([("a", "a")]) == [["a"]]
    assert layers([]) == []


def test_a_loop_is_found_wherever_it_is() -> None:
    assert find_cycle([("a", "b"), ("b", "c")]) is None
    assert find_cycle([("s", "a"), ("a", "b"), ("b", "a")]) == ["a", "b"]
    assert find_cycle([("a", "a")]) == ["a"]
    assert find_cycle([], ["a"]) is None


def test_reach_includes_the_start_and_follows_loops() -> None:
    edges = [("a", "b"), ("b", "a"), ("b", "c"), ("x", "y")]
    assert reachable(edges, ["a"]) == {"a", "b", "c"}
    assert reachable(edges, ["c", "x"]) == {"c", "x", "y"}
    assert reachable(edges, ["nobody"]) == {"nobody"}


def test_the_library_is_loaded_with_the_first_question_only() -> None:
    code = (
        "import sys, studio._kit.digraph, studio.agentchat.teams; print('networkx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
