"""The visual pieces of the Build page that are written in JSX."""

import reflex as rx

from studio.ui.canvas.component import FLOW_PACKAGES
from studio.ui.editor.component import EDITOR_PACKAGES
from studio.ui.kit.assets import shared_asset
from studio.ui.kit.eager import EagerComponent

_ACTIONS = shared_asset(__name__, "actions.jsx")
_DRAWER = shared_asset(__name__, "drawer.jsx")
shared_asset(__name__, "builder.css")


class BuilderActions(EagerComponent):
    """Undo, redo, problems, save, run and deploy."""

    library = _ACTIONS
    tag = "BuilderActions"
    lib_dependencies: list[str] = FLOW_PACKAGES


class BuilderDrawer(rx.NoSSRComponent):
    """The team as JSON and as Python, and its problems."""

    library = _DRAWER
    tag = "Drawer"
    alias = "BuilderDrawer"
    lib_dependencies: list[str] = [*FLOW_PACKAGES, *EDITOR_PACKAGES]


builder_actions = BuilderActions.create
builder_drawer = BuilderDrawer.create
