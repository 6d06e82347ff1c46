"""The first page a person sees."""

import reflex as rx

from studio.ui.features.home.parts import key_card, team_row, template_card
from studio.ui.features.home.state import HomeState
from studio.ui.kit.file_button import file_button
from studio.ui.kit.frame import page_frame, scroll_page
from studio.ui.kit.parts import empty_state, link_button, loading_cards


def home_page() -> rx.Component:
    """Return Home: templates, the person's teams, keys."""
    return page_frame(
        scroll_page(_welcome(), _templates(), _own_teams(), key_card()),
        active="home",
        crumb=["Home"],
        actions=[
            file_button(
                label="Import",
                on_file=HomeState.import_file,
                on_refused=lambda text: rx.toast.error(text),
            ),
            link_button("New team", "/build", icon="plus", look="primary"),
        ],
    )


def _welcome() -> rx.Component:
    return rx.el.div(
        rx.el.h1("Build a team of agents"),
        rx.el.p(
            "Start from a template, watch it work, then take it away as Python, a Docker image "
            "or an endpoint. AutoGen Studio files open as they are.",
            class_name="st-muted",
            style={"maxWidth": "640px"},
        ),
        class_name="st-col",
    )


def _templates() -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.h2("Templates"),
            link_button("All in the gallery", "/gallery", look="ghost", small=True),
            class_name="st-row st-between",
        ),
        rx.cond(
            HomeState.loaded,
            rx.el.div(rx.foreach(HomeState.templates, template_card), class_name="st-grid"),
            loading_cards(6),
        ),
        class_name="st-section",
    )


def _own_teams() -> rx.Component:
    return rx.el.section(
        rx.el.h2("Your teams"),
        rx.cond(
            HomeState.teams,
            rx.el.ul(rx.foreach(HomeState.teams, team_row), class_name="st-list"),
            rx.cond(
                HomeState.loaded,
                rx.el.div(
                    empty_state(
                        "users",
                        "No teams of your own yet",
                        "Open a template above, or import a file from AutoGen Studio.",
                    ),
                    class_name="st-card",
                ),
                rx.el.div(class_name="st-skeleton", style={"height": "120px"}),
            ),
        ),
        class_name="st-section",
    )
