"""Operations made to an earlier canvas."""

import pytest

from studio.domain.canvas import carried
from studio.domain.exceptions import PathError

BEFORE = {"n1": "", "n2": "/config/participants/0", "n3": "/config/participants/1"}


def test_they_mean_the_same_nodes_wherever_those_are_now() -> None:
    after = {"n1": "", "n3": "/config/participants/0"}
    ops = [
        {"op": "set", "path": "/config/participants/1/config/name", "value": "x"},
        {"op": "transfer", "path": "/config/participants/1/config/tools/0", "target": "n1"},
        {"op": "set", "path": "/config/max_turns", "value": 3},
        {"op": "move", "id": "n3", "x": 1, "y": 2},
    ]

    assert carried(ops, BEFORE, after) == [
        {"op": "set", "path": "/config/participants/0/config/name", "value": "x"},
        {"op": "transfer", "path": "/config/participants/0/config/tools/0", "target": "n1"},
        {"op": "set", "path": "/config/max_turns", "value": 3},
        {"op": "move", "id": "n3", "x": 1, "y": 2},
    ]


def test_what_is_done_to_a_node_that_is_gone_is_refused() -> None:
    with pytest.raises(PathError, match="removed elsewhere"):
        carried([{"op": "remove", "path": "/config/participants/0"}], BEFORE, {"n1": ""})
