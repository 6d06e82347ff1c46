"""The run feed: events of runs from the server's stream to the screen.

The modules here know nothing of the page around them. `store.js` holds what a tab looks at,
`log.js` what it knows of each run, `bus.js` the one stream that feeds both.
"""

from studio.ui.kit.assets import shared_asset

FEED_PACKAGES = [
    "@tanstack/react-virtual@3.14.26",
    "highlight.js@11.12.0",
    "lucide-react@1.26.0",
    "react-markdown@10.1.0",
    "remark-gfm@4.0.1",
]

_STORE = shared_asset(__name__, "store.js")
for _part in (
    "api.js", "bus.js", "code.jsx", "details.jsx", "end.js", "feed.css", "feed.jsx", "files.jsx",
    "graph.css", "graph.js", "graph.jsx", "items.js", "log.js", "markdown.jsx", "moment.jsx",
    "parts.jsx", "pieces.jsx", "question.jsx", "rows.jsx", "side.css", "side.jsx", "sums.js",
    "timeline.jsx", "words.js",
):  # fmt: skip
    shared_asset(__name__, _part)

FOLDER = _STORE.rpartition("/")[0]
"""Where the modules lie that the playground imports from."""
