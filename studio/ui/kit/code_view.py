"""Read-only code with colours and a copy button."""

import reflex as rx

from studio.ui.kit.assets import shared_asset

_JSX = shared_asset(__name__, "code_view.jsx")


class CodeView(rx.Component):
    """Shows a file; its ending says how to colour it."""

    library = _JSX
    tag = "CodeView"
    lib_dependencies: list[str] = ["lucide-react@1.26.0"]

    text: rx.Var[str]
    """What the file says."""
    filename: rx.Var[str]
    """What the file is called."""


def code_view(text: rx.Var[str] | str, filename: rx.Var[str] | str) -> rx.Component:
    """Return `text` as the read-only file `filename`."""
    return CodeView.create(text=text, filename=filename)
