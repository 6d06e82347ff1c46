"""State of agents and of the runtime is saved and loaded."""
import asyncio
import json
from dataclasses import dataclass
from typing import Any, Mapping

from autogen_core import AgentId, MessageContext, RoutedAgent, SingleThreadedAgentRuntime, message_handler


@dataclass
class Add:
    n: int


class Counter(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("counts")
        self.total = 0

    @message_handler
    async def add(self, message: Add, ctx: MessageContext) -> int:
        self.total += message.n
        return self.total

    async def save_state(self) -> Mapping[str, Any]:
        return {"total": self.total}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        self.total = state["total"]


async def build() -> SingleThreadedAgentRuntime:
    runtime = SingleThreadedAgentRuntime()
    await Counter.register(runtime, "counter", Counter)
    return runtime


async def main() -> None:
    first = await build()
    first.start()
    for key, n in (("a", 1), ("b", 10), ("a", 2)):
        print(key, await first.send_message(Add(n), AgentId("counter", key)))
    await first.stop_when_idle()
    state = json.loads(json.dumps(await first.save_state()))
    print(state)
    state["unknown/x"] = {"total": 7}
    second = await build()
    await second.load_state(state)
    print(await second.agent_save_state(AgentId("counter", "b")))
    await second.agent_load_state(AgentId("counter", "c"), {"total": 100})
    second.start()
    for key in "abc":
        print(key, await second.send_message(Add(1), AgentId("counter", key)))
    await second.stop()
    print(sorted(await second.save_state()))


asyncio.run(main())
