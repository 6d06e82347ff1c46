"""From what a tool of a server returns to what models read."""

import json
from collections.abc import Sequence
from typing import Any

from studio.core import Image
from studio.core.tools import ImageResultContent, TextResultContent

from ._protocol import types

Part = TextResultContent | ImageResultContent


def to_parts(result: types.CallToolResult) -> list[Part]:
    """Return the parts of a result; what is neither text nor image becomes JSON."""
    parts = [_part(item) for item in result.content]
    if not parts and result.structured_content is not None:
        parts.append(TextResultContent(content=json.dumps(result.structured_content)))
    return parts


def to_text(content: Sequence[types.ContentBlock]) -> str:
    """Return the text of an error."""
    return "\n".join(
        item.text if isinstance(item, types.TextContent) else json.dumps(to_json(item))
        for item in content
    )


def to_json(item: types.ContentBlock) -> dict[str, Any]:
    """Return a part as it was on the wire, without an empty `_meta`."""
    dumped = item.model_dump(mode="json", by_alias=True)
    parts = [dumped]
    if isinstance(item, types.EmbeddedResource):
        parts.append(dumped["resource"])
    for part in parts:
        if part.get("_meta") is None:
            part.pop("_meta", None)
    return dumped


def _part(item: types.ContentBlock) -> Part:
    if isinstance(item, types.TextContent):
        return TextResultContent(content=item.text)
    if isinstance(item, types.ImageContent):
        return ImageResultContent(content=Image.from_base64(item.data))
    return TextResultContent(content=json.dumps(to_json(item)))
