"""The messages format of Anthropic."""

import json
from collections.abc import Iterator
from typing import Any

from tests.support.provider.script import Reply


def read_request(body: dict[str, Any]) -> tuple[str, list[str], str | None]:
    """Return the last user text, the names of the tools, and the tool result that came last."""
    offered: list[dict[str, Any]] = body.get("tools") or []
    tools = [str(tool["name"]) for tool in offered]
    result: str | None = None
    last = ""
    messages: list[dict[str, Any]] = body.get("messages", [])
    for message in messages:
        if message["role"] != "user":
            continue
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        result = None
        for part in parts:
            if part["type"] == "text":
                last = part["text"]
            elif part["type"] == "tool_result":
                inner = part["content"]
                result = inner if isinstance(inner, str) else inner[0]["text"]
    return last, tools, result


def blocks(reply: Reply) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if reply.thought:
        found.append({"type": "thinking", "thinking": reply.thought, "signature": "sig"})
    if reply.text:
        found.append({"type": "text", "text": reply.text})
    found.extend(
        {"type": "tool_use", "id": use.call_id, "name": use.name, "input": use.arguments}
        for use in reply.tools
    )
    return found


def _stop_reason(reply: Reply) -> str:
    if reply.ended is not None:
        return {"length": "max_tokens", "filtered": "refusal"}[reply.ended]
    return "tool_use" if reply.tools else "end_turn"


def message(model: str, reply: Reply) -> dict[str, Any]:
    """Return the whole answer as one JSON document."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks(reply),
        "stop_reason": _stop_reason(reply),
        "stop_sequence": None,
        "usage": {"input_tokens": reply.prompt_tokens, "output_tokens": reply.completion_tokens},
    }


def _event(kind: str, **body: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **body})}\n\n".encode()


def stream(model: str, reply: Reply) -> Iterator[bytes]:
    """Yield the answer as server-sent events."""
    start: dict[str, Any] = {**message(model, reply), "content": [], "stop_reason": None}
    start["usage"] = {"input_tokens": reply.prompt_tokens, "output_tokens": 1}
    yield _event("message_start", message=start)
    for index, block in enumerate(blocks(reply)):
        match block["type"]:
            case "text":
                yield _event(
                    "content_block_start", index=index, content_block={"type": "text", "text": ""}
                )
                for piece in reply.chunks():
                    yield _event(
                        "content_block_delta",
                        index=index,
                        delta={"type": "text_delta", "text": piece},
                    )
            case "thinking":
                yield _event(
                    "content_block_start",
                    index=index,
                    content_block={"type": "thinking", "thinking": "", "signature": ""},
                )
                yield _event(
                    "content_block_delta",
                    index=index,
                    delta={"type": "thinking_delta", "thinking": block["thinking"]},
                )
                yield _event(
                    "content_block_delta",
                    index=index,
                    delta={"type": "signature_delta", "signature": "sig"},
                )
            case _:
                yield _event(
                    "content_block_start", index=index, content_block={**block, "input": {}}
                )
                text = json.dumps(block["input"])
                for part in (text[: len(text) // 2], text[len(text) // 2 :]):
                    yield _event(
                        "content_block_delta",
                        index=index,
                        delta={"type": "input_json_delta", "partial_json": part},
                    )
        yield _event("content_block_stop", index=index)
    stop = {"stop_reason": _stop_reason(reply), "stop_sequence": None}
    yield _event("message_delta", delta=stop, usage={"output_tokens": reply.completion_tokens})
    yield _event("message_stop")


def error(reply: Reply) -> dict[str, Any]:
    """Return the body of an error answer."""
    kinds = {401: "authentication_error", 429: "rate_limit_error", 529: "overloaded_error"}
    kind = kinds.get(reply.status, "api_error")
    return {"type": "error", "error": {"type": kind, "message": reply.error}}


def stream_error(reply: Reply) -> bytes:
    """Return an error in the middle of a stream."""
    return b"event: error\ndata: " + json.dumps(error(reply)).encode() + b"\n\n"
