"""Build-time plugin: backend addresses follow the origin that served the page.

Reflex writes the backend's address into the built front end; a wheel cannot know it. The address
sits in a chunk of its own, so that one rewrite makes the build independent of host and port.
"""

import re
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

_ADDRESS = re.compile(r"`(ws|http)://localhost:\d+(/[^`]*)`")


def to_origin_relative(chunk: str) -> tuple[str, int]:
    """Replace every baked-in address in a JavaScript chunk.

    Returns:
        The new text and the number of addresses replaced.
    """

    def relative(match: re.Match[str]) -> str:
        scheme = ".replace(/^http/,`ws`)" if match[1] == "ws" else ""
        return f"(location.origin{scheme}+`{match[2]}`)"

    return _ADDRESS.subn(relative, chunk)


class OriginRelativeBackend(Plugin):
    """Rewrites the environment chunk once the front end is built."""

    def post_build(self, *, static_dir: Path, **_: Any) -> None:
        """Rewrite the chunk in `static_dir` before it is compressed.

        Raises:
            RuntimeError: The chunk does not look as this Reflex version writes it.
        """
        (chunk,) = static_dir.glob("assets/reflex-env-*.js")
        text, count = to_origin_relative(chunk.read_text(encoding="utf-8"))
        if count < 3:
            raise RuntimeError(f"unexpected environment chunk: {text[:200]}")
        chunk.write_text(text, encoding="utf-8")
