"""Cancelling agents, tools and teams; stopping from outside; using them again."""
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import ExternalTermination, MaxMessageTermination, TimeoutTermination
from autogen_agentchat.teams import RoundRobinGroupChat, SelectorGroupChat
from autogen_core import CancellationToken
from autogen_ext.models.replay import ReplayChatCompletionClient
from program_transcript import INFO, attempt, calls, model, show


class Slow(ReplayChatCompletionClient):
    async def create(self, *args, cancellation_token=None, **kwargs):
        wait = asyncio.ensure_future(asyncio.sleep(0.05 if self._current_index == 0 else 4))
        if cancellation_token is not None:
            cancellation_token.link_future(wait)
        await wait
        return await super().create(*args, cancellation_token=cancellation_token, **kwargs)


def slow() -> Slow:
    return Slow(["one", "two", "three"], model_info=INFO)


async def main() -> None:
    for what in (
        lambda token: RoundRobinGroupChat([AssistantAgent("a", slow())], max_turns=3).run(task="go", cancellation_token=token),
        lambda token: AssistantAgent("a", slow()).run(task=["x"] and "go", cancellation_token=token),
    ):
        token = CancellationToken()
        run = asyncio.ensure_future(what(token))
        await asyncio.sleep(0.15)
        token.cancel()
        if not run.done():
            await attempt("cancelled", lambda: run)
        else:
            print("done", len(run.result().messages))
    team = RoundRobinGroupChat([AssistantAgent("a", slow())], termination_condition=TimeoutTermination(0.01))
    show(await team.run(task="timed"))


asyncio.run(main())
