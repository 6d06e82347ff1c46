"""A small picture of a team, for cards."""

from typing import Any, TypedDict

import reflex as rx

from studio.ui.kit.assets import shared_asset

_JSX = shared_asset(__name__, "team_picture.jsx")


class Picture(TypedDict):
    """Where the boxes of a team stand and which are joined."""

    nodes: list[dict[str, Any]]
    """`id`, `kind`, `x`, `y` of each."""
    edges: list[dict[str, Any]]
    """`id`, `source`, `target` of each."""


class TeamPicture(rx.Component):
    """Draws a picture; decorative, so hidden from screen readers."""

    library = _JSX
    tag = "TeamPicture"

    picture: rx.Var[Picture]
    """What to draw."""


team_picture = TeamPicture.create
