"""Takes images out of what is recorded: they are kept once, by the hash of their content."""

import base64
import binascii
from collections.abc import Callable
from typing import Any, cast

from studio._kit import clock
from studio.domain.json_values import JsonDict
from studio.storage.log_batch import NewBlob
from studio.storage.repositories.blobs import digest_of

_LONG = 256
"""Shorter content may stay where it is."""

_REFERENCE = {"blob", "media_type", "size"}

_SIGNATURES = (
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"RIFF", "image/webp"),
)


class ContentKeeper:
    """Replaces content within JSON data by references of the form `{"blob": digest, ...}`."""

    def __init__(self, owner: str, store: Callable[[NewBlob], None]) -> None:
        self._owner = owner
        self._store = store
        self._known: set[str] = set()

    def extract(self, value: Any, *, urls: bool = True) -> Any:
        """Return a copy of `value` without long binary content.

        With `urls`, content in texts of the form `data:…` is taken out, too; only the rest can be
        put back.
        """
        if isinstance(value, str):
            return self._from_url(value) if urls and value.startswith("data:") else value
        if isinstance(value, dict):
            fields = cast("JsonDict", value)
            data = fields.get("data")
            if len(fields) == 1 and isinstance(data, str) and len(data) > _LONG:
                return self._from_base64(data) or fields
            return {key: self.extract(item, urls=urls) for key, item in fields.items()}
        if isinstance(value, list):
            return [self.extract(item, urls=urls) for item in cast("list[Any]", value)]
        return value

    def _from_base64(self, text: str, media_type: str = "") -> JsonDict | None:
        try:
            data = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            return None
        media_type = media_type or image_type(data)
        digest = digest_of(data)
        if digest not in self._known:
            self._known.add(digest)
            self._store(NewBlob(self._owner, digest, media_type, data, clock.now()))
        return {"blob": digest, "media_type": media_type, "size": len(data)}

    def _from_url(self, url: str) -> str:
        head, _, text = url.partition(";base64,")
        if len(text) <= _LONG:
            return url
        found = self._from_base64(text, head.removeprefix("data:"))
        return f"blob:{found['blob']}" if found else url


def image_type(data: bytes) -> str:
    """Return the media type of an image, by how it begins."""
    for signature, media_type in _SIGNATURES:
        if data.startswith(signature):
            return media_type
    return "application/octet-stream"


def find_digests(value: Any) -> set[str]:
    """Return the digests that JSON data refers to."""
    found: set[str] = set()
    stack: list[Any] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            fields = cast("JsonDict", item)
            if fields.keys() == _REFERENCE:
                found.add(fields["blob"])
            stack.extend(fields.values())
        elif isinstance(item, list):
            stack.extend(cast("list[Any]", item))
    return found


def put_back(value: Any, contents: dict[str, bytes]) -> Any:
    """Return a copy of `value` with the content of references put in, as messages have it."""
    if isinstance(value, dict):
        fields = cast("JsonDict", value)
        data = contents.get(fields["blob"]) if fields.keys() == _REFERENCE else None
        if data is not None:
            return {"data": base64.b64encode(data).decode()}
        return {key: put_back(item, contents) for key, item in fields.items()}
    if isinstance(value, list):
        return [put_back(item, contents) for item in cast("list[Any]", value)]
    return value
