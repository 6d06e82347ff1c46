"""How Reflex builds and runs our pages."""

import reflex as rx
from reflex_base.constants import StateManagerMode

from studio.ui.plugins import OriginRelativeBackend

config = rx.Config(
    app_name="studio",
    app_module_import="studio.app",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    state_manager_mode=StateManagerMode.MEMORY,
    default_color_mode="system",
    frontend_compression_formats=["gzip"],
    plugins=[OriginRelativeBackend()],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
