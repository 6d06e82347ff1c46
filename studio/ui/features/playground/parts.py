"""The visual pieces of the Playground page, all of them written in JSX."""

from typing import Any

import reflex as rx

from studio.ui.feed.component import FEED_PACKAGES
from studio.ui.kit.assets import shared_asset

_LINK = shared_asset(__name__, "link.jsx")
_PLAYGROUND = shared_asset(__name__, "playground.jsx")
_ACTIONS = shared_asset(__name__, "actions.jsx")
for _part in (
    "bar.jsx", "budget.jsx", "compare.jsx", "composer.jsx", "dialog.jsx", "export.js", "inbox.jsx",
    "menu.jsx", "playground.css", "run_state.jsx", "sessions.jsx", "share.jsx", "start.jsx",
    "talk.jsx", "verdict.jsx",
):  # fmt: skip
    shared_asset(__name__, _part)

JsonDict = dict[str, Any]


class PlaygroundLink(rx.NoSSRComponent):
    """Carries the page's state into the playground's store, and commands back."""

    library = _LINK
    tag = "PlaygroundLink"
    lib_dependencies: list[str] = FEED_PACKAGES

    session: rx.Var[JsonDict]
    """The open session."""
    cast: rx.Var[JsonDict]
    """Who takes part in the shown run's team."""
    told: rx.Var[JsonDict]
    """How the last command went."""
    on_command: rx.EventHandler[rx.event.passthrough_event_spec(str, dict[str, Any])]  # pyright: ignore[reportCallIssue]  # takes many
    """A command and its arguments."""


class Playground(rx.NoSSRComponent):
    """Sessions, conversation and the panel beside it."""

    library = _PLAYGROUND
    tag = "Playground"
    lib_dependencies: list[str] = FEED_PACKAGES

    view: rx.Var[str]
    """`loading`, `start`, `missing` or `ready`."""
    session: rx.Var[JsonDict]
    """The open session."""
    sessions: rx.Var[list[JsonDict]]
    """Sessions as they are listed."""
    more: rx.Var[bool]
    """Whether there are more sessions to list."""
    teams: rx.Var[list[JsonDict]]
    """Teams that a new session can begin with."""
    suggestions: rx.Var[list[str]]
    """Tasks to begin with: the team's own, and those it was given before."""
    links: rx.Var[dict[str, str]]
    """Links by which others may read, by session or run."""


class PlaygroundActions(rx.NoSSRComponent):
    """How the run stands, and the buttons that steer it."""

    library = _ACTIONS
    tag = "PlaygroundActions"
    lib_dependencies: list[str] = FEED_PACKAGES

    team: rx.Var[str]
    """Identifier of the session's team."""


playground_link = PlaygroundLink.create
playground = Playground.create
playground_actions = PlaygroundActions.create
