"""Differences go there and back."""

import json
import random
from typing import Any

import pytest

from studio.services.patches import apply, diff


@pytest.mark.parametrize(
    ("before", "after", "size"),
    [
        ({"a": 1}, {"a": 1}, 0),
        ({"a": 1}, {"a": True}, 1),
        ({"a": 1}, {"a": 1.0}, 1),
        ({"a/b": {"~": 1}}, {"a/b": {"~": 2}}, 1),
        ({"l": [1, 2, 3, 4]}, {"l": [1, 3, 4]}, 1),
        ({"l": [1, 2]}, {"l": [0, 1, 2]}, 1),
        ({"l": [True, 1]}, {"l": [1]}, 1),
        ({"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}, 1),
        ({"x": {"a": 1, "b": 2}}, {"x": {"b": 2, "a": 1}}, 1),
        ({"x": {"a": 1, "b": 2, "c": 3}}, {"x": {"a": 1, "c": 3}}, 1),
    ],
)
def test_a_small_change_is_a_small_patch(before: Any, after: Any, size: int) -> None:
    forward, backward = diff(before, after)

    assert len(forward) == len(backward) == size
    assert json.dumps(apply(before, forward)) == json.dumps(after)
    assert json.dumps(apply(after, backward)) == json.dumps(before)


def test_any_two_documents_lead_to_each_other_with_the_order_of_their_keys() -> None:
    chance = random.Random(7)

    def value(depth: int = 0) -> Any:
        kind = chance.randrange(8 if depth < 4 else 5)
        if kind < 2:
            return chance.choice([True, False, None, 0, 1, 1.0])
        if kind < 5:
            return chance.choice(["a", "b/c", "~x", ""])
        if kind == 5:
            return [value(depth + 1) for _ in range(chance.randrange(5))]
        return {chance.choice("abcde/~"): value(depth + 1) for _ in range(chance.randrange(5))}

    for _ in range(1000):
        before, after = {"x": value(), "y": [value()] * 3}, {"x": value(), "y": [value()] * 2}
        kept = json.dumps(before), json.dumps(after)
        forward, backward = diff(before, after)

        assert json.dumps(apply(before, forward)) == kept[1]
        assert json.dumps(apply(after, backward)) == kept[0]
        assert (json.dumps(before), json.dumps(after)) == kept


def test_a_patch_does_not_share_anything_with_its_documents() -> None:
    after = {"a": {"b": [1]}}
    forward, _ = diff({"a": None}, after)

    after["a"]["b"].append(2)

    assert apply({"a": None}, forward) == {"a": {"b": [1]}}
