"""Tries a memory: what it remembers about a question, and what a model would be shown."""

from contextlib import suppress

from studio._kit.errors import StudioError
from studio.core.memory import Memory, MemoryContent
from studio.core.model_context import UnboundedChatCompletionContext
from studio.core.models import UserMessage
from studio.domain.json_values import JsonDict
from studio.runs.loading import load_part

from .documents import Finding, Telling
from .trial import Trial, read_text

_MOST = 50


class MemoryTrial(Trial):
    """Queries the memory; nothing is added to it."""

    action = "Look up"
    intro = "The memory is asked once; nothing is added to it."

    async def input_schema(self) -> JsonDict:
        """Return the schema of the query."""
        query = {"type": "string", "title": "Question", "minLength": 1}
        return {"type": "object", "properties": {"query": query}, "required": ["query"]}

    async def example(self) -> JsonDict:
        """Return a query."""
        return {"query": "What do you know about me?"}

    async def prepare(self) -> None:
        """Build the memory."""
        self._query: str = read_text(self.given, "query", what="the question")
        self._memory: Memory = await load_part(self.component, Memory)

    async def run(self, telling: Telling) -> Finding:
        """Ask it."""
        context = UnboundedChatCompletionContext()
        await context.add_message(UserMessage(content=self._query, source="user"))
        try:
            found = (await self._memory.query(self._query, telling.token)).results
            await self._memory.update_context(context)
        finally:
            with suppress(StudioError, OSError):
                await self._memory.close()
        added = [
            str(message.content)
            for message in await context.get_messages()
            if not isinstance(message, UserMessage)
        ]
        count = f"{len(found)} thing{'' if len(found) == 1 else 's'}"
        result = {"results": [_shown(item) for item in found[:_MOST]], "added": added}
        return Finding(f"It remembers {count}." if found else "It remembers nothing.", result)


def _shown(item: MemoryContent) -> JsonDict:
    content = item.content
    shown = content if isinstance(content, str | dict) else f"({type(content).__name__})"
    return {
        "content": shown,
        "mime_type": item.serialize_mime_type(item.mime_type),
        "metadata": item.metadata or {},
    }
