"""What cards of teams and components show, and how it is read from documents."""

from datetime import datetime
from typing import Any, TypedDict

import reflex as rx

from studio._kit.clock import now
from studio.domain.canvas import project
from studio.domain.kinds import kind_of
from studio.domain.team_spec import TeamDocument
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


def card_of(item_id: str, component: dict[str, Any], *, name: str = "") -> ComponentCard:
    """Return the card of a component."""
    kind = kind_of(component)
    provider = str(component.get("provider", ""))
    return {
        "id": item_id,
        "name": name or str(component.get("label") or provider.rsplit(".", 1)[-1]),
        "kind": kind,
        "description": str(component.get("description") or ""),
        "detail": provider.rsplit(".", 1)[-1],
        "needs_key": "${" in str(component),
        "picture": picture_of(TeamDocument(component=component)) if kind == "team" else NO_PICTURE,
    }


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
