"""The composition root: Reflex pages, the API and the gate in front of both."""

import reflex as rx

from studio.ui.site import add_pages

app = rx.App(stylesheets=["/studio.css"])
add_pages(app)
