"""The frame of a page: rail on the left, bar on top, content below."""

from collections.abc import Sequence

import reflex as rx

from studio.ui.kit.shell import shell


def page_frame(
    *content: rx.Component,
    active: str,
    crumb: Sequence[rx.Component | rx.Var[str] | str],
    actions: Sequence[rx.Component] = (),
    status: rx.Component | None = None,
) -> rx.Component:
    """Put `content` into the frame that all pages share.

    Args:
        content: What the page shows; fills the window below the bar.
        active: Identifier of the page in the rail.
        crumb: Where the person is, outermost first.
        actions: Buttons at the right end of the bar.
        status: State of the document, beside the breadcrumb.
    """
    return rx.el.div(
        shell(
            active=active,
            mode=rx.color_mode_cond("light", "dark"),
            on_theme=rx.toggle_color_mode,
        ),
        rx.el.main(
            rx.el.header(
                rx.el.div(*_crumb(crumb), class_name="st-crumb", aria_label="Breadcrumb"),
                *([status] if status is not None else []),
                rx.el.div(*actions, class_name="st-actions"),
                class_name="st-bar",
            ),
            rx.el.div(*content, class_name="st-body"),
            class_name="st-main",
        ),
        class_name="st-app",
    )


def scroll_page(*content: rx.Component) -> rx.Component:
    """Return content in a centred, scrolling column, for pages that are read."""
    return rx.el.div(rx.el.div(*content, class_name="st-page"), class_name="st-scroll")


def _crumb(parts: Sequence[rx.Component | rx.Var[str] | str]) -> list[rx.Component]:
    shown: list[rx.Component] = []
    for index, part in enumerate(parts):
        if index:
            shown.append(rx.el.span("/", class_name="st-sep", aria_hidden="true"))
        last = index == len(parts) - 1
        shown.append(
            part
            if isinstance(part, rx.Component)
            else rx.el.span(part, class_name="st-here" if last else "")
        )
    return shown
