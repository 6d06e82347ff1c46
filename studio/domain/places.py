"""Keeps every node of the canvas in a place of its own, with an identifier that stays."""

from collections.abc import Iterator, Sequence
from typing import Final

from studio.domain import pointer
from studio.domain.canvas_layout import Box, arrange
from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.domain.kinds import kind_of
from studio.domain.slots import items_in, slots_of, walk
from studio.domain.team_edges import TEAM, edges_of, participant_path, participants, team_path_of
from studio.domain.team_spec import NodePlace, TeamDocument

PlaceKey = tuple[str, bool]

_SHOWN_EMPTY: Final = frozenset({"model", "tools", "termination", "team", "agent", "code_executor"})
"""Slots that stand on a card even while nothing is in them."""


def views(component: JsonDict) -> Iterator[tuple[str, JsonDict]]:
    """Yield what can be opened on a canvas of its own: the root, nested teams, agents in tools."""
    for path, found in walk(component):
        kind = kind_of(found)
        if not path or kind == "team" or (kind == "agent" and team_path_of(path) is None):
            yield path, found


def settled(document: TeamDocument) -> list[NodePlace]:
    """Return the document's places, completed so that every node of every canvas has one.

    Places of what is gone are dropped; those that are there stay as they are.
    """
    known: dict[PlaceKey, NodePlace] = {}
    ids: set[str] = set()
    for place in document.places:
        if place.id not in ids and (place.path, place.inside) not in known:
            known[place.path, place.inside] = place
            ids.add(place.id)
    result: list[NodePlace] = []
    for path, component in views(document.component):
        result.extend(_view_places(path, component, known, ids))
    return result


def places_in(document: TeamDocument, scope: str) -> list[NodePlace]:
    """Return the places of one canvas, its head first; none when it has no canvas."""
    if scope not in dict(views(document.component)):
        return []
    by_key = {(place.path, place.inside): place for place in settled(document)}
    component = as_dict(pointer.find(document.component, scope))
    return [by_key[key] for key in _keys(scope, component)]


def tidied(document: TeamDocument, scope: str) -> list[NodePlace]:
    """Return the places with the canvas of one team laid out anew, keeping identifiers."""
    kept = settled(document)
    old = {(place.path, place.inside): place for place in kept}
    component = dict(views(document.component)).get(scope)
    if component is None:
        return kept
    keys = _keys(scope, component)
    spots = _spots(scope, component, {})
    fresh = {
        key: old[key].model_copy(update={"x": spots[key][0], "y": spots[key][1], "pinned": False})
        for key in keys
    }
    return [fresh.get((place.path, place.inside), place) for place in kept]


def node_height(component: JsonDict, path: str = "") -> float:
    """Return about how tall the card of a component is drawn."""
    height = 58.0
    if as_text(as_dict(component.get("config")).get("description") or component.get("description")):
        height += 40
    rows = sum(
        spec.slot != "participants"
        and (spec.slot in _SHOWN_EMPTY or any(True for _ in items_in(component, path, spec)))
        for spec in slots_of(component)
    )
    if kind_of(component) == "team":
        height += 48
    return height + (8 + 29 * rows if rows else 0)


def _keys(path: str, component: JsonDict) -> list[PlaceKey]:
    members = participants(component) if kind_of(component) == "team" else []
    inner = [(participant_path(path, index), False) for index in range(len(members))]
    return [(path, bool(path)), *inner]


def _view_places(
    path: str, component: JsonDict, known: dict[PlaceKey, NodePlace], ids: set[str]
) -> list[NodePlace]:
    keys = _keys(path, component)
    if all(key in known for key in keys):
        return [known[key] for key in keys]
    spots = _spots(path, component, known)
    places: list[NodePlace] = []
    for key in keys:
        place = known.get(key)
        if place is None:
            x, y = spots[key]
            place = NodePlace(id=_fresh_id(ids), path=key[0], inside=key[1], x=x, y=y)
        places.append(place)
    return places


def _spots(
    path: str, component: JsonDict, known: dict[PlaceKey, NodePlace]
) -> dict[PlaceKey, tuple[float, float]]:
    keys = _keys(path, component)
    members = participants(component)
    parts: Sequence[JsonDict] = [component, *members]

    def box(index: int) -> Box:
        place = known.get(keys[index])
        spot = (place.x, place.y) if place is not None else None
        return Box(str(index - 1), node_height(parts[index]), spot)

    between = [
        (str(edge.source), str(edge.target))
        for edge in edges_of(component, path)
        if edge.source != TEAM
    ]
    boxes = [box(index) for index in range(1, len(keys))]
    spots = arrange(box(0), boxes, between)
    return {key: spots[str(index - 1)] for index, key in enumerate(keys)}


def _fresh_id(ids: set[str]) -> str:
    number = len(ids) + 1
    while f"n{number}" in ids:
        number += 1
    ids.add(f"n{number}")
    return f"n{number}"
