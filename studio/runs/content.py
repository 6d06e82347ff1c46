"""Takes images and long texts out of what is recorded: each is kept once, by its hash."""

import base64
import binascii
from collections.abc import Callable
from typing import Any, cast

from studio._kit import clock
from studio.domain.json_values import JsonDict, as_dict
from studio.storage.log_batch import NewBlob
from studio.storage.repositories.blobs import BlobRepository, digest_of

_LONG = 256
"""Shorter content may stay where it is."""

LONG_TEXT = 16_384
"""A text of so many letters may be kept once, too, where many would hold it."""

TEXT = "text/plain"
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

    def extract(
        self, value: Any, *, urls: bool = True, texts: Callable[[str], str] | None = None
    ) -> Any:
        """Return a copy of `value` without long binary content.

        With `urls`, content in texts of the form `data:…` is taken out, too; only the rest can be
        put back. With `texts`, long texts are taken out after it has been applied to them.
        """
        if isinstance(value, str):
            if texts is not None and len(value) >= LONG_TEXT:
                return self._keep(texts(value).encode(errors="surrogatepass"), TEXT)
            return self._from_url(value) if urls and value.startswith("data:") else value
        if isinstance(value, dict):
            fields = cast("JsonDict", value)
            data = fields.get("data")
            if len(fields) == 1 and isinstance(data, str) and len(data) > _LONG:
                return self._from_base64(data) or fields
            return {key: self.extract(item, urls=urls, texts=texts) for key, item in fields.items()}
        if isinstance(value, list):
            return [self.extract(item, urls=urls, texts=texts) for item in cast("list[Any]", value)]
        return value

    def _from_base64(self, text: str, media_type: str = "") -> JsonDict | None:
        try:
            data = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            return None
        return self._keep(data, media_type or image_type(data))

    def _keep(self, data: bytes, media_type: str) -> JsonDict:
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


async def restore(
    blobs: BlobRepository, value: JsonDict, owner: str, *, media_type: str | None = None
) -> JsonDict:
    """Return JSON data with stored content put back into it: all of it, or that of one type."""
    digests = find_digests(value, media_type=media_type)
    if not digests:
        return value
    contents = {digest: (await blobs.get(digest, owner=owner)).data for digest in digests}
    return as_dict(put_back(value, contents))


def find_digests(value: Any, *, media_type: str | None = None) -> set[str]:
    """Return the digests that JSON data refers to, of content of any or one type."""
    found: set[str] = set()
    stack: list[Any] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            fields = cast("JsonDict", item)
            if fields.keys() == _REFERENCE and media_type in {None, fields["media_type"]}:
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
        if data is not None and fields["media_type"] == TEXT:
            return data.decode(errors="surrogatepass")
        if data is not None:
            return {"data": base64.b64encode(data).decode()}
        return {key: put_back(item, contents) for key, item in fields.items()}
    if isinstance(value, list):
        return [put_back(item, contents) for item in cast("list[Any]", value)]
    return value
