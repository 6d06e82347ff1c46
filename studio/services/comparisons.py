"""Two documents of a team side by side: as text, on the canvas, and part by part."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from studio._kit.jsonio import dump_json
from studio.domain import pointer
from studio.domain.canvas import CanvasEdge, CanvasNode, Graph, project
from studio.domain.json_values import JsonDict
from studio.domain.secrets import mask
from studio.domain.team_spec import TeamDocument
from studio.storage.documents import VersionInfo

from .part_changes import Change, PartChange, TeamPair, changed_parts, paired_teams
from .patches import Patch, diff

Side = Literal["before", "after"]


class PictureNode(BaseModel):
    """A node of one side's canvas."""

    model_config = ConfigDict(frozen=True)

    id: str
    path: str
    x: float
    y: float
    kind: str
    label: str
    detail: str
    change: Change | None = None


class PictureEdge(BaseModel):
    """An edge of one side's canvas."""

    model_config = ConfigDict(frozen=True)

    source: str
    target: str
    type: str
    change: Change | None = None


class Picture(BaseModel):
    """One side's canvas with marks on what is different."""

    model_config = ConfigDict(frozen=True)

    nodes: list[PictureNode]
    edges: list[PictureEdge]


class Level(BaseModel):
    """One canvas of the team on both sides: the whole, or a team inside it."""

    model_config = ConfigDict(frozen=True)

    label: str
    inside: list[str]
    """Names of the components around it, outermost first."""
    before_path: str | None
    after_path: str | None
    differences: int
    """How many parts in it are different, those of teams inside it included."""
    before_picture: Picture | None
    after_picture: Picture | None
    """`None` on the side that does not have this team."""


class Comparison(BaseModel):
    """Two versions side by side; places on the canvas do not count, secrets are masked."""

    model_config = ConfigDict(frozen=True)

    before: VersionInfo
    after: VersionInfo
    before_text: str
    after_text: str
    changes: list[JsonDict]
    """What leads from one to the other, as a JSON patch (RFC 6902)."""
    parts: list[PartChange]
    """The same in terms of components."""
    levels: list[Level]
    """The canvases; the first is the whole team."""


def compare_documents(
    before: TeamDocument, after: TeamDocument, *, infos: tuple[VersionInfo, VersionInfo]
) -> Comparison:
    """Return what is different between two documents.

    Args:
        before: The one side.
        after: The other.
        infos: What is known of either.
    """
    old, new = mask(before.component), mask(after.component)
    changes: Patch = diff(old, new)[0]
    parts = changed_parts(old, new)
    return Comparison(
        before=infos[0],
        after=infos[1],
        before_text=dump_json(old, indent=2),
        after_text=dump_json(new, indent=2),
        changes=changes,
        parts=parts,
        levels=[_level(pair, before, after, parts) for pair in paired_teams(old, new)],
    )


def _level(
    pair: TeamPair, before: TeamDocument, after: TeamDocument, parts: list[PartChange]
) -> Level:
    old, new = _graph(before, pair.before_path), _graph(after, pair.after_path)
    return Level(
        label=pair.label,
        inside=pair.inside,
        before_path=pair.before_path,
        after_path=pair.after_path,
        differences=sum(
            _holds(pair.before_path, part.before_path) or _holds(pair.after_path, part.after_path)
            for part in parts
        ),
        before_picture=None if old is None else _picture(old, new, parts, "before"),
        after_picture=None if new is None else _picture(new, old, parts, "after"),
    )


def _graph(document: TeamDocument, path: str | None) -> Graph | None:
    return None if path is None else project(document, path, problems=())


def _holds(team: str | None, path: str | None) -> bool:
    return team is not None and path is not None and pointer.is_within(path, team)


def _picture(graph: Graph, other: Graph | None, parts: list[PartChange], side: Side) -> Picture:
    nodes = [node for node in graph["nodes"] if node["type"] != "note"]
    paths = [node["data"]["path"] for node in nodes]
    marks = _marks(paths, parts, side)
    renamed = _renamed(parts, side)
    names = {node["id"]: _name(node, renamed) for node in nodes}
    known = set(_edge_keys(other)) if other is not None else set[tuple[str, ...]]()
    only: Change = "removed" if side == "before" else "added"
    return Picture(
        nodes=[_node(node, marks.get(node["data"]["path"])) for node in nodes],
        edges=[
            PictureEdge(
                source=edge["source"],
                target=edge["target"],
                type=edge["type"],
                change=None if _edge_key(edge, names) in known else only,
            )
            for edge in graph["edges"]
        ],
    )


def _node(node: CanvasNode, change: Change | None) -> PictureNode:
    data, place = node["data"], node["position"]
    return PictureNode(
        id=node["id"],
        path=data["path"],
        x=place["x"],
        y=place["y"],
        kind=data["kind"],
        label=data["label"],
        detail=data["type_label"],
        change=change,
    )


def _marks(paths: list[str], parts: list[PartChange], side: Side) -> dict[str, Change]:
    """Return how each node has changed: itself, or something that it holds."""
    marks: dict[str, Change] = {}
    for part in parts:
        path = part.before_path if side == "before" else part.after_path
        if path is None:
            continue
        around = [own for own in paths if path == own or path.startswith(f"{own}/")]
        if not around:
            continue
        node = max(around, key=len)
        whole = node == path and part.change != "changed"
        if whole or node not in marks:
            marks[node] = part.change if whole else "changed"
    return marks


def _renamed(parts: list[PartChange], side: Side) -> dict[str, str]:
    """Return what the agents of one side are called on the other, where that is different."""
    names = [
        (field.before, field.after)
        for part in parts
        for field in part.fields
        if part.kind in {"agent", "team"} and field.name == "name"
    ]
    pairs = names if side == "before" else [(after, before) for before, after in names]
    return {own: other for own, other in pairs if own and other}


def _name(node: CanvasNode, renamed: dict[str, str]) -> str:
    label = node["data"]["label"]
    return renamed.get(label, label)


def _edge_keys(graph: Graph) -> list[tuple[str, ...]]:
    names = {node["id"]: node["data"]["label"] for node in graph["nodes"]}
    return [_edge_key(edge, names) for edge in graph["edges"]]


def _edge_key(edge: CanvasEdge, names: dict[str, str]) -> tuple[str, ...]:
    ends = names.get(edge["source"], ""), names.get(edge["target"], "")
    return (*ends, edge["type"], edge["data"]["condition"] or "")
