"""Pause and resume reach the agents; a nested team forwards them."""
import asyncio

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from program_transcript import attempt, show

LOG = []


class Pausing(BaseChatAgent):
    def __init__(self, name):
        super().__init__(name, "pauses")
        self.go = asyncio.Event()
        self.go.set()

    @property
    def produced_message_types(self):
        return (TextMessage,)

    async def on_messages(self, messages, cancellation_token):
        LOG.append(f"{self.name} begins")
        await asyncio.sleep(0.05)
        await self.go.wait()
        LOG.append(f"{self.name} ends")
        return Response(chat_message=TextMessage(content="done", source=self.name))

    async def on_pause(self, cancellation_token):
        LOG.append(f"{self.name} paused")
        self.go.clear()

    async def on_resume(self, cancellation_token):
        LOG.append(f"{self.name} resumed")
        self.go.set()

    async def on_reset(self, cancellation_token):
        LOG.append(f"{self.name} reset")


async def main() -> None:
    team = RoundRobinGroupChat([Pausing("a"), Pausing("b")], max_turns=2)
    run = asyncio.ensure_future(team.run(task="go"))
    await asyncio.sleep(0.02)
    await team.pause()
    await asyncio.sleep(0.1)
    LOG.append(f"still running {not run.done()}")
    await team.resume()
    show(await run)
    await team.reset()
    print("\n".join(LOG[:4]), sorted(LOG[4:]))


asyncio.run(main())
