"""The chat format of Ollama."""

import json
from collections.abc import Iterator
from typing import Any

from tests.support.provider.script import Reply


def read_request(body: dict[str, Any]) -> tuple[str, list[str], str | None]:
    """Return the last user text, the names of the tools, and the tool result that came last."""
    messages: list[dict[str, Any]] = body.get("messages", [])
    offered: list[dict[str, Any]] = body.get("tools") or []
    tools: list[str] = [tool["function"]["name"] for tool in offered]
    last = messages[-1] if messages else {}
    result = last.get("content") if last.get("role") == "tool" else None
    users = [m.get("content", "") for m in messages if m.get("role") == "user"]
    return (users[-1] if users else "", tools, result)


def _part(model: str, message: dict[str, Any], *, done: bool = False) -> dict[str, Any]:
    return {
        "model": model,
        "created_at": "2026-01-01T00:00:00Z",
        "message": {"role": "assistant", "content": "", **message},
        "done": done,
    }


def _calls(reply: Reply) -> list[dict[str, Any]]:
    return [{"function": {"name": use.name, "arguments": use.arguments}} for use in reply.tools]


def _end(reply: Reply) -> dict[str, Any]:
    return {
        "done_reason": "length" if reply.ended == "length" else "stop",
        "prompt_eval_count": reply.prompt_tokens,
        "eval_count": reply.completion_tokens,
    }


def response(model: str, reply: Reply) -> dict[str, Any]:
    """Return the whole answer as one JSON document."""
    message: dict[str, Any] = {"content": reply.text}
    if reply.thought:
        message["thinking"] = reply.thought
    if reply.tools:
        message["tool_calls"] = _calls(reply)
    return {**_part(model, message, done=True), **_end(reply)}


def stream(model: str, reply: Reply) -> Iterator[bytes]:
    """Yield the answer as lines of JSON."""
    if reply.thought:
        yield _line(_part(model, {"thinking": reply.thought}))
    for piece in reply.chunks():
        yield _line(_part(model, {"content": piece}))
    if reply.tools:
        yield _line(_part(model, {"tool_calls": _calls(reply)}))
    yield _line({**_part(model, {}, done=True), **_end(reply)})


def _line(body: dict[str, Any]) -> bytes:
    return json.dumps(body).encode() + b"\n"


def error(reply: Reply) -> dict[str, Any]:
    """Return the body of an error answer."""
    return {"error": reply.error}


def stream_error(reply: Reply) -> bytes:
    """Return an error in the middle of a stream."""
    return _line(error(reply))
