"""A panel that comes in from the right."""

import reflex as rx

_JSX = rx.asset("drawer.jsx", shared=True)


class Drawer(rx.Component):
    """Holds details beside a page; a modal dialog for keyboards and screen readers."""

    library = _JSX.importable_path
    tag = "Drawer"

    is_open: rx.Var[bool]
    """Whether it is shown."""
    label: rx.Var[str]
    """What a screen reader says it is."""
    on_close: rx.EventHandler[rx.event.no_args_event_spec]
    """The person wants it closed."""


drawer = Drawer.create
