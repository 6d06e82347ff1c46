"""Several handlers in a row change, drop and observe messages."""
import asyncio
from dataclasses import dataclass
from typing import Any

from autogen_core import (
    AgentId, DefaultInterventionHandler, DefaultTopicId, DropMessage, MessageContext, RoutedAgent,
    SingleThreadedAgentRuntime, default_subscription, message_handler,
)
from program_transcript import attempt


@dataclass
class Note:
    text: str


class Louder(DefaultInterventionHandler):
    async def on_send(self, message: Any, *, message_context: MessageContext, recipient: AgentId) -> Any:
        print("send", message, recipient, message_context.is_rpc, message_context.topic_id)
        if message.text == "bad":
            raise ValueError("bad message")
        return DropMessage() if message.text == "drop" else Note(message.text + "!")

    async def on_publish(self, message: Any, *, message_context: MessageContext) -> Any:
        print("publish", message, message_context.topic_id, message_context.sender)
        return DropMessage if message.text == "drop" else Note(message.text.upper())

    async def on_response(self, message: Any, *, sender: AgentId, recipient: AgentId | None) -> Any:
        return f"<{message}>"


@default_subscription
class Echo(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("echo")

    @message_handler
    async def echo(self, message: Note, ctx: MessageContext) -> str:
        print("echo got", message)
        return f"echo {message.text}"


async def main() -> None:
    runtime = SingleThreadedAgentRuntime(intervention_handlers=[Louder()])
    await Echo.register(runtime, "echo", Echo)
    runtime.start()
    for word in ("hi", "drop", "bad"):
        await attempt(word, lambda: runtime.send_message(Note(word), AgentId("echo", "1")))
    for word in ("hi", "drop"):
        await runtime.publish_message(Note(word), DefaultTopicId())
    await asyncio.sleep(0.1)
    await runtime.stop()


asyncio.run(main())
