"""The code editor as a component of its own, and the packages it is made of."""

from typing import Any

import reflex as rx

from studio.ui.kit.assets import shared_asset

EDITOR_PACKAGES = [
    "@codemirror/state@6.7.6",
    "@codemirror/view@6.43.15",
    "@codemirror/commands@6.11.1",
    "@codemirror/language@6.13.1",
    "@codemirror/lint@6.9.8",
    "@codemirror/autocomplete@6.20.4",
    "@codemirror/search@6.7.2",
    "@codemirror/lang-json@6.0.2",
    "@codemirror/lang-python@6.2.1",
    "@lezer/common@1.5.5",
    "@lezer/highlight@1.2.5",
]

_JSX = shared_asset(__name__, "code_editor.jsx")
for _part in ("editor.css", "json_path.js", "json_scan.js", "json_schema.js"):
    shared_asset(__name__, _part)


class CodeEditor(rx.NoSSRComponent):
    """Text with colours, marks and completion."""

    library = _JSX
    tag = "CodeEditor"
    lib_dependencies: list[str] = EDITOR_PACKAGES

    value: rx.Var[str]
    """The text; what a person types stays until it changes."""
    language: rx.Var[str]
    """`json` or `python`."""
    read_only: rx.Var[bool]
    """Whether the text can only be read."""
    label: rx.Var[str]
    """What a screen reader calls it."""
    problems: rx.Var[list[dict[str, Any]]]
    """Marks: path, severity, message and code."""

    on_change: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """The text after an edit."""


code_editor = CodeEditor.create
