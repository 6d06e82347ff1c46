"""Which classes an annotation stands for."""

from types import NoneType, UnionType
from typing import (
    Any,
    Union,  # noqa: TID251 - to be recognised, not written
    cast,
    get_args,
    get_origin,
)


class AnyType:
    """Stands for `Any` among classes."""


def get_types(annotation: object) -> tuple[type[Any], ...] | None:
    """Return the classes in an annotation, `None` when it is not made of classes.

    Example:
        >>> get_types(int | None)
        (<class 'int'>, <class 'NoneType'>)
    """
    if annotation is Any:
        return (AnyType,)
    if annotation is None or annotation is NoneType:
        return (NoneType,)
    if get_origin(annotation) in {Union, UnionType}:
        return tuple(AnyType if arg is Any else arg for arg in get_args(annotation))
    # `list[int]` claims to be a class, but no message is ever exactly of that class.
    if isinstance(annotation, type) and get_origin(annotation) is None:
        return (cast("type[Any]", annotation),)
    return None
