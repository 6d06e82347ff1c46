"""An intervention handler asks before tools run."""
import asyncio
from dataclasses import dataclass
from typing import Any

from autogen_core import (
    AgentId, DefaultInterventionHandler, DropMessage, FunctionCall, MessageContext, RoutedAgent,
    SingleThreadedAgentRuntime, message_handler,
)
from autogen_core.exceptions import MessageDroppedException
from autogen_core.models import SystemMessage, UserMessage
from autogen_core.tool_agent import ToolAgent, ToolException, tool_agent_caller_loop
from autogen_core.tools import FunctionTool, ToolSchema
from program_transcript import calls, line, model, plain, text


@dataclass
class Message:
    content: str


class User(RoutedAgent):
    def __init__(self, client, schema: list[ToolSchema], tools: AgentId) -> None:
        super().__init__("uses tools")
        self.client, self.schema, self.tools = client, schema, tools

    @message_handler
    async def use(self, message: Message, ctx: MessageContext) -> Message:
        session = [UserMessage(content=message.content, source="user")]
        output = await tool_agent_caller_loop(
            self, tool_agent_id=self.tools, model_client=self.client, input_messages=session,
            tool_schema=self.schema, cancellation_token=ctx.cancellation_token,
        )
        for item in output:
            if isinstance(item.content, list):
                print("   ", type(item).__name__, [
                    (part.name, "failed" if getattr(part, "is_error", False) else getattr(part, "content", part)) for part in item.content
                ])
            else:
                print("   ", type(item).__name__, item.content)
        return Message(content=output[-1].content)


class Approval(DefaultInterventionHandler):
    async def on_send(self, message: Any, *, message_context: MessageContext, recipient: AgentId) -> Any | type[DropMessage]:
        print("send", type(message).__name__, "to", recipient, "from", message_context.sender)
        if isinstance(message, FunctionCall) and "rm" in message.arguments:
            raise ToolException(content="denied by user", call_id=message.id, name=message.name)
        if isinstance(message, Message) and message.content == "drop":
            return DropMessage
        return message

    async def on_response(self, message: Any, *, sender: AgentId, recipient: AgentId | None) -> Any | type[DropMessage]:
        print("response", type(message).__name__, "from", sender, "to", recipient)
        if isinstance(message, Message) and "secret" in message.content:
            return DropMessage
        return message


async def run(command: str) -> str:
    return f"ran {command}"


async def main() -> None:
    runtime = SingleThreadedAgentRuntime(intervention_handlers=[Approval()])
    tools = [FunctionTool(run, "Runs a command")]
    client = model(
        calls(("run", {"command": "ls"}), ("run", {"command": "rm"})), text("done"),
        calls(("nothing", {}), ("run", "no json"), ("run", {"x": 1})), text("all failed"),
        text("a secret"),
    )
    tool_type = await ToolAgent.register(runtime, "tools", lambda: ToolAgent("Tools", tools))
    await User.register(runtime, "user", lambda: User(client, [t.schema for t in tools], AgentId("tools", "default")))
    runtime.start()
    me = AgentId("user", "default")
    for content in ("go", "again", "tell", "drop"):
        try:
            print(content, "->", await runtime.send_message(Message(content), me))
        except MessageDroppedException:
            print(content, "-> dropped")
    await runtime.stop()


asyncio.run(main())
