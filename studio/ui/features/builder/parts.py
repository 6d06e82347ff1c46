"""The visual pieces of the Build page that are written in JSX."""

import reflex as rx

from studio.ui.canvas.component import FLOW_PACKAGES
from studio.ui.editor.component import EDITOR_PACKAGES

_ACTIONS = rx.asset("actions.jsx", shared=True)
_DRAWER = rx.asset("drawer.jsx", shared=True)
rx.asset("builder.css", shared=True)


class BuilderActions(rx.NoSSRComponent):
    """Undo, redo, problems, save, run and deploy."""

    library = _ACTIONS.importable_path
    tag = "BuilderActions"
    lib_dependencies: list[str] = FLOW_PACKAGES


class BuilderDrawer(rx.NoSSRComponent):
    """The team as JSON and as Python, and its problems."""

    library = _DRAWER.importable_path
    tag = "Drawer"
    alias = "BuilderDrawer"
    lib_dependencies: list[str] = [*FLOW_PACKAGES, *EDITOR_PACKAGES]


builder_actions = BuilderActions.create
builder_drawer = BuilderDrawer.create
