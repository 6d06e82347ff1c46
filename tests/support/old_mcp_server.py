"""An MCP server of 2025, without the SDK: it knows no discovery and asks in the middle of calls."""

import json
import sys
from collections.abc import Iterator
from typing import Any

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}
ASKING = {
    "elicit": {
        "method": "elicitation/create",
        "params": {
            "message": "Which colour?",
            "requestedSchema": {
                "type": "object",
                "properties": {"colour": {"type": "string"}},
                "required": ["colour"],
            },
        },
    },
    "sample": {
        "method": "sampling/createMessage",
        "params": {
            "messages": [{"role": "user", "content": {"type": "text", "text": "Who are you?"}}],
            "systemPrompt": "Be brief.",
            "maxTokens": 10,
        },
    },
    "roots": {"method": "roots/list"},
}
NAMES = ["shout", "fail", *ASKING]


def incoming() -> Iterator[dict[str, Any]]:
    for line in sys.stdin:
        yield json.loads(line)


def send(**message: Any) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def call(name: str, arguments: dict[str, Any], messages: Iterator[dict[str, Any]]) -> Any:
    if name in ASKING:
        send(id="question", **ASKING[name])
        answer = next(message for message in messages if message.get("id") == "question")
        text = json.dumps(answer.get("result") or {"error": answer["error"]["message"]})
    else:
        text = str(arguments.get("text", "")).upper()
    return {"content": [{"type": "text", "text": text}], "isError": name == "fail"}


def page(cursor: str | None) -> dict[str, Any]:
    index = int(cursor or 0)
    tool = {"name": NAMES[index], "inputSchema": SCHEMA}
    more = {"nextCursor": str(index + 1)} if index + 1 < len(NAMES) else {}
    return {"tools": [tool], **more}


def main() -> None:
    messages = incoming()
    for message in messages:
        method: str | None = message.get("method")
        params: dict[str, Any] = message.get("params") or {}
        if "id" not in message:
            continue
        if method == "initialize":
            info = {"name": "old", "version": "1"}
            result: dict[str, Any] = {"protocolVersion": "2025-06-18", "serverInfo": info}
            send(id=message["id"], result={**result, "capabilities": {"tools": {}}})
        elif method == "tools/list":
            send(id=message["id"], result=page(params.get("cursor")))
        elif method == "tools/call":
            result = call(params["name"], params.get("arguments") or {}, messages)
            send(id=message["id"], result=result)
        else:
            send(id=message["id"], error={"code": -32601, "message": "Method not found"})


if __name__ == "__main__":
    main()
