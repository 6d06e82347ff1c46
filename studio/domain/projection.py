"""Draws a team document: nodes and edges for one canvas, computed from the component."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from studio.domain import pointer
from studio.domain.badges import badges_of
from studio.domain.card_size import card_height
from studio.domain.exceptions import PathError
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.kinds import (
    Kind,
    class_of,
    is_component,
    kind_of,
    label_of,
    name_of,
    type_label,
)
from studio.domain.places import places_in
from studio.domain.problem import Problem
from studio.domain.slots import SlotSpec, items_in, slots_of
from studio.domain.summaries import summary_of
from studio.domain.team_edges import (
    TEAM,
    EdgeKind,
    TeamEdge,
    edges_of,
    graph_nodes,
    participants,
    start_nodes,
)
from studio.domain.team_spec import NodePlace, Note, TeamDocument
from studio.domain.validation import check

NodeType = Literal["team", "agent", "note", "frame"]


class Position(TypedDict):
    """Where a node's top left corner is."""

    x: float
    y: float


class SlotItem(TypedDict):
    """One component inside a slot."""

    path: str
    label: str
    kind: Kind
    provider: str
    detail: str
    items: NotRequired[list["SlotItem"]]
    """Tools of a tool set, parts of a condition."""


class Slot(TypedDict):
    """A place for components on a node."""

    slot: str
    field: str
    kind: Kind
    kinds: list[Kind]
    label: str
    many: bool
    required: bool
    path: str
    items: list[SlotItem]


class Drill(TypedDict):
    """Something inside a node that opens on a canvas of its own."""

    path: str
    label: str


class ProblemCount(TypedDict):
    """How many checks complain about a node and what it holds."""

    errors: int
    warnings: int


class NodeData(TypedDict):
    """What a node shows."""

    path: str
    kind: Kind | Literal["note"]
    provider: str
    type_label: str
    name: str
    label: str
    description: str
    slots: list[Slot]
    badges: list[str]
    problems: ProblemCount
    order: int | None
    drill: list[Drill]
    entry: bool
    leaf: bool
    bypassed: bool
    pinned: bool
    """A person has put it where it is."""
    height: float
    """Of a card about as much as it needs; of a note as much as it was given."""
    width: NotRequired[float]


class CanvasNode(TypedDict):
    """One node of the canvas."""

    id: str
    type: NodeType
    position: Position
    data: NodeData


class EdgeData(TypedDict):
    """What an edge stands for."""

    path: str
    condition: str | None
    expression: str
    activation_group: str
    activation_condition: str
    editable: bool


class CanvasEdge(TypedDict):
    """One edge of the canvas."""

    id: str
    source: str
    target: str
    type: EdgeKind
    label: str
    data: EdgeData


class Graph(TypedDict):
    """A canvas as the browser draws it."""

    rev: int
    nodes: list[CanvasNode]
    edges: list[CanvasEdge]


def project(
    document: TeamDocument, scope: str = "", *, problems: Sequence[Problem] | None = None
) -> Graph:
    """Return the canvas of the team at `scope`.

    Args:
        document: The team document.
        scope: Path of a nested team (or an agent inside a tool) to look into; empty for the whole.
        problems: What the checks found, when the caller has it already.

    Raises:
        PathError: There is nothing at `scope` that has a canvas.
    """
    component = as_dict(pointer.get(document.component, scope))
    if scope and not is_component(component):
        raise PathError(f"{scope!r} is not a component", path=scope, hint="Open the whole team.")
    found = problems if problems is not None else check(document.component)
    places = places_in(document, scope)
    if not places:
        raise PathError(
            f"{scope!r} has no canvas of its own", path=scope, hint="Open the team it is in."
        )
    ids = [place.id for place in places]
    edges = edges_of(component, scope) if kind_of(component) == "team" else []
    names = frozenset(name_of(item) for item in participants(component))
    nodes = [_node(document, place, scope, found, names) for place in places]
    _mark_ends(component, nodes[1:])
    notes = [_note(note) for note in document.notes if note.scope == scope]
    return Graph(
        rev=document.revision, nodes=nodes + notes, edges=[_edge(edge, ids) for edge in edges]
    )


def edge_id(edge: TeamEdge, ids: Sequence[str]) -> str:
    """Return the identifier of an edge; `ids` are the nodes of its canvas, the team first."""
    ends = f"{edge.kind}:{ids[edge.source + 1]}:{ids[edge.target + 1]}"
    return f"{ends}:{edge.nth}" if edge.nth else ends


