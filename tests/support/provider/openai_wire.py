"""The chat-completions format of OpenAI and of everyone who copies it."""

import json
import time
from collections.abc import Iterator
from typing import Any

from tests.support.provider.script import Reply


def read_request(body: dict[str, Any]) -> tuple[str, list[str], str | None]:
    """Return the last user text, the names of the tools, and the tool result that came last."""
    messages: list[dict[str, Any]] = body.get("messages", [])
    offered: list[dict[str, Any]] = body.get("tools") or []
    tools = [str(tool["function"]["name"]) for tool in offered]
    result = text_of(messages[-1]) if messages and messages[-1].get("role") == "tool" else None
    users = [m for m in messages if m.get("role") == "user"]
    return (text_of(users[-1]) if users else "", tools, result)


def text_of(message: dict[str, Any]) -> str:
    """Return the text of a message, whose content is text or parts."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return " ".join(part.get("text", "") for part in content)


def tool_calls(reply: Reply) -> list[dict[str, Any]]:
    return [
        {
            "id": use.call_id,
            "type": "function",
            "function": {"name": use.name, "arguments": json.dumps(use.arguments)},
        }
        for use in reply.tools
    ]


def _finish(reply: Reply) -> str:
    if reply.ended is not None:
        return {"length": "length", "filtered": "content_filter"}[reply.ended]
    return "tool_calls" if reply.tools else "stop"


def usage(reply: Reply) -> dict[str, int]:
    return {
        "prompt_tokens": reply.prompt_tokens,
        "completion_tokens": reply.completion_tokens,
        "total_tokens": reply.prompt_tokens + reply.completion_tokens,
    }


def completion(model: str, reply: Reply) -> dict[str, Any]:
    """Return the whole answer as one JSON document."""
    message: dict[str, Any] = {"role": "assistant", "content": reply.text or None}
    if reply.thought:
        message["reasoning_content"] = reply.thought
    if reply.tools:
        message["tool_calls"] = tool_calls(reply)
    finish = _finish(reply)
    choices: list[dict[str, Any]] = [{"index": 0, "message": message, "finish_reason": finish}]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model,
        "choices": choices,
        "usage": usage(reply),
    }


def stream(model: str, reply: Reply, *, include_usage: bool) -> Iterator[bytes]:
    """Yield the answer as server-sent events."""

    def event(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        body: dict[str, Any] = {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": model,
            "choices": [choice],
        }
        return b"data: " + json.dumps(body).encode() + b"\n\n"

    yield event({"role": "assistant", "content": ""})
    if reply.thought:
        yield event({"reasoning_content": reply.thought})
    for piece in reply.chunks():
        yield event({"content": piece})
    for index, call in enumerate(tool_calls(reply)):
        function = call["function"]
        yield event(
            {
                "tool_calls": [
                    {
                        "index": index,
                        **call,
                        "function": {"name": function["name"], "arguments": ""},
                    }
                ]
            }
        )
        half = len(function["arguments"]) // 2
        for part in (function["arguments"][:half], function["arguments"][half:]):
            yield event({"tool_calls": [{"index": index, "function": {"arguments": part}}]})
    yield event({}, _finish(reply))
    if include_usage:
        body: dict[str, Any] = {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": model,
            "choices": [],
            "usage": usage(reply),
        }
        yield b"data: " + json.dumps(body).encode() + b"\n\n"
    yield b"data: [DONE]\n\n"


def error(reply: Reply) -> dict[str, Any]:
    """Return the body of an error answer."""
    kinds = {401: "invalid_api_key", 429: "rate_limit_exceeded", 404: "model_not_found"}
    return {
        "error": {
            "message": reply.error,
            "type": "server_error" if reply.status >= 500 else "invalid_request_error",
            "param": None,
            "code": kinds.get(reply.status),
        }
    }


def stream_error(reply: Reply) -> bytes:
    """Return an error in the middle of a stream."""
    return b"data: " + json.dumps(error(reply)).encode() + b"\n\n"
