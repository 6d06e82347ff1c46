"""Reads what an address says."""

from urllib.parse import unquote

import reflex as rx


def address_argument(state: rx.State, page: str) -> str:
    """Return the part after `/page/` in the address of the tab, or an empty string."""
    parts = [part for part in str(state.router.url.path).split("/") if part]
    return unquote(parts[1]) if len(parts) > 1 and parts[0] == page else ""
