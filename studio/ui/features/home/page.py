"""The first page a person sees."""

import reflex as rx

from studio.ui.kit.frame import page_frame, scroll_page
from studio.ui.kit.parts import button, empty_state


def home_page() -> rx.Component:
    """Return Home."""
    return page_frame(
        scroll_page(
            rx.el.h1("Build a team of agents"),
            empty_state("users", "No teams yet", "Pick a template.", button("New team", icon="plus", look="primary")),
        ),
        active="home",
        crumb=["Home"],
    )
