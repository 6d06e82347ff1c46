"""The canvas, the library beside it, and the link between the builder and its page's state."""

from typing import Any

import reflex as rx

from studio.domain.canvas import Graph
from studio.ui.kit.assets import shared_asset
from studio.ui.kit.eager import EagerComponent

FLOW_PACKAGES = [
    "@xyflow/react@12.12.1",
    "lucide-react@1.26.0",
    "sonner@2.0.8",
]

_CANVAS = shared_asset(__name__, "team_canvas.jsx")
_LIBRARY = shared_asset(__name__, "library.jsx")
_LINK = shared_asset(__name__, "bridge.jsx")
for _part in (
    "api.js", "canvas.css", "commands.js", "drop.js", "edges.jsx", "far.jsx", "frames.jsx", "graph_state.js",
    "items.js", "keys.js", "kinds.jsx", "layout.js", "library.css", "nodes.jsx", "order.jsx",
    "outline.jsx", "overlays.jsx", "pointer.js", "quick_add.jsx", "runs.js", "store.js", "view.js",
):  # fmt: skip
    shared_asset(__name__, _part)


def _ops_spec(
    ops: rx.Var[list[dict[str, Any]]], number: rx.Var[int], base: rx.Var[int]
) -> tuple[rx.Var[list[dict[str, Any]]], rx.Var[int], rx.Var[int]]:
    return ops, number, base


def _command_spec(name: rx.Var[str], value: rx.Var[Any]) -> tuple[rx.Var[str], rx.Var[Any]]:
    return name, value


class TeamCanvas(EagerComponent):
    """The team as nodes and edges."""

    library = _CANVAS
    tag = "TeamCanvas"
    lib_dependencies: list[str] = FLOW_PACKAGES

    dark: rx.Var[bool]
    """Whether the dark theme is shown."""


class LibraryPanel(EagerComponent):
    """What can be added, and the team as a list."""

    library = _LIBRARY
    tag = "LibraryPanel"
    lib_dependencies: list[str] = FLOW_PACKAGES


class BuilderLink(EagerComponent):
    """Carries the page's state into the builder's store, and operations back."""

    library = _LINK
    tag = "BuilderLink"

    team: rx.Var[str]
    """Identifier of the open team."""
    scope: rx.Var[str]
    """Path of the nested team that the canvas shows."""
    graph: rx.Var[Graph]
    """The canvas; a new object each time the server has something to say."""
    flags: rx.Var[dict[str, Any]]
    """Revision, undo and redo, unsaved changes, name."""
    ack: rx.Var[int]
    """The last batch of operations that the server has taken."""
    problems: rx.Var[list[dict[str, Any]]]
    """What the checks found."""
    refused: rx.Var[int]
    """Counts batches that were refused; the browser then takes the server's document."""
    run: rx.Var[str]
    """The run of this team that is under way; its events light the nodes."""

    on_ops: rx.EventHandler[_ops_spec]
    """A batch of operations, its number, and the revision of the canvas it was made to."""
    on_command: rx.EventHandler[_command_spec]
    """Undo, redo, save, run and the like, with an argument or none."""


team_canvas = TeamCanvas.create
library_panel = LibraryPanel.create
builder_link = BuilderLink.create
