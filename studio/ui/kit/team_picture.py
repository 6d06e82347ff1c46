"""A small picture of a team, for cards."""

from typing import Any, TypedDict

import reflex as rx

_JSX = rx.asset("team_picture.jsx", shared=True)


class Picture(TypedDict):
    """Where the boxes of a team stand and which are joined."""

    nodes: list[dict[str, Any]]
    """`id`, `kind`, `x`, `y` of each."""
    edges: list[dict[str, Any]]
    """`id`, `source`, `target` of each."""


class TeamPicture(rx.Component):
    """Draws a picture; decorative, so hidden from screen readers."""

    library = _JSX.importable_path
    tag = "TeamPicture"

    picture: rx.Var[Picture]
    """What to draw."""


team_picture = TeamPicture.create
