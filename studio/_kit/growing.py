"""Lists that grow, so that who has read one need not read all of it again."""

from collections.abc import Callable
from typing import Any, SupportsIndex, TypeVar

T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])

_MARK = "_reads_growing"


class GrowingList(list[T]):
    """A list that says whether anything but appending was done to it.

    Attributes:
        rewrites: Grows with every other change; as long as it stays, the beginning stays too.

    Example:
        >>> letters = GrowingList("ab")
        >>> letters.append("c")
        >>> letters.rewrites
        0
        >>> letters.pop()
        'c'
        >>> letters.rewrites
        1
    """

    rewrites: int = 0

    def __setitem__(self, *place_and_value: Any) -> None:
        self.rewrites += 1
        super().__setitem__(*place_and_value)

    def __delitem__(self, key: SupportsIndex | slice) -> None:
        self.rewrites += 1
        super().__delitem__(key)

    def __imul__(self, value: SupportsIndex) -> "GrowingList[T]":
        self.rewrites += 1
        super().__imul__(value)
        return self

    def insert(self, index: SupportsIndex, value: T, /) -> None:
        """Put a value before the one at the index."""
        self.rewrites += 1
        super().insert(index, value)

    def pop(self, index: SupportsIndex = -1, /) -> T:
        """Take a value out."""
        self.rewrites += 1
        return super().pop(index)

    def remove(self, value: T, /) -> None:
        """Take the first such value out."""
        self.rewrites += 1
        super().remove(value)

    def clear(self) -> None:
        """Take everything out."""
        self.rewrites += 1
        super().clear()

    def sort(self, **how: Any) -> None:
        """Put the values in order."""
        self.rewrites += 1
        super().sort(**how)

    def reverse(self) -> None:
        """Turn the order round."""
        self.rewrites += 1
        super().reverse()


def reads_growing(function: Function) -> Function:
    """Mark a function that may be given the same growing list again: it keeps no part of it."""
    setattr(function, _MARK, True)
    return function


def may_grow(function: Callable[..., Any]) -> bool:
    """Say whether the function is marked; one that replaces it in a subclass is not."""
    return getattr(function, _MARK, False) is True
