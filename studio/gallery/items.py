"""Turns the components of a gallery into cards."""

import re

from studio.domain.gallery_entry import (
    KIND_OF_SECTION,
    SECTIONS,
    GalleryDocument,
    GalleryItem,
    Outline,
)
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.kinds import class_of, kind_of, label_of, name_of, type_label
from studio.domain.secrets import find_placeholders
from studio.domain.slots import walk
from studio.domain.summaries import summary_of
from studio.domain.team_edges import edges_of, participants

_KEY_IN_SOURCE = re.compile(r"""environ(?:\.get\(|\[)\s*["']([A-Z][A-Z0-9_]*)["']""")


def items_of(gallery: GalleryDocument) -> list[GalleryItem]:
    """Return the cards of a gallery, section by section; ids come from the components' order."""
    sections = [
        *SECTIONS.values(),
        *(key for key in gallery.components if key not in KIND_OF_SECTION),
    ]
    items: list[GalleryItem] = []
    for section in sections:
        taken: set[str] = set()
        for component in gallery.section(section):
            stem = _slug(label_of(component) or class_of(component))
            item_id, number = f"{section}/{stem}", 2
            while item_id in taken:
                item_id, number = f"{section}/{stem}_{number}", number + 1
            taken.add(item_id)
            items.append(item_of(component, item_id))
    return items


def item_of(component: JsonDict, item_id: str) -> GalleryItem:
    """Return the card of one component."""
    config = as_dict(component.get("config"))
    return GalleryItem(
        id=item_id,
        kind=kind_of(component),
        label=as_text(component.get("label")) or label_of(component),
        type_label=type_label(component),
        description=as_text(component.get("description")) or as_text(config.get("description")),
        provider=as_text(component.get("provider")),
        summary=summary_of(component),
        needs=_needs(component),
        replay=_is_replay(component),
        outline=_outline(component) if kind_of(component) == "team" else None,
        component=component,
    )


def _needs(component: JsonDict) -> list[str]:
    names = find_placeholders(component)
    for _, item in walk(component):
        source = as_text(as_dict(item.get("config")).get("source_code"))
        names.update(_KEY_IN_SOURCE.findall(source))
    return sorted(names)


def _is_replay(component: JsonDict) -> bool:
    models = [item for _, item in walk(component) if kind_of(item) == "model"]
    return bool(models) and all(class_of(item) == "ReplayChatCompletionClient" for item in models)


def _outline(team: JsonDict) -> Outline:
    return Outline(
        kind=class_of(team),
        members=[name_of(item) or label_of(item) for item in participants(team)],
        edges=[(edge.source, edge.target) for edge in edges_of(team)],
    )


def _slug(text: str) -> str:
    return re.sub(r"\W+", "_", text.lower()).strip("_") or "component"


def component_count(gallery: GalleryDocument) -> int:
    """Return how many components a gallery holds."""
    return sum(len(as_list(value)) for value in gallery.components.values())
