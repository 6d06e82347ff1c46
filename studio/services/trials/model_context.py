"""Tries a model context: which part of a conversation the model would be shown."""

from studio.core.model_context import ChatCompletionContext
from studio.core.models import AssistantMessage, LLMMessage, SystemMessage, UserMessage
from studio.domain.json_values import JsonDict
from studio.runs.loading import load_part

from .conversation import CONVERSATION_FIELD, EXAMPLE, Message, read_conversation
from .documents import Finding, Telling
from .trial import Trial

_SHORT = 400


class ModelContextTrial(Trial):
    """Puts a conversation in and looks at what comes out."""

    action = "Try it"
    intro = "The conversation is put in; you see which messages the model would be shown."

    async def input_schema(self) -> JsonDict:
        """Return the schema of the conversation."""
        fields = {"conversation": CONVERSATION_FIELD}
        return {"type": "object", "properties": fields, "required": ["conversation"]}

    async def example(self) -> JsonDict:
        """Return a short conversation."""
        return {"conversation": EXAMPLE}

    async def prepare(self) -> None:
        """Build the context and read the conversation."""
        self._messages: list[Message] = read_conversation(self.given.get("conversation"))
        self._context: ChatCompletionContext = await load_part(
            self.component, ChatCompletionContext
        )

    async def run(self, telling: Telling) -> Finding:
        """Fill it and read it."""
        put_in = [_to_model_message(message) for message in self._messages]
        for message in put_in:
            await self._context.add_message(message)
        shown = await self._context.get_messages()
        kept = {id(message) for message in shown}
        own = [message for message in shown if not any(message is item for item in put_in)]
        said = [
            {
                "source": message.source,
                "text": _short(message.to_text()),
                "kept": id(given) in kept,
            }
            for message, given in zip(self._messages, put_in, strict=True)
        ]
        count = sum(bool(item["kept"]) for item in said)
        result = {"messages": said, "own": [_short(str(message.content)) for message in own]}
        return Finding(f"The model is shown {count} of {len(said)} messages.", result)


def _to_model_message(message: Message) -> LLMMessage:
    text, source = message.to_text(), message.source
    if source == "system":
        return SystemMessage(content=text)
    if source == "user":
        return UserMessage(content=text, source=source)
    return AssistantMessage(content=text, source=source)


def _short(text: str) -> str:
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}…"
