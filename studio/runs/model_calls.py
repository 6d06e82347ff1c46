"""Keeps the exact messages of model calls without writing the same conversation again and again."""

from typing import Any

from studio.domain.json_values import JsonDict, as_dict, as_list, as_text


class Transcripts:
    """Remembers what each agent's model was sent last."""

    def __init__(self) -> None:
        self._messages: dict[str, tuple[str, list[Any]]] = {}
        self._tools: dict[str, tuple[str, list[Any]]] = {}

    def shorten(self, agent: str, call_id: str, messages: list[Any], tools: list[Any]) -> JsonDict:
        """Return the fields to record.

        `messages` are those that are new; `earlier` names the call of the same agent that began
        with the same `count` messages. `tools` is left out and `tools_of` names a call when they
        are those of that call.
        """
        fields: JsonDict = {}
        previous = self._messages.get(agent)
        count = 0
        if previous is not None:
            count = _common(previous[1], messages)
            if count:
                fields["earlier"] = {"call_id": previous[0], "count": count}
        fields["messages"] = messages[count:]
        self._messages[agent] = (call_id, messages)
        known = self._tools.get(agent)
        if known is not None and known[1] == tools:
            if tools:
                fields["tools_of"] = known[0]
        else:
            self._tools[agent] = (call_id, tools)
            fields["tools"] = tools
        return fields


def _common(one: list[Any], other: list[Any]) -> int:
    if len(other) >= len(one) and other[: len(one)] == one:
        return len(one)
    count = 0
    for left, right in zip(one, other, strict=False):
        if left is not right and left != right:
            break
        count += 1
    return count


def expand_calls(bodies: list[JsonDict]) -> list[JsonDict]:
    """Return the bodies of `model_call` events with all messages and tools in each of them."""
    messages: dict[str, list[Any]] = {}
    tools: dict[str, list[Any]] = {}
    whole: list[JsonDict] = []
    for body in bodies:
        call_id = as_text(body.get("call_id"))
        earlier = as_dict(body.get("earlier"))
        before = messages.get(as_text(earlier.get("call_id")), [])[: earlier.get("count", 0)]
        messages[call_id] = [*before, *as_list(body.get("messages"))]
        tools_of = as_text(body.get("tools_of"))
        tools[call_id] = tools.get(tools_of, []) if tools_of else as_list(body.get("tools"))
        short = {key: value for key, value in body.items() if key not in {"earlier", "tools_of"}}
        whole.append({**short, "messages": messages[call_id], "tools": tools[call_id]})
    return whole
