"""The gallery that comes with Studio: one JSON file a component."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from studio.domain.gallery_entry import SECTIONS, GalleryDocument, GalleryItem
from studio.domain.json_values import JsonDict, as_dict, clone_dict
from studio.gallery.items import item_of

BUILTIN_ID = "studio"

_FIRST = (
    "travel_planner",
    "research_desk",
    "support_handoffs",
    "article_workshop",
    "expense_approval",
    "product_launch",
)
"""Teams that need no key come first, in this order."""


def data_directory() -> Path:
    """Return where the components lie: inside the installed package, else in the repository."""
    packaged = Path(__file__).parent / "_data"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "components_gallery"


def builtin_gallery() -> GalleryDocument:
    """Return the built-in gallery in AutoGen Studio's format."""
    components: dict[str, list[JsonDict]] = {section: [] for section in SECTIONS.values()}
    for item in builtin_items():
        components[item.id.partition("/")[0]].append(item.component)
    return GalleryDocument(
        id=BUILTIN_ID,
        name="Studio",
        metadata={
            "author": "Studio",
            "version": "1.0.0",
            "description": "Teams, agents, models, tools and conditions to begin with.",
            "tags": ["built-in"],
            "license": "MIT",
        },
        components={section: items for section, items in components.items() if items},
    )


def builtin_items() -> list[GalleryItem]:
    """Return the cards of the built-in gallery; the callers may change what they get."""
    return [
        item.model_copy(update={"component": clone_dict(item.component)}) for item in _read_all()
    ]


@cache
def builtin_tasks() -> Mapping[str, list[str]]:
    """Return what one might ask of the built-in teams, by the id of their card."""
    return json.loads((data_directory() / "tasks.json").read_text(encoding="utf-8"))


@cache
def _read_all() -> tuple[GalleryItem, ...]:
    items: list[GalleryItem] = []
    for section in SECTIONS.values():
        files = sorted((data_directory() / section).glob("*.json"), key=_order)
        items += [
            item_of(as_dict(json.loads(file.read_text(encoding="utf-8"))), f"{section}/{file.stem}")
            for file in files
        ]
    return tuple(items)


def _order(file: Path) -> tuple[int, str]:
    place = _FIRST.index(file.stem) if file.stem in _FIRST else len(_FIRST)
    return place, file.stem
