"""The settings page."""

from typing import Literal

import reflex as rx
from reflex.style import set_color_mode
from reflex.vars import ObjectVar

from studio.ui.features.settings.state import SettingsState
from studio.ui.kit.frame import page_frame, scroll_page
from studio.ui.kit.parts import icon_button

_MODES: tuple[tuple[Literal["light", "dark", "system"], str], ...] = (
    ("light", "Light"),
    ("dark", "Dark"),
    ("system", "As the system"),
)


def settings_page() -> rx.Component:
    """Return Settings."""
    return page_frame(
        scroll_page(_keys(), _look(), _about()), active="settings", crumb=["Settings"]
    )


def _keys() -> rx.Component:
    return rx.el.section(
        rx.el.h2("Keys"),
        rx.el.p(
            "Wherever a component has a key, write its name in braces, like ${OPENAI_API_KEY}. "
            "Values are encrypted on this machine and are never shown again.",
            class_name="st-muted",
        ),
        rx.cond(
            SettingsState.secrets,
            rx.el.ul(rx.foreach(SettingsState.secrets, _secret), class_name="st-list"),
            rx.el.p("No keys are kept yet.", class_name="st-muted st-small"),
        ),
        rx.el.form(
            rx.el.input(
                name="name",
                placeholder="OPENAI_API_KEY",
                class_name="st-input st-mono",
                aria_label="Name of the key",
                list="known-keys",
                auto_complete="off",
            ),
            rx.el.datalist(
                *[
                    rx.el.option(value=name)
                    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AZURE_OPENAI_API_KEY")
                ],
                id="known-keys",
            ),
            rx.el.input(
                name="value",
                type="password",
                placeholder="Paste the key",
                class_name="st-input",
                aria_label="The key",
                auto_complete="off",
            ),
            rx.el.button("Keep it", type="submit", class_name="st-btn st-btn-primary"),
            on_submit=SettingsState.save_secret,
            reset_on_submit=True,
            class_name="st-row st-wrap",
        ),
        id="keys",
        class_name="st-section",
    )


def _secret(secret: ObjectVar[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.icon("key-round", size=16),
        rx.el.code(secret["name"], class_name="st-grow st-truncate"),
        rx.el.span("set " + secret["when"], class_name="st-small st-muted"),
        icon_button(
            "trash-2",
            "Delete " + secret["name"],
            on_click=SettingsState.delete_secret(secret["name"]),
        ),
        class_name="st-list-row",
    )


def _look() -> rx.Component:
    return rx.el.section(
        rx.el.h2("Appearance"),
        rx.el.div(
            *[
                rx.el.button(
                    label,
                    type="button",
                    class_name="st-btn",
                    aria_pressed=rx.cond(rx.color_mode == mode, "true", "false"),
                    on_click=set_color_mode(mode),  # pyright: ignore[reportArgumentType]  # widened by the loop,
                )
                for mode, label in (
                    ("light", "Light"),
                    ("dark", "Dark"),
                    ("system", "As the system"),
                )
            ],
            class_name="st-row",
        ),
        id="appearance",
        class_name="st-section",
    )


def _about() -> rx.Component:
    return rx.el.section(
        rx.el.h2("About"),
        rx.el.dl(
            _fact("Version", SettingsState.version),
            _fact("Kept in", SettingsState.appdir),
            _fact(
                "API",
                rx.el.a(
                    "OpenAPI document",
                    href="/api/openapi.json",
                    target="_blank",
                    style={"textDecoration": "underline"},
                ),
            ),
            class_name="st-facts",
        ),
        id="about",
        class_name="st-section",
    )


def _fact(name: str, value: rx.Component | rx.Var[str] | str) -> rx.Component:
    return rx.fragment(rx.el.dt(name), rx.el.dd(value))
