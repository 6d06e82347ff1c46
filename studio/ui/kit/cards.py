"""What cards of teams and components show, and how it is read from documents."""

from datetime import datetime
from typing import TypedDict

import reflex as rx

from studio._kit.clock import now
from studio.domain.canvas import project
from studio.domain.team_spec import TeamDocument
from studio.services.gallery import GalleryItem
from studio.services.teams import TeamInfo
from studio.ui.kit.team_picture import Picture


class ComponentCard(TypedDict):
    """One component or team on a card."""

    id: str
    name: str
    kind: str
    description: str
    detail: str
    needs_key: bool
    picture: Picture


NO_PICTURE: Picture = {"nodes": [], "edges": []}


def picture_of(document: TeamDocument) -> Picture:
    """Return where the nodes of a team stand and which are joined."""
    graph = project(document)
    return {
        "nodes": [
            {"id": n["id"], "kind": n["type"], "x": n["position"]["x"], "y": n["position"]["y"]}
            for n in graph["nodes"]
            if n["type"] != "note"
        ],
        "edges": [
            {"id": e["id"], "source": e["source"], "target": e["target"]} for e in graph["edges"]
        ],
    }


def card_of(item: GalleryItem) -> ComponentCard:
    """Return the card of a gallery's component."""
    is_team = item.kind == "team"
    return {
        "id": item.item_id,
        "name": item.label,
        "kind": item.kind,
        "description": item.description,
        "detail": item.type if is_team or item.summary == item.description else item.summary,
        "needs_key": bool(item.keys),
        "picture": picture_of(TeamDocument(component=item.component)) if is_team else NO_PICTURE,
    }


def summary_line(team: TeamInfo) -> str:
    """Say in one line what kind of team it is, who is in it and which models it uses."""
    agents, models = team.summary.get("agents", []), team.summary.get("models", [])
    count = f"{len(agents)} agent{'' if len(agents) == 1 else 's'}"
    return " · ".join([str(team.summary.get("type", "Team")), count, *models])


def ago(moment: datetime) -> str:
    """Say how long ago `moment` was, in a few words."""
    seconds = max(0, int((now() - moment).total_seconds()))
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        count = seconds // size
        if count:
            return f"{count} {word}{'s' if count > 1 else ''} ago"
    return "just now"


def read_error(error: Exception) -> tuple[str, str]:
    """Return the sentence and the hint of an error of ours."""
    return str(error), str(getattr(error, "hint", None) or "")


def toast_error(error: Exception) -> rx.event.EventSpec:
    """Show an error of ours for a while, with what to do."""
    message, hint = read_error(error)
    return rx.toast.error(message, description=hint, duration=8000)
