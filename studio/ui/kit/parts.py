"""Buttons, cards and the states a page can be in when it has nothing to show."""

from typing import Any

import reflex as rx

KIND_ICONS = {
    "team": "users",
    "agent": "bot",
    "model": "sparkles",
    "tool": "wrench",
    "workbench": "briefcase",
    "memory": "database",
    "termination": "octagon-x",
}
KIND_PLURALS = {
    "team": "Teams",
    "agent": "Agents",
    "model": "Models",
    "tool": "Tools",
    "workbench": "Workbenches",
    "memory": "Memories",
    "termination": "Stop conditions",
}
KIND_NAMES = {
    "team": "Team",
    "agent": "Agent",
    "model": "Model",
    "tool": "Tool",
    "workbench": "Workbench",
    "memory": "Memory",
    "termination": "Stop condition",
}


def button(
    label: str | rx.Var[str],
    *,
    icon: str | None = None,
    look: str = "",
    small: bool = False,
    **props: Any,
) -> rx.Component:
    """Return a button; `look` is `primary`, `ghost`, `danger` or empty."""
    classes = " ".join(
        ["st-btn", *([f"st-btn-{look}"] if look else []), *(["st-btn-s"] if small else [])]
    )
    return rx.el.button(
        *([rx.icon(icon)] if icon else []), label, type="button", class_name=classes, **props
    )


def link_button(
    label: str | rx.Var[str],
    href: str | rx.Var[str],
    *,
    icon: str | None = None,
    look: str = "",
    small: bool = False,
) -> rx.Component:
    """Return a link that looks like a button and stays inside the studio."""
    classes = " ".join(
        ["st-btn", *([f"st-btn-{look}"] if look else []), *(["st-btn-s"] if small else [])]
    )
    return rx.el.a(*([rx.icon(icon)] if icon else []), label, href=href, class_name=classes)


def icon_button(icon: str, name: str | rx.Var[str], **props: Any) -> rx.Component:
    """Return a button that shows only an icon; `name` is what a screen reader says."""
    return rx.el.button(
        rx.icon(icon),
        type="button",
        class_name="st-btn st-btn-ghost st-btn-icon",
        aria_label=name,
        title=name,
        **props,
    )


def kind_icon(kind: rx.Var[str] | str) -> rx.Component:
    """Return the icon of a component kind on its colour."""
    return rx.el.span(
        rx.match(
            kind,
            *[(name, rx.icon(icon)) for name, icon in KIND_ICONS.items()],
            rx.icon("box"),
        ),
        class_name="st-kind-icon",
        data_kind=kind,
        aria_hidden="true",
    )


def kind_word(kind: rx.Var[str] | str) -> rx.Component:
    """Return the word for a component kind in its colour."""
    return rx.el.span(
        rx.match(kind, *list(KIND_NAMES.items()), "Component"),
        class_name="st-kind",
        data_kind=kind,
    )


def empty_state(icon: str, title: str, text: str, *actions: rx.Component) -> rx.Component:
    """Return what a page shows when there is nothing yet."""
    return rx.el.div(
        rx.icon(icon),
        rx.el.h2(title),
        rx.el.p(text),
        rx.el.div(*actions, class_name="st-row") if actions else rx.fragment(),
        class_name="st-empty",
    )


def error_state(message: rx.Var[str] | str, hint: rx.Var[str] | str = "") -> rx.Component:
    """Return one clear sentence about what went wrong, and what to do."""
    return rx.el.div(
        rx.icon("circle-alert"),
        rx.el.div(rx.el.div(message), rx.el.div(hint, class_name="st-small")),
        class_name="st-error",
        role="alert",
    )


def loading_cards(count: int = 3) -> rx.Component:
    """Return grey shapes where cards will be."""
    return rx.el.div(
        *[rx.el.div(class_name="st-skeleton", style={"height": "148px"}) for _ in range(count)],
        class_name="st-grid",
        aria_busy="true",
        aria_label="Loading",
    )
