"""The panel in which one component is tried by itself."""

import reflex as rx

from studio.ui.canvas.component import FLOW_PACKAGES
from studio.ui.editor.component import EDITOR_PACKAGES
from studio.ui.feed.component import FEED_PACKAGES
from studio.ui.kit.assets import shared_asset

_JSX = shared_asset(__name__, "tryout.jsx")
for _part in ("tryout.css", "tryout_api.js", "tryout_form.jsx", "tryout_result.jsx"):
    shared_asset(__name__, _part)


class TryoutPanel(rx.NoSSRComponent):
    """Stands between canvas and inspector while something is being tried."""

    library = _JSX
    tag = "TryoutPanel"
    lib_dependencies: list[str] = [*FLOW_PACKAGES, *EDITOR_PACKAGES, *FEED_PACKAGES]


tryout_panel = TryoutPanel.create
