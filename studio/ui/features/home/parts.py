"""The pieces of Home."""

import reflex as rx
from reflex.vars import ObjectVar

from studio.ui.features.home.state import KEYS, HomeState, TeamRow
from studio.ui.kit.cards import ComponentCard
from studio.ui.kit.parts import icon_button
from studio.ui.kit.team_picture import team_picture


def template_card(card: ObjectVar[ComponentCard]) -> rx.Component:
    """Return a template, opened by one click."""
    return rx.el.button(
        team_picture(picture=card["picture"]),
        rx.el.div(
            rx.el.h3(card["name"], class_name="st-truncate st-grow"),
            rx.cond(
                card["needs_key"],
                rx.el.span(rx.icon("key-round"), "Needs a key", class_name="st-chip"),
                rx.el.span(rx.icon("play"), "Runs as it is", class_name="st-chip st-chip-ok"),
            ),
            class_name="st-row",
        ),
        rx.el.p(card["description"], class_name="st-small st-muted st-clamp-3"),
        type="button",
        class_name="st-card st-card-link",
        disabled=HomeState.opening != "",
        on_click=HomeState.open_template(card["id"].to(str)),
    )


def team_row(team: ObjectVar[TeamRow]) -> rx.Component:
    """Return one of the person's teams."""
    return rx.el.li(
        rx.el.a(
            rx.el.span(team["name"], class_name="st-truncate", style={"fontWeight": "550"}),
            rx.el.span(team["detail"], class_name="st-small st-muted st-truncate"),
            href="/build/" + team["id"].to(str),
            class_name="st-col st-grow",
            style={"gap": "0"},
        ),
        rx.el.span(team["when"], class_name="st-small st-muted", style={"whiteSpace": "nowrap"}),
        icon_button(
            "copy",
            "Duplicate " + team["name"].to(str),
            on_click=HomeState.duplicate_team(team["id"].to(str)),
        ),
        icon_button(
            "trash-2",
            "Delete " + team["name"].to(str),
            on_click=HomeState.delete_team(team["id"].to(str)),
        ),
        class_name="st-list-row",
    )


def key_card() -> rx.Component:
    """Return the field that keeps a provider's key."""
    return rx.el.section(
        rx.el.h2("Connect a model"),
        rx.el.form(
            rx.el.div(
                rx.el.select(
                    *[
                        rx.el.option(f"{title} ({name})", value=name)
                        for name, title in KEYS.items()
                    ],
                    value=HomeState.key_name,
                    on_change=HomeState.choose_key,
                    class_name="st-select",
                    aria_label="Provider",
                    style={"maxWidth": "280px"},
                ),
                rx.el.input(
                    type="password",
                    name="key",
                    placeholder="Paste a key",
                    auto_complete="off",
                    class_name="st-input",
                    aria_label="Key",
                ),
                rx.el.button("Keep it", type="submit", class_name="st-btn"),
                class_name="st-row st-wrap",
            ),
            rx.el.p(
                rx.cond(
                    HomeState.keys.contains(HomeState.key_name),
                    HomeState.key_name + " is set. ",
                    "",
                ),
                "Keys are kept encrypted on this machine, and are never sent back to a browser. "
                "Templates marked “Runs as it is” need none.",
                class_name="st-help",
            ),
            on_submit=HomeState.save_key,
            reset_on_submit=True,
            class_name="st-card",
        ),
        class_name="st-section",
    )
