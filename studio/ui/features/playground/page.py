"""The Playground page: sessions, conversation, and a panel with graph, timeline and details."""

from typing import Any

import reflex as rx

from studio.ui.features.playground.parts import playground, playground_actions, playground_link
from studio.ui.features.playground.session_list import SessionListState
from studio.ui.features.playground.share import ShareState
from studio.ui.features.playground.state import PlaygroundState
from studio.ui.kit.frame import page_frame

LOAD: list[Any] = [PlaygroundState.load, SessionListState.load, ShareState.load]
"""What is read when the page opens."""


def playground_page() -> rx.Component:
    """Return the Playground page."""
    return page_frame(
        playground_link(
            session=PlaygroundState.session,
            cast=PlaygroundState.cast,
            told=PlaygroundState.told,
            on_command=[PlaygroundState.command, SessionListState.command, ShareState.command],
        ),
        playground(
            view=PlaygroundState.view,
            session=PlaygroundState.session,
            sessions=SessionListState.sessions,
            more=SessionListState.more,
            teams=SessionListState.teams,
            suggestions=PlaygroundState.suggestions,
            links=ShareState.links,
        ),
        active="playground",
        crumb=[
            rx.el.a("Playground", href="/playground"),
            rx.cond(
                PlaygroundState.session.get("name", "") != "",
                rx.el.span(PlaygroundState.session["name"].to(str), class_name="st-here"),
                rx.el.span("Sessions"),
            ),
        ],
        actions=[playground_actions(team=PlaygroundState.session.get("team_id", "").to(str))],
    )
