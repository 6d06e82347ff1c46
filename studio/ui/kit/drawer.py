"""A panel that comes in from the right."""

import reflex as rx

from studio.ui.kit.assets import shared_asset

_JSX = shared_asset(__name__, "drawer.jsx")


class Drawer(rx.Component):
    """Holds details beside a page; a modal dialog for keyboards and screen readers."""

    library = _JSX
    tag = "Drawer"

    is_open: rx.Var[bool]
    """Whether it is shown."""
    label: rx.Var[str]
    """What a screen reader says it is."""
    on_close: rx.EventHandler[rx.event.no_args_event_spec]
    """The person wants it closed."""


drawer = Drawer.create
