"""Files that go with a task: read as text or images, or refused by name."""

import asyncio
import base64
import binascii
import io
import mimetypes
from dataclasses import dataclass
from typing import Any

from studio.core.models import ChatCompletionClient
from studio.domain.json_values import JsonDict, as_dict, as_list
from studio.domain.kinds import kind_of
from studio.domain.run import Attachment
from studio.domain.slots import walk
from studio.storage.repositories.blobs import BlobRepository

from .content import image_type
from .exceptions import AttachmentError

MAX_BYTES = 20 * 1024 * 1024

_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_TEXTS = frozenset(
    {"application/json", "application/xml", "application/yaml", "application/x-yaml"}
)
_ENDINGS = {".md": "text/markdown", ".csv": "text/csv", ".yaml": "text/yaml", ".yml": "text/yaml"}
_KINDS = "text, Markdown, CSV, JSON, PDF and images (PNG, JPEG, GIF, WebP)"


@dataclass(frozen=True)
class ReadFile:
    """A file as a team gets it."""

    name: str
    media_type: str
    digest: str
    text: str | None = None
    image: str | None = None
    """In base64."""


class AttachmentReader:
    """Stores files once and turns them into parts of messages."""

    def __init__(self, blobs: BlobRepository) -> None:
        self._blobs = blobs

    async def read(self, attachment: Attachment, owner: str) -> ReadFile:
        """Return what is in a file.

        Raises:
            AttachmentError: It is of a kind that no model can take, too large, or broken.
        """
        name = attachment.name
        media_type = attachment.media_type
        if attachment.digest is not None:
            blob = await self._blobs.get(attachment.digest, owner=owner)
            data, media_type = blob.data, media_type or blob.media_type
        else:
            data = _decode(attachment)
        media_type = check_file(name, media_type, data)
        text, image = await asyncio.to_thread(_content_of, name, media_type, data)
        digest = await self._blobs.put(data, owner=owner, media_type=media_type, name=name)
        return ReadFile(name, media_type, digest, text, image)

    def attach(self, messages: list[JsonDict], files: list[ReadFile]) -> list[JsonDict]:
        """Return the messages with the files put into the last one."""
        *before, last = messages or [{"type": "TextMessage", "source": "user", "content": ""}]
        parts: list[Any] = [last["content"]] if isinstance(last["content"], str) else []
        if not parts:
            parts = as_list(last["content"])
        for file in files:
            if file.text is not None:
                parts.append(as_text_part(file))
            else:
                parts += [f"Image {file.name}:", {"data": file.image}]
        notes = {**as_dict(last.get("metadata")), "attachments": _list_of(files)}
        base = {key: value for key, value in last.items() if key not in {"content", "type"}}
        if any(file.image for file in files) or not all(isinstance(p, str) for p in parts):
            message = {**base, "type": "MultiModalMessage", "content": [p for p in parts if p]}
        else:
            text = "\n\n".join(part for part in parts if part)
            message = {**base, "type": "TextMessage", "content": text}
        return [*before, {**message, "metadata": notes}]


def as_text_part(file: ReadFile) -> str:
    """Return a file's text as models are shown it."""
    return f'<file name="{file.name}">\n{file.text}\n</file>'


def check_file(name: str, media_type: str, data: bytes) -> str:
    """Return what kind of file this is.

    Raises:
        AttachmentError: It is too large, or of a kind that no model can take.
    """
    if len(data) > MAX_BYTES:
        raise AttachmentError(
            f"{name!r} is too large ({len(data) / 1_048_576:.0f} MB)",
            hint=f"A file may have up to {MAX_BYTES // 1_048_576} MB.",
        )
    kind = _type_of(name, media_type, data)
    is_text = (kind.startswith("text/") or kind in _TEXTS) and b"\0" not in data
    if kind in _IMAGES or kind == "application/pdf" or is_text:
        return kind
    raise AttachmentError(
        f"{name!r} is of a kind that no model can take ({kind})",
        hint=f"These can be attached: {_KINDS}.",
    )


