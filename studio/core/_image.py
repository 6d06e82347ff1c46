"""Images inside messages; Pillow is loaded when the first image is made."""

import base64
import re
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import GetCoreSchemaHandler
from pydantic_core import core_schema

if TYPE_CHECKING:
    from PIL.Image import Image as PILImage

_DATA_URI = re.compile(r"data:image/(?:png|jpeg|jpg|gif|webp);base64,")
_MIME_BY_START = {
    "/9j/": "image/jpeg",
    "iVBORw0KGgo": "image/png",
    "R0lGOD": "image/gif",
    "UklGR": "image/webp",
}


class Image:
    """A picture in RGB that converts to base64, a data URI or a part of an OpenAI message.

    As a field of a pydantic model it reads and writes `{"data": <base64>}`.
    """

    def __init__(self, image: "PILImage") -> None:
        self._image: PILImage = image.convert("RGB")
        self._encoded: str | None = None

    @property
    def image(self) -> "PILImage":
        """The Pillow image."""
        return self._image

    @image.setter
    def image(self, value: "PILImage") -> None:
        self._image = value
        self._encoded = None

    @classmethod
    def from_pil(cls, pil_image: "PILImage") -> "Image":
        """Return an image made from a Pillow image."""
        return cls(pil_image)

    @classmethod
    def from_uri(cls, uri: str) -> "Image":
        """Return the image in a base64 data URI.

        Raises:
            ValueError: It is not a data URI of an image.
        """
        if not _DATA_URI.match(uri):
            raise ValueError("Invalid URI format. It should be a base64 encoded image URI.")
        return cls.from_base64(_DATA_URI.sub("", uri, count=1))

    @classmethod
    def from_base64(cls, base64_str: str) -> "Image":
        """Return the image in base64 text."""
        return cls(_open(BytesIO(base64.b64decode(base64_str))))

    @classmethod
    def from_file(cls, file_path: Path) -> "Image":
        """Return the image in a file."""
        return cls(_open(file_path))

    def to_base64(self) -> str:
        """Return the image as base64 of a PNG; encoded once and kept."""
        if self._encoded is None:
            buffer = BytesIO()
            self._image.save(buffer, format="PNG")
            self._encoded = base64.b64encode(buffer.getvalue()).decode("ascii")
        return self._encoded

    @property
    def data_uri(self) -> str:
        """The image as a base64 data URI."""
        return _to_data_uri(self.to_base64())

    def to_openai_format(self, detail: Literal["auto", "low", "high"] = "auto") -> dict[str, Any]:
        """Return the image as a part of an OpenAI chat message."""
        return {"type": "image_url", "image_url": {"url": self.data_uri, "detail": detail}}

    def _repr_html_(self) -> str:
        return f'<img src="{self.data_uri}"/>'

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source_type: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.with_info_plain_validator_function(
            _validated,
            serialization=core_schema.plain_serializer_function_ser_schema(_serialized),
            metadata={"pydantic_js_functions": [_json_schema]},
        )


def _open(source: BytesIO | Path) -> "PILImage":
    from PIL import Image as pil  # noqa: N813, PLC0415 - Pillow is slow to load and rarely needed

    return pil.open(source)


def _to_data_uri(encoded: str) -> str:
    for start, mime in _MIME_BY_START.items():
        if encoded.startswith(start):
            return f"data:{mime};base64,{encoded}"
    return f"data:image/png;base64,{encoded}"


def _validated(value: Any, info: core_schema.ValidationInfo) -> Image:
    if isinstance(value, Image):
        return value
    data: Any = value.get("data") if isinstance(value, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if not isinstance(data, str):
        raise ValueError("expected 'data' key with the image in base64")  # noqa: TRY004 - pydantic reports ValueError only
    try:
        return Image.from_base64(data)
    except OSError as exc:
        raise ValueError("'data' does not hold an image") from exc


def _serialized(value: Image) -> dict[str, str]:
    return {"data": value.to_base64()}


def _json_schema(_schema: Any, _handler: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"data": {"type": "string", "description": "Image in base64"}},
        "required": ["data"],
    }
