"""Structured events in a logging handler."""
import asyncio
import json
import logging
from dataclasses import dataclass

from autogen_agentchat import EVENT_LOGGER_NAME as CHAT_EVENTS, TRACE_LOGGER_NAME as CHAT_TRACE
from autogen_core import (
    EVENT_LOGGER_NAME, ROOT_LOGGER_NAME, TRACE_LOGGER_NAME, AgentId, CancellationToken, DefaultTopicId, MessageContext,
    RoutedAgent, SingleThreadedAgentRuntime, default_subscription, message_handler,
)
from autogen_core.logging import LLMCallEvent, LLMStreamEndEvent, LLMStreamStartEvent, MessageKind, ToolCallEvent
from autogen_core.tools import FunctionTool


class Keep(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.events = []

    def emit(self, record: logging.LogRecord) -> None:
        self.events.append(record.msg)


@dataclass
class Note:
    text: str


@default_subscription
class Taker(RoutedAgent):
    def __init__(self):
        super().__init__("takes")

    @message_handler
    async def take(self, message: Note, ctx: MessageContext) -> str:
        if message.text == "bad":
            raise ValueError("bad note")
        return "taken"


def add(a: int) -> int:
    return a + 1


async def main() -> None:
    logging.disable(logging.NOTSET)
    print(ROOT_LOGGER_NAME, EVENT_LOGGER_NAME, TRACE_LOGGER_NAME, CHAT_EVENTS, CHAT_TRACE)
    handler = Keep()
    logger = logging.getLogger(EVENT_LOGGER_NAME)
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    logger.propagate = False
    logging.getLogger(ROOT_LOGGER_NAME).setLevel(logging.CRITICAL)
    try:
        runtime = SingleThreadedAgentRuntime()
        await Taker.register(runtime, "taker", Taker)
        runtime.start()
        await runtime.send_message(Note("x"), AgentId("taker", "k"))
        await runtime.publish_message(Note("bad"), DefaultTopicId())
        await runtime.stop_when_idle()
        await FunctionTool(add, "Adds").run_json({"a": 1}, CancellationToken())
        for event in handler.events:
            data = json.loads(str(event))
            print(type(event).__name__, {k: v for k, v in sorted(data.items()) if k not in ("agent_id",)})
    finally:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
        logger.propagate = True
        logging.getLogger(ROOT_LOGGER_NAME).setLevel(logging.NOTSET)
    call = LLMCallEvent(messages=[{"content": "x"}], response={"content": "y"}, prompt_tokens=1, completion_tokens=2)
    print(call.prompt_tokens, call.completion_tokens, json.loads(str(call)))
    print(json.loads(str(LLMStreamStartEvent(messages=[]))), json.loads(str(LLMStreamEndEvent(response={}, prompt_tokens=1, completion_tokens=2))))
    print(json.loads(str(ToolCallEvent(tool_name="t", arguments={"a": 1}, result="r"))))


asyncio.run(main())
