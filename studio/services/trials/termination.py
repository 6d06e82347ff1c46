"""Tries a stop condition on a conversation: where it would stop, and why."""

from studio.agentchat.base import TerminationCondition
from studio.agentchat.messages import HandoffMessage
from studio.domain.json_values import JsonDict, as_dict, as_dicts
from studio.domain.kinds import class_of, kind_of, label_of
from studio.domain.slots import walk
from studio.domain.summaries import summary_of
from studio.runs.loading import load_part

from .conversation import CONVERSATION_FIELD, EXAMPLE, Message, as_turns, read_conversation
from .documents import Finding, Telling
from .trial import Trial

_SHORT = 400
_NOTES = {
    "TimeoutTermination": "A pasted conversation has no clock: the time limit is never reached.",
    "ExternalTermination": "The external stop is pressed by a program; a conversation cannot.",
}
_TOKENS_NOTE = (
    "Plain lines have no token counts. Paste messages as JSON with `models_usage` to try the limit."
)


class TerminationTrial(Trial):
    """Shows the condition one turn after the other, as a team would."""

    action = "Try it"
    intro = "The conversation is shown to the condition turn by turn, until it says stop."

    async def input_schema(self) -> JsonDict:
        """Return the schema of the conversation."""
        fields = {"conversation": CONVERSATION_FIELD}
        return {"type": "object", "properties": fields, "required": ["conversation"]}

    async def example(self) -> JsonDict:
        """Return a conversation with a usual ending."""
        return {"conversation": EXAMPLE}

    async def prepare(self) -> None:
        """Build the condition and read the conversation."""
        self._messages: list[Message] = read_conversation(self.given.get("conversation"))
        self._condition: TerminationCondition = await _load(self.component)

    async def run(self, telling: Telling) -> Finding:
        """Find the place."""
        place, reason = await _first_stop(self._condition, self._messages)
        parts: list[JsonDict] = []
        for path, part in _leaves(self.component):
            at, why = await _first_stop(await _load(part), self._messages)
            about = summary_of(part) or label_of(part)
            parts.append(
                {"path": path, "label": label_of(part), "about": about, "index": at, "reason": why}
            )
        said = [_shown(message) for message in self._messages]
        summary = (
            "It would not stop: the conversation goes on."
            if place is None
            else f"It stops after message {place + 1} of {len(said)}."
        )
        result = {
            "stops": place is not None,
            "index": place,
            "reason": reason,
            "messages": said,
            "parts": parts,
            "notes": self._notes(),
        }
        return Finding(summary, result)

    def _notes(self) -> list[str]:
        names = {class_of(part) for _, part in walk(self.component)}
        notes = [note for name, note in _NOTES.items() if name in names]
        counted = any(message.models_usage is not None for message in self._messages)
        if "TokenUsageTermination" in names and not counted:
            notes.append(_TOKENS_NOTE)
        return notes


async def _first_stop(
    condition: TerminationCondition, messages: list[Message]
) -> tuple[int | None, str | None]:
    for turn in as_turns(messages):
        stop = await condition([messages[index] for index in turn])
        if stop is not None:
            return turn[-1], stop.content
    return None, None


def _leaves(component: JsonDict) -> list[tuple[str, JsonDict]]:
    """Return the conditions inside that hold no others, if it is made of several."""
    inner = [
        (path, part)
        for path, part in walk(component)
        if path and kind_of(part) == "termination" and not _holds_conditions(part)
    ]
    return inner if _holds_conditions(component) else []


def _holds_conditions(component: JsonDict) -> bool:
    return bool(as_dicts(as_dict(component.get("config")).get("conditions")))


def _shown(message: Message) -> JsonDict:
    text = message.to_text()
    return {
        "source": message.source,
        "target": message.target if isinstance(message, HandoffMessage) else None,
        "type": type(message).__name__,
        "text": text if len(text) <= _SHORT else f"{text[:_SHORT]}…",
    }


async def _load(component: JsonDict) -> TerminationCondition:
    return await load_part(component, TerminationCondition)
