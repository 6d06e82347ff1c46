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


class CallBook:
    """The bodies of the `model_call` events of a run, in order; each can be had whole.

    They are made whole one by one: together they would grow with the square of the conversation.
    """

    def __init__(self, bodies: list[JsonDict]) -> None:
        self._bodies = {as_text(body.get("call_id")): body for body in bodies}

    def __len__(self) -> int:
        return len(self._bodies)

    @property
    def call_ids(self) -> list[str]:
        """The calls, the first one first."""
        return list(self._bodies)

    def whole(self, call_id: str) -> JsonDict | None:
        """Return a call with all messages and tools in it, if there is one of this id."""
        body = self._bodies.get(call_id)
        if body is None:
            return None
        short = {key: value for key, value in body.items() if key not in {"earlier", "tools_of"}}
        return {**short, "messages": self._messages_of(body), "tools": self.tools_of(body)}

    def _messages_of(self, body: JsonDict) -> list[Any]:
        parts: list[list[Any]] = []
        most: int | None = None
        while True:
            earlier = as_dict(body.get("earlier"))
            before: int = earlier.get("count", 0)
            own = as_list(body.get("messages"))
            parts.append(own if most is None else own[: max(0, most - before)])
            most = before if most is None else min(most, before)
            body = self._bodies.get(as_text(earlier.get("call_id")), {})
            if not body:
                return [message for part in reversed(parts) for message in part]

    def tools_of(self, body: JsonDict) -> list[Any]:
        """Return the tools that went with a call."""
        while tools_of := as_text(body.get("tools_of")):
            body = self._bodies.get(tools_of, {})
        return as_list(body.get("tools"))
