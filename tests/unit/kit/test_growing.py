"""Lists that say when more than their end has changed."""

from collections.abc import Callable
from typing import Any

import pytest

from studio._kit.growing import GrowingList, may_grow, reads_growing

Change = Callable[[GrowingList[int]], Any]


def test_appending_is_no_rewrite() -> None:
    numbers = GrowingList([1])

    numbers.append(2)
    numbers.extend([3, 4])
    numbers += [5]

    assert (numbers, numbers.rewrites) == ([1, 2, 3, 4, 5], 0)


CHANGES: list[tuple[Change, list[int]]] = [
    (lambda n: n.pop(), [3, 1]),
    (lambda n: n.pop(0), [1, 2]),
    (lambda n: n.remove(1), [3, 2]),
    (lambda n: n.insert(0, 9), [9, 3, 1, 2]),
    (lambda n: n.sort(reverse=True), [3, 2, 1]),
    (lambda n: n.reverse(), [2, 1, 3]),
    (lambda n: n.clear(), []),
    (lambda n: n.__delitem__(slice(0, 2)), [2]),
    (lambda n: n.__setitem__(0, 7), [7, 1, 2]),
    (lambda n: n.__imul__(2), [3, 1, 2, 3, 1, 2]),
]


@pytest.mark.parametrize(("change", "left"), CHANGES)
def test_everything_else_is(change: Change, left: list[int]) -> None:
    numbers = GrowingList([3, 1, 2])

    change(numbers)

    assert (numbers, numbers.rewrites) == (left, 1)


def test_a_method_that_replaces_a_marked_one_is_not_marked() -> None:
    class Marked:
        @reads_growing
        def read(self) -> None: ...

    class Replaced(Marked):
        def read(self) -> None: ...

    assert (may_grow(Marked.read), may_grow(Replaced.read)) == (True, False)
