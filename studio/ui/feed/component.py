"""The run feed: events of runs from the server's stream to the screen.

The modules here know nothing of the page around them. `store.js` holds what a tab looks at,
`log.js` what it knows of each run, `bus.js` the one stream that feeds both.
"""

from pathlib import Path

from studio.ui.kit.assets import shared_asset

FEED_PACKAGES = [
    "@tanstack/react-virtual@3.14.26",
    "highlight.js@11.12.0",
    "lucide-react@1.26.0",
    "react-markdown@10.1.0",
    "remark-gfm@4.0.1",
]

_PARTS = [
    shared_asset(__name__, part.name) for part in sorted(Path(__file__).parent.glob("*.[jc]s*"))
]

FOLDER = _PARTS[0].rpartition("/")[0]
"""Where the modules lie that the playground imports from."""
