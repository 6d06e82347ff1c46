"""Listings that come in pages."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from ._protocol import types

PageT = TypeVar("PageT", bound=types.PaginatedResult)
_MOST_PAGES = 1000


async def all_pages(fetch: Callable[..., Awaitable[PageT]], field: str) -> PageT:
    """Return the first page with the items of all others added to it.

    Args:
        fetch: Returns a page for a `cursor`.
        field: Name of the list in it.
    """
    whole = await fetch()
    cursor = whole.next_cursor
    for _ in range(_MOST_PAGES):
        if not cursor:
            break
        page = await fetch(cursor=cursor)
        getattr(whole, field).extend(getattr(page, field))
        cursor = page.next_cursor
    whole.next_cursor = None
    return whole