def _node(
    document: TeamDocument,
    place: NodePlace,
    scope: str,
    problems: Sequence[Problem],
    names: frozenset[str],
) -> CanvasNode:
    component = as_dict(pointer.find(document.component, place.path))
    head = place.path == scope
    kind = kind_of(component)
    config = as_dict(component.get("config"))
    index = None if head else int(place.path.rpartition("/")[2])
    data = NodeData(
        path=place.path,
        kind=kind,
        provider=as_text(component.get("provider")),
        type_label=type_label(component),
        name=name_of(component),
        label=label_of(component),
        description=as_text(config.get("description")) or as_text(component.get("description")),
        slots=[_slot(component, place.path, spec) for spec in slots_of(component)],
        badges=badges_of(component, names),
        problems=_count(problems, place.path, own=head and kind == "team"),
        order=index,
        drill=[] if head and kind == "team" else _drills(component, place.path),
        entry=False,
        leaf=False,
        bypassed=place.bypassed,
        pinned=place.pinned,
        height=card_height(component, place.path, names, head=head),
    )
    type_: NodeType = "team" if kind == "team" else "agent"
    return CanvasNode(id=place.id, type=type_, position=Position(x=place.x, y=place.y), data=data)


def _note(note: Note) -> CanvasNode:
    data = NodeData(
        path="",
        kind="note",
        provider="",
        type_label="Group" if note.kind == "frame" else "Note",
        name="",
        label=note.text.partition("\n")[0],
        description=note.text,
        slots=[],
        badges=[],
        problems=ProblemCount(errors=0, warnings=0),
        order=None,
        drill=[],
        entry=False,
        leaf=False,
        bypassed=False,
        pinned=False,
        width=note.width,
        height=note.height,
    )
    return CanvasNode(id=note.id, type=note.kind, position=Position(x=note.x, y=note.y), data=data)


def _slot(component: JsonDict, path: str, spec: SlotSpec) -> Slot:
    return Slot(
        slot=spec.slot,
        field=spec.field,
        kind=spec.kinds[0],
        kinds=list(spec.kinds),
        label=spec.label,
        many=spec.many,
        required=spec.required,
        path=pointer.join(path, "config", spec.field),
        items=[
            _item(item, where, deep=spec.slot != "participants")
            for where, item in items_in(component, path, spec)
        ],
    )


def _item(component: JsonDict, path: str, *, deep: bool) -> SlotItem:
    item = SlotItem(
        path=path,
        label=label_of(component),
        kind=kind_of(component),
        provider=as_text(component.get("provider")),
        detail=summary_of(component),
    )
    inner = [
        _item(part, where, deep=True)
        for spec in (slots_of(component) if deep else ())
        if spec.slot in {"tools", "conditions"}
        for where, part in items_in(component, path, spec)
    ]
    if inner:
        item["items"] = inner
    return item


def _edge(edge: TeamEdge, ids: Sequence[str]) -> CanvasEdge:
    fields = edge.fields or {}
    condition = fields.get("condition")
    told = as_text(condition) or as_text(fields.get("condition_function")) or None
    expression = as_text(as_dict(fields.get("condition_expression")).get("expression"))
    label = (told or expression) if edge.kind == "graph" else ""
    return CanvasEdge(
        id=edge_id(edge, ids),
        source=ids[edge.source + 1],
        target=ids[edge.target + 1],
        type=edge.kind,
        label=label,
        data=EdgeData(
            path=edge.path,
            condition=told,
            expression=expression,
            activation_group=as_text(fields.get("activation_group")),
            activation_condition=as_text(fields.get("activation_condition")) or "all",
            editable=edge.source != TEAM,
        ),
    )


def _mark_ends(team: JsonDict, nodes: list[CanvasNode]) -> None:
    if class_of(team) != "GraphFlow":
        return
    starts = set(start_nodes(team))
    graph = graph_nodes(team)
    for node in nodes:
        name = node["data"]["name"]
        node["data"]["entry"] = name in starts
        node["data"]["leaf"] = name in graph and not as_list(graph[name].get("edges"))


def _count(problems: Sequence[Problem], path: str, *, own: bool) -> ProblemCount:
    """Count what is wrong with a node; a team counts only what no participant answers for."""
    members = pointer.join(path, "config", "participants") + "/"
    counts = Counter(
        problem.severity
        for problem in problems
        if pointer.is_within(problem.path, path) and not (own and problem.path.startswith(members))
    )
    return ProblemCount(errors=counts["error"], warnings=counts["warning"])


def _drills(component: JsonDict, path: str) -> list[Drill]:
    if kind_of(component) == "team":
        return [Drill(path=path, label=label_of(component))]
    found: list[Drill] = []
    for spec in slots_of(component):
        for where, item in items_in(component, path, spec):
            kind = kind_of(item)
            if kind in {"team", "agent"}:
                found.append(Drill(path=where, label=label_of(item)))
            elif kind in {"tool", "workbench"}:
                found.extend(_drills(item, where))
    return found
