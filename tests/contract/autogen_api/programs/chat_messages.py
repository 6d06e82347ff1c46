"""Messages: texts for people and models, dump and load."""
import asyncio
from datetime import datetime, timezone

from autogen_agentchat.messages import (
    CodeExecutionEvent, CodeGenerationEvent, HandoffMessage, MemoryQueryEvent, MessageFactory, ModelClientStreamingChunkEvent,
    MultiModalMessage, SelectSpeakerEvent, SelectorEvent, StopMessage, TextMessage, ThoughtEvent, ToolCallExecutionEvent,
    ToolCallRequestEvent, ToolCallSummaryMessage, UserInputRequestedEvent,
)
from autogen_agentchat.utils import content_to_str, remove_images
from autogen_core import FunctionCall, Image
from autogen_core.code_executor import CodeBlock, CodeResult
from autogen_core.memory import MemoryContent
from autogen_core.models import AssistantMessage, FunctionExecutionResult, RequestUsage, UserMessage
from PIL import Image as PILImage
from program_transcript import attempt, plain


async def main() -> None:
    image = Image.from_pil(PILImage.new("RGB", (2, 2), "red"))
    call = FunctionCall(id="1", name="f", arguments="{}")
    result = FunctionExecutionResult(content="r", name="f", call_id="1", is_error=False)
    messages = [
        TextMessage(content="t", source="s", models_usage=RequestUsage(1, 2), metadata={"k": "v"}),
        MultiModalMessage(content=["a", image, "b"], source="s"),
        StopMessage(content="stop", source="s"),
        HandoffMessage(content="h", source="s", target="x", context=[UserMessage(content="c", source="u")]),
        ToolCallSummaryMessage(content="sum", source="s", tool_calls=[call], results=[result]),
        ToolCallRequestEvent(content=[call], source="s"),
        ToolCallExecutionEvent(content=[result], source="s"),
        UserInputRequestedEvent(request_id="r1", source="s"),
        MemoryQueryEvent(content=[MemoryContent(content="m", mime_type="text/plain")], source="s"),
        ModelClientStreamingChunkEvent(content="c", source="s", full_message_id="f"),
        ThoughtEvent(content="th", source="s"),
        SelectSpeakerEvent(content=["a"], source="s"),
        CodeGenerationEvent(content="g", retry_attempt=0, code_blocks=[CodeBlock("c", "python")], source="s"),
        CodeExecutionEvent(result=CodeResult(0, "out"), retry_attempt=1, source="s"),
    ]
    factory = MessageFactory()
    for message in messages:
        dumped = message.dump()
        print(message.type, plain({k: (v if "data" not in str(v) else "image") for k, v in dumped.items()}))
        print("  ", plain(message.to_text()))
        if hasattr(message, "to_model_text"):
            print("  ", message.to_model_text(), type(message.to_model_message()).__name__)
        again = factory.create(dumped)
        print("  ", type(again) is type(message), again.id == message.id, again.created_at == message.created_at, plain(again) == plain(message))
    multi = messages[1]
    print(multi.to_model_text(image_placeholder="<pic>"), multi.to_text(iterm=False), len(multi.to_model_message().content))
    print(content_to_str("x"), content_to_str(["x", image]), [m.content for m in remove_images([UserMessage(content=["x", image, "y"], source="s")])])
    text = TextMessage(content="t", source="s")
    print(text.created_at.tzinfo, isinstance(text.id, str), len(text.id), text == text.model_copy(), TextMessage.load({"content": "old", "source": "s", "type": "TextMessage", "created_at": "2024-01-01T00:00:00Z", "id": "x"}).created_at.year)
    print(TextMessage(content="t", source="s").model_dump(exclude={"id", "created_at"}))
    await attempt("wrong type", lambda: TextMessage.load({"type": "StopMessage", "content": "t", "source": "s"}))
    await attempt("wrong content", lambda: TextMessage(content=3, source="s"))


asyncio.run(main())
