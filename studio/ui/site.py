"""Registers the pages."""

import reflex as rx

from studio.ui.features.builder.page import builder_page
from studio.ui.features.builder.start_state import StartState
from studio.ui.features.builder.state import BuilderState
from studio.ui.features.deploy.page import deploy_page
from studio.ui.features.deploy.state import DeployState
from studio.ui.features.gallery.page import gallery_page
from studio.ui.features.gallery.state import GalleryState
from studio.ui.features.home.page import home_page
from studio.ui.features.home.state import HomeState
from studio.ui.features.playground.page import LOAD, playground_page
from studio.ui.features.settings.page import settings_page
from studio.ui.features.settings.state import SettingsState


def add_pages(app: rx.App) -> None:
    """Give `app` every page of the studio."""
    app.add_page(home_page, route="/", title="Studio", on_load=HomeState.load)
    app.add_page(
        builder_page,
        route="/build/[[team]]",
        title="Build · Studio",
        on_load=[BuilderState.load, StartState.load],
    )
    app.add_page(
        playground_page,
        route="/playground/[[session]]",
        title="Playground · Studio",
        on_load=LOAD,
    )
    app.add_page(
        gallery_page, route="/gallery", title="Gallery · Studio", on_load=GalleryState.load
    )
    app.add_page(
        deploy_page, route="/deploy/[[team]]", title="Deploy · Studio", on_load=DeployState.load
    )
    app.add_page(
        settings_page, route="/settings", title="Settings · Studio", on_load=SettingsState.load
    )
