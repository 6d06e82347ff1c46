"""Keeps every node of the canvas in a place of its own, with an identifier that stays."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from studio.domain import pointer
from studio.domain.canvas_layout import Box, arrange
from studio.domain.card_size import card_height
from studio.domain.json_values import JsonDict, as_dict
from studio.domain.kinds import kind_of, name_of
from studio.domain.slots import walk
from studio.domain.team_edges import TEAM, edges_of, participant_path, participants, team_path_of
from studio.domain.team_spec import NodePlace, TeamDocument

PlaceKey = tuple[str, bool]


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


def node_paths(document: TeamDocument) -> dict[str, str]:
    """Return where the component of each node is, by the node's id."""
    return {place.id: place.path for place in settled(document)}


def places_in(document: TeamDocument, scope: str) -> list[NodePlace]:
    """Return the places of one canvas, its head first; none when it has no canvas."""
    if scope not in dict(views(document.component)):
        return []
    by_key = {(place.path, place.inside): place for place in settled(document)}
    component = as_dict(pointer.find(document.component, scope))
    return [by_key[key] for key in _keys(scope, component)]


def tidied(
    document: TeamDocument,
    scope: str,
    *,
    heights: Mapping[str, float] | None = None,
    only: Collection[str] = (),
    all_nodes: bool = False,
) -> list[NodePlace]:
    """Return the places with the canvas of one team laid out anew, keeping identifiers.

    Args:
        document: The team.
        scope: Path of the team on whose canvas the nodes are.
        heights: How tall nodes are drawn, by id, where that is known.
        only: Ids of the nodes to place; without any, those that no person has placed.
        all_nodes: Place everything, whoever has placed it.
    """
    kept = settled(document)
    old = {(place.path, place.inside): place for place in kept}
    component = dict(views(document.component)).get(scope)
    if component is None:
        return kept
    here = {key: old[key] for key in _keys(scope, component)}
    staying = {
        key: place
        for key, place in here.items()
        if not all_nodes and (place.id not in only if only else place.pinned)
    }
    known = {key: (heights or {}).get(place.id) for key, place in here.items()}
    spots = _spots(scope, component, staying, known)
    fresh = {
        key: place.model_copy(update={"x": spots[key][0], "y": spots[key][1], "pinned": False})
        for key, place in here.items()
        if key not in staying
    }
    return [fresh.get((place.path, place.inside), place) for place in kept]


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
    path: str,
    component: JsonDict,
    known: Mapping[PlaceKey, NodePlace],
    heights: Mapping[PlaceKey, float | None] | None = None,
) -> dict[PlaceKey, tuple[float, float]]:
    keys = _keys(path, component)
    members = participants(component)
    parts: Sequence[JsonDict] = [component, *members]
    names = frozenset(name_of(item) for item in members)

    def box(index: int) -> Box:
        key = keys[index]
        place = known.get(key)
        spot = (place.x, place.y) if place is not None else None
        drawn = (heights or {}).get(key)
        about = drawn or card_height(parts[index], key[0], names, head=index == 0)
        return Box(str(index - 1), about, spot)

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
