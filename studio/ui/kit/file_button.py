"""A button that reads a text file and hands it to Python."""

import reflex as rx

from studio.ui.kit.assets import shared_asset

_JSX = shared_asset(__name__, "file_button.jsx")


class FileButton(rx.Component):
    """Opens the file dialog; a file may also be dropped on it."""

    library = _JSX
    tag = "FileButton"
    lib_dependencies: list[str] = ["lucide-react@1.26.0"]

    label: rx.Var[str]
    """What the button says."""
    accept: rx.Var[str]
    """Endings of the files that can be chosen."""
    primary: rx.Var[bool]
    """Whether it is the main action of its place."""
    on_file: rx.EventHandler[rx.event.passthrough_event_spec(str, str)]  # pyright: ignore[reportCallIssue]  # takes many
    """A file was read; gets its name and its text."""
    on_refused: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """A file was too large; gets a sentence that says so."""


file_button = FileButton.create
