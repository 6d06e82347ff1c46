"""Registers the pages."""

import reflex as rx

from studio.ui.features.home.page import home_page


def add_pages(app: rx.App) -> None:
    """Give `app` every page of the studio."""
    app.add_page(home_page, route="/", title="Studio")
