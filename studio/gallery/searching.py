"""Finds cards by words."""

from collections.abc import Iterable

from studio.domain.gallery_entry import GalleryItem


def search(items: Iterable[GalleryItem], query: str = "", kind: str = "") -> list[GalleryItem]:
    """Return the cards that match all words, the best first; every card when there are no words.

    Args:
        items: The cards to look through.
        query: Words or beginnings of words, in any order.
        kind: Only cards of this kind.
    """
    words = query.lower().split()
    scored = [
        (score, item)
        for item in items
        if (not kind or item.kind == kind) and (score := _score(item, words)) is not None
    ]
    return [item for _, item in sorted(scored, key=lambda pair: pair[0])]


def _score(item: GalleryItem, words: list[str]) -> int | None:
    fields = [
        item.label.lower(),
        f"{item.type_label} {item.kind} {item.id}".lower(),
        f"{item.description} {item.summary} {item.provider}".lower(),
    ]
    total = 0
    for word in words:
        best = next((rank for rank, text in enumerate(fields) if word in text), None)
        if best is None:
            return None
        total += best * 2 + (not fields[best].startswith(word))
    return total
