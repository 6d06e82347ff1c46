"""Small conversions of message contents."""

from ._content import content_to_str, remove_images

__all__ = ["content_to_str", "remove_images"]
