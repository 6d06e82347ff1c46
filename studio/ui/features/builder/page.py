"""The Build page: library, canvas, inspector, and a drawer with JSON, Python and problems."""

import reflex as rx

from studio.ui.canvas.component import builder_link, library_panel, team_canvas
from studio.ui.features.builder.parts import builder_actions, builder_drawer
from studio.ui.features.builder.start import start_view
from studio.ui.features.builder.state import BuilderState
from studio.ui.features.builder.tryout import tryout_panel
from studio.ui.features.builder.versions import versions_view
from studio.ui.forms.component import inspector
from studio.ui.kit.frame import page_frame
from studio.ui.kit.parts import empty_state, link_button


def builder_page() -> rx.Component:
    """Return the Build page."""
    return page_frame(
        builder_link(
            team=BuilderState.team_id,
            scope=BuilderState.scope,
            graph=BuilderState.graph,
            flags=BuilderState.flags,
            ack=BuilderState.ack,
            problems=BuilderState.problems,
            refused=BuilderState.refused,
            run=BuilderState.active_run,
            on_ops=BuilderState.apply_ops,
            on_command=BuilderState.command,
        ),
        rx.fragment(
            rx.match(
                BuilderState.view,
                ("start", start_view()),
                ("missing", _missing()),
                _workbench(),
            )
        ),
        versions_view(),
        active="build",
        crumb=[
            rx.el.a("Build", href="/build"),
            rx.cond(BuilderState.team_id != "", _name(), rx.el.span("New team")),
        ],
        actions=[builder_actions()],
    )


def _workbench() -> rx.Component:
    return rx.el.div(
        library_panel(),
        rx.el.div(
            team_canvas(dark=rx.color_mode_cond(light=False, dark=True)),
            builder_drawer(),
            rx.cond(
                BuilderState.view == "loading",
                rx.el.div(
                    rx.icon("loader-circle", class_name="st-spin"),
                    class_name="sb-loading",
                    role="status",
                    aria_label="Opening the team",
                ),
            ),
            class_name="sb-middle",
        ),
        tryout_panel(),
        inspector(),
        class_name="sb-body",
    )


def _name() -> rx.Component:
    return rx.el.input(
        key=BuilderState.team_id + BuilderState.name,
        default_value=BuilderState.name,
        aria_label="Name of the team",
        class_name="sb-name",
        on_blur=BuilderState.rename_team,
    )


def _missing() -> rx.Component:
    return empty_state(
        "search-x",
        "There is no such team",
        "It may have been deleted, or the address is not quite right.",
        link_button("All teams", "/build", look="primary"),
    )
