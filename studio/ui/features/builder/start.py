"""What the Build page shows while no team is open: ways to begin."""

import reflex as rx
from reflex.vars import ObjectVar

from studio.ui.features.builder.start_state import StartState
from studio.ui.kit.cards import ComponentCard
from studio.ui.kit.file_button import file_button
from studio.ui.kit.frame import scroll_page
from studio.ui.kit.parts import error_state, kind_icon, loading_cards

_KIND_WORDS = {
    "Round robin": "Agents speak in a fixed order.",
    "Selector": "A model chooses who speaks next.",
    "Swarm": "Agents hand over to each other.",
    "Graph flow": "Agents follow the paths you draw.",
    "Magentic-One": "A lead plans the work and hands it out.",
}


def start_view() -> rx.Component:
    """Return the ways to begin a team."""
    return scroll_page(
        rx.el.div(
            rx.el.div(
                rx.el.h1("Start a team"),
                rx.el.p("Blank, from a template, or from a file.", class_name="st-muted"),
            ),
            file_button(
                label="Import a file",
                on_file=StartState.import_file,
                on_refused=lambda text: rx.toast.error(text),
            ),
            class_name="sb-start-head",
        ),
        rx.cond(StartState.error != "", error_state(StartState.error)),
        rx.cond(
            StartState.loaded,
            rx.el.div(
                _section("Blank", rx.foreach(StartState.kinds, _blank), "sb-tiles sb-tiles-s"),
                _section("Templates", rx.foreach(StartState.templates, _template)),
                rx.cond(
                    StartState.recent,
                    _section("Your teams", rx.foreach(StartState.recent, _team)),
                ),
                class_name="sb-start",
            ),
            loading_cards(6),
        ),
    )


def _section(title: str, tiles: rx.Component, look: str = "sb-tiles") -> rx.Component:
    return rx.el.section(
        rx.el.h2(title), rx.el.div(tiles, class_name=look), class_name="st-section"
    )


def _blank(kind: ObjectVar[dict[str, str]]) -> rx.Component:
    words = rx.match(kind["label"], *list(_KIND_WORDS.items()), kind["about"])
    return rx.el.button(
        kind_icon("team"),
        rx.el.span(rx.el.b(kind["label"]), rx.el.em(words)),
        type="button",
        class_name="sb-pick",
        on_click=StartState.create_blank(kind["provider"]),
    )


def _template(card: ObjectVar[ComponentCard]) -> rx.Component:
    return rx.el.button(
        kind_icon("team"),
        rx.el.span(rx.el.b(card["name"]), rx.el.em(card["description"])),
        type="button",
        class_name="sb-pick",
        on_click=StartState.use_template(card["id"].to(str)),
    )


def _team(team: ObjectVar[dict[str, str]]) -> rx.Component:
    return rx.el.a(
        kind_icon("team"),
        rx.el.span(rx.el.b(team["name"]), rx.el.em(team["detail"], " · ", team["when"])),
        href="/build/" + team["id"],
        class_name="sb-pick",
    )