def check_images(team: JsonDict, files: list[ReadFile]) -> None:
    """Refuse images if there is a model in the team that cannot see.

    Raises:
        AttachmentError: Names the file, the agent and the model.
    """
    images = [file.name for file in files if file.image is not None]
    if not images:
        return
    for agent, model in _models_of(team):
        if not _can_see(model):
            config = as_dict(model.get("config"))
            name = config.get("model") or model.get("label") or model.get("provider")
            raise AttachmentError(
                f"the model {name!r} of {agent!r} cannot take the image {images[0]!r}",
                hint="Give this agent a model with vision, or leave the image out.",
                details={"agent": agent, "model": name, "files": images},
            )


def _models_of(team: JsonDict) -> list[tuple[str, JsonDict]]:
    """Return the models of all agents, each with the agent's name."""
    found: list[tuple[str, JsonDict]] = []
    for _, component in walk(team):
        if kind_of(component) == "agent":
            config = as_dict(component.get("config"))
            model = as_dict(config.get("model_client"))
            if model:
                found.append((str(config.get("name", "")), model))
    return found


def _can_see(model: JsonDict) -> bool:
    info = as_dict(as_dict(model.get("config")).get("model_info"))
    if "vision" in info:
        return bool(info["vision"])
    client = ChatCompletionClient.load_component(model)
    return bool(client.model_info["vision"])


def _list_of(files: list[ReadFile]) -> str:
    return ", ".join(f"{file.name} ({file.media_type}, {file.digest})" for file in files)


def _decode(attachment: Attachment) -> bytes:
    if attachment.data is None:
        raise AttachmentError(
            f"{attachment.name!r} has no content", hint="Give `data` in base64, or a `digest`."
        )
    text = attachment.data
    if text.startswith("data:"):
        text = text.partition(",")[2]
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise AttachmentError(
            f"the content of {attachment.name!r} is not base64", hint="Upload it once more."
        ) from error


def _type_of(name: str, media_type: str, data: bytes) -> str:
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    found = media_type.partition(";")[0].strip().lower()
    if not found or found == "application/octet-stream":
        found = _ENDINGS.get(ending) or mimetypes.guess_type(name)[0] or ""
    if found.startswith("image/") and found != "image/svg+xml":
        kind = image_type(data)
        if found in _IMAGES and kind not in _IMAGES:
            raise _unreadable_image(name)
        return kind
    return found or "application/octet-stream"


def _content_of(name: str, media_type: str, data: bytes) -> tuple[str | None, str | None]:
    """Return the text of a file, or the image in base64."""
    if media_type in _IMAGES:
        _check_image(name, data)
        return None, base64.b64encode(data).decode()
    if media_type == "application/pdf":
        return _pdf_text(name, data), None
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError:
        return data.decode("latin-1"), None


def _check_image(name: str, data: bytes) -> None:
    from PIL import Image  # noqa: PLC0415 - takes long to load, and is rarely needed

    try:
        with Image.open(io.BytesIO(data)) as image:
            image.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise _unreadable_image(name) from error


def _unreadable_image(name: str) -> AttachmentError:
    return AttachmentError(
        f"the image {name!r} cannot be read",
        hint="It may be damaged, or be of another kind than its name says; save it anew.",
    )


def _pdf_text(name: str, data: bytes) -> str:
    # Imported where it is needed: it takes longer than all the rest of this package.
    from pypdf import PdfReader  # noqa: PLC0415
    from pypdf.errors import PyPdfError  # noqa: PLC0415

    try:
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    except (PyPdfError, ValueError, KeyError) as error:
        raise AttachmentError(
            f"the PDF {name!r} cannot be read: {error}",
            hint="It may be damaged or protected; save it anew without a password.",
        ) from error
    text = "\n\n".join(page.strip() for page in pages if page.strip())
    if not text:
        raise AttachmentError(
            f"the PDF {name!r} has no text, only pictures of it",
            hint="Run it through text recognition first, or attach its pages as images.",
        )
    return text
