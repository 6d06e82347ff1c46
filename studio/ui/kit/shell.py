"""The navigation rail, command palette and key sheet, as one component."""

import reflex as rx

from studio.ui.kit.assets import shared_asset

_JSX = shared_asset(__name__, "shell.jsx")
shared_asset(__name__, "waiting.jsx")


class Shell(rx.Component):
    """What stands around every page and answers to keys anywhere."""

    library = _JSX
    tag = "Shell"
    lib_dependencies: list[str] = [
        "lucide-react@1.26.0",
        "@fontsource-variable/inter@5.2.8",
        "@fontsource-variable/jetbrains-mono@5.2.8",
    ]

    active: rx.Var[str]
    """Identifier of the page being shown."""
    mode: rx.Var[str]
    """The colour mode in force, `light` or `dark`."""
    on_theme: rx.EventHandler[rx.event.no_args_event_spec]
    """The person wants the other colour mode."""


shell = Shell.create
