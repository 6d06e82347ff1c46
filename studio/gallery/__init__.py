"""Ready-made components: the built-in gallery, imported ones, and search over both."""

from studio.gallery.importing import GalleryImportError, Imported, read_import
from studio.gallery.items import item_of, items_of
from studio.gallery.library import (
    builtin_gallery,
    builtin_items,
    builtin_tasks,
    data_directory,
)
from studio.gallery.searching import search

__all__ = [
    "GalleryImportError",
    "Imported",
    "builtin_gallery",
    "builtin_items",
    "builtin_tasks",
    "data_directory",
    "item_of",
    "items_of",
    "read_import",
    "search",
]
