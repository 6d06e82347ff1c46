"""Writes components_gallery/index.json: `python -m studio.gallery.index`."""

import json
from pathlib import Path

from studio.domain.json_values import JsonDict
from studio.gallery.library import builtin_items, data_directory


def build_index() -> JsonDict:
    """Return the catalogue of the built-in gallery: every card without its component."""
    return {
        "items": [
            item.model_dump(exclude={"component", "summary", "type_label"}, exclude_none=True)
            for item in builtin_items()
        ]
    }


def index_text() -> str:
    """Return the catalogue as it stands in the file."""
    return json.dumps(build_index(), indent=2, ensure_ascii=False) + "\n"


def index_file() -> Path:
    """Return where the catalogue lies."""
    return data_directory() / "index.json"


if __name__ == "__main__":
    index_file().write_text(index_text(), encoding="utf-8")
