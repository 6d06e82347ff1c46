"""The gallery page."""

import reflex as rx
from reflex.vars import ObjectVar

from studio.ui.features.gallery.state import GalleryState
from studio.ui.kit.cards import ComponentCard
from studio.ui.kit.code_view import code_view
from studio.ui.kit.drawer import drawer
from studio.ui.kit.file_button import file_button
from studio.ui.kit.frame import page_frame, scroll_page
from studio.ui.kit.parts import (
    KIND_PLURALS,
    button,
    empty_state,
    kind_icon,
    loading_cards,
)
from studio.ui.kit.team_picture import team_picture


def gallery_page() -> rx.Component:
    """Return the gallery: kinds as tabs, cards below, details in a drawer."""
    return page_frame(
        scroll_page(_tools(), _tabs(), _cards()),
        _details(),
        active="gallery",
        crumb=["Gallery"],
        actions=[
            file_button(
                label="Import",
                on_file=GalleryState.import_file,
                on_refused=lambda text: rx.toast.error(text),
            )
        ],
    )


def _tools() -> rx.Component:
    return rx.el.div(
        rx.el.input(
            type="search",
            placeholder="Search by name, description or provider",
            default_value=GalleryState.query,
            on_change=GalleryState.search.debounce(150),
            class_name="st-input",
            aria_label="Search the gallery",
        ),
        rx.el.select(
            rx.el.option("All galleries", value=""),
            rx.foreach(
                GalleryState.galleries,
                lambda gallery: rx.el.option(gallery["name"], value=gallery["id"]),
            ),
            value=GalleryState.gallery_id,
            on_change=GalleryState.pick_gallery,
            class_name="st-select",
            aria_label="Gallery",
            style={"maxWidth": "240px"},
        ),
        class_name="st-row st-wrap",
    )


def _tabs() -> rx.Component:
    return rx.el.div(
        *[
            rx.el.button(
                name + " ",
                rx.el.span(GalleryState.counts[kind].to(int) | 0, class_name="st-muted st-small"),
                type="button",
                role="tab",
                aria_selected=rx.cond(GalleryState.kind == kind, "true", "false"),
                class_name="st-tab",
                on_click=GalleryState.pick_kind(kind),
            )
            for kind, name in KIND_PLURALS.items()
        ],
        role="tablist",
        aria_label="Kind of component",
        class_name="st-tabs",
    )


def _cards() -> rx.Component:
    return rx.cond(
        GalleryState.loaded,
        rx.cond(
            GalleryState.cards,
            rx.el.div(rx.foreach(GalleryState.cards, _card), class_name="st-grid"),
            empty_state(
                "search-x", "Nothing here", "Try other words, another kind or all galleries."
            ),
        ),
        loading_cards(6),
    )


def _card(card: ObjectVar[ComponentCard]) -> rx.Component:
    return rx.el.article(
        rx.cond(card["kind"] == "team", team_picture(picture=card["picture"])),
        rx.el.div(
            rx.cond(card["kind"] != "team", kind_icon(card["kind"].to(str))),
            rx.el.div(
                rx.el.h3(card["name"], class_name="st-truncate"),
                rx.el.div(card["detail"], class_name="st-small st-muted st-truncate"),
                class_name="st-grow",
            ),
            class_name="st-row",
        ),
        rx.el.p(card["description"], class_name="st-small st-muted st-clamp-3 st-grow"),
        rx.el.div(
            rx.cond(
                card["kind"] == "team",
                button(
                    "Use",
                    icon="plus",
                    small=True,
                    on_click=GalleryState.use_team(card["id"].to(str)),
                ),
            ),
            button(
                "Details", small=True, look="ghost", on_click=GalleryState.show(card["id"].to(str))
            ),
            rx.cond(
                card["needs_key"],
                rx.el.span(rx.icon("key-round"), "Needs a key", class_name="st-chip"),
            ),
            class_name="st-row",
        ),
        class_name="st-card",
    )


def _details() -> rx.Component:
    return drawer(
        rx.el.div(
            kind_icon(GalleryState.shown_kind),
            rx.el.h2(GalleryState.shown_name, class_name="st-grow"),
            rx.cond(
                GalleryState.shown_kind == "team",
                button(
                    "Use",
                    icon="plus",
                    look="primary",
                    on_click=GalleryState.use_team(GalleryState.shown_id),
                ),
            ),
            button("Close", look="ghost", on_click=GalleryState.close),
            class_name="st-row",
        ),
        code_view(GalleryState.shown_json, "component.json"),
        is_open=GalleryState.shown_id != "",
        on_close=GalleryState.close,
        label="Details of the component",
    )
