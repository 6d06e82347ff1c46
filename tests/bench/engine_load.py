"""One piece of work for an engine: `python engine_load.py autogen|studio WORK ARGUMENT…`.

Imports nothing of ours, so that the very same lines run on either engine; prints JSON.
"""

import asyncio
import gc
import importlib
import json
import resource
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any


class Engine:
    """The names of one engine that the work needs."""

    def __init__(self, name: str) -> None:
        prefix = {"autogen": "autogen_", "studio": "studio."}[name]

        def module(path: str) -> Any:
            return importlib.import_module(prefix + path)

        self.core: Any = module("core")
        self.agents: Any = module("agentchat.agents")
        self.base: Any = module("agentchat.base")
        self.conditions: Any = module("agentchat.conditions")
        self.messages: Any = module("agentchat.messages")
        self.teams: Any = module("agentchat.teams")
        self.replay: Any = module("ext.models.replay").ReplayChatCompletionClient

    def team_of_assistants(self, count: int, messages: int) -> Any:
        """Return a round-robin team on replay models, with as many answers as it needs."""
        each = messages // count + 2
        members = [
            self.agents.AssistantAgent(
                f"agent{n}",
                self.replay([f"answer {i} of agent {n}" for i in range(each)]),
                system_message="You answer.",
            )
            for n in range(count)
        ]
        return self.teams.RoundRobinGroupChat(
            members, termination_condition=self.conditions.MaxMessageTermination(messages + 1)
        )

    def team_of_parrots(self, count: int, messages: int) -> Any:
        """Return a round-robin team of agents that do nothing but answer."""
        text_message, response = self.messages.TextMessage, self.base.Response

        class Parrot(self.agents.BaseChatAgent):
            produced_message_types = (text_message,)

            async def on_messages(self, messages: Any, cancellation_token: Any) -> Any:
                return response(chat_message=text_message(content="hello", source=self.name))

            async def on_reset(self, cancellation_token: Any) -> None:
                pass

        members = [Parrot(f"agent{n}", "repeats") for n in range(count)]
        return self.teams.RoundRobinGroupChat(
            members, termination_condition=self.conditions.MaxMessageTermination(messages + 1)
        )


async def _cpu_per_message(make: Callable[[], Any], messages: int, rounds: int) -> float:
    await make().run(task="warm up")
    best = float("inf")
    for _ in range(rounds):
        team = make()
        gc.collect()
        began = time.process_time()
        await team.run(task="go")
        best = min(best, time.process_time() - began)
    return best * 1000 / messages


async def talk(engine: Engine, members: int, messages: int, rounds: int) -> dict[str, float]:
    """CPU per message of a team of assistants, and the memory at its peak."""
    cost = await _cpu_per_message(
        lambda: engine.team_of_assistants(members, messages), messages, rounds
    )
    return {"ms": cost, "peak_mb": _peak_mb()}


async def parrots(engine: Engine, members: int, messages: int, rounds: int) -> dict[str, float]:
    """CPU per message of a team of agents that have nothing to do."""
    cost = await _cpu_per_message(
        lambda: engine.team_of_parrots(members, messages), messages, rounds
    )
    return {"ms": cost}


async def crowd(
    engine: Engine, teams: int, messages: int, latency_ms: int, rounds: int
) -> dict[str, float]:
    """Seconds until many teams are done that run at once on a model that takes its time."""

    replay: Any = engine.replay

    class Slow(replay):
        async def create(self, *args: Any, **more: Any) -> Any:
            await asyncio.sleep(latency_ms / 1000)
            return await replay.create(self, *args, **more)

    engine.replay = Slow
    best, cpu = float("inf"), float("inf")
    for _ in range(rounds):
        all_teams = [engine.team_of_assistants(3, messages) for _ in range(teams)]
        gc.collect()
        began, worked = time.perf_counter(), time.process_time()
        await asyncio.gather(*(team.run(task="go") for team in all_teams))
        best = min(best, time.perf_counter() - began)
        cpu = min(cpu, time.process_time() - worked)
    return {"s": best, "cpu_s": cpu, "ideal_s": messages * latency_ms / 1000}


async def states(engine: Engine, messages: int, rounds: int) -> dict[str, float]:
    """Milliseconds of CPU to save and to load a team that has talked."""
    team = engine.team_of_assistants(3, messages)
    await team.run(task="go")
    saving = loading = float("inf")
    for _ in range(rounds):
        fresh = engine.team_of_assistants(3, messages)
        await fresh.load_state(json.loads(json.dumps(await team.save_state())))
        saving = min(saving, await _ms(fresh.save_state))
        state = await fresh.save_state()
        other = engine.team_of_assistants(3, messages)
        await other.save_state()
        loading = min(loading, await _ms(lambda other=other, state=state: other.load_state(state)))
    return {"save_ms": saving, "load_ms": loading}


async def load(engine: Engine, agents: int, rounds: int) -> dict[str, float]:
    """Milliseconds of CPU to build a team of agents with OpenAI clients from its document."""
    members = [
        {
            "provider": "autogen_agentchat.agents.AssistantAgent",
            "component_type": "agent",
            "version": 1,
            "component_version": 2,
            "config": {
                "name": f"agent{n}",
                "model_client": {
                    "provider": "autogen_ext.models.openai.OpenAIChatCompletionClient",
                    "component_type": "model",
                    "version": 1,
                    "component_version": 1,
                    "config": {"model": "gpt-4o", "api_key": "sk-none"},
                },
                "description": "An agent",
                "system_message": "You answer.",
                "reflect_on_tool_use": False,
                "tool_call_summary_format": "{result}",
            },
        }
        for n in range(agents)
    ]
    document = {
        "provider": "autogen_agentchat.teams.RoundRobinGroupChat",
        "component_type": "team",
        "version": 1,
        "component_version": 1,
        "config": {"participants": members},
    }
    team_class = engine.teams.RoundRobinGroupChat

    async def build() -> None:
        team_class.load_component(document)

    first = await _ms(build)
    return {"first_ms": first, "ms": min([await _ms(build) for _ in range(rounds)])}


async def _ms(work: Callable[[], Awaitable[Any]]) -> float:
    gc.collect()
    began = time.process_time()
    await work()
    return (time.process_time() - began) * 1000


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    engine, work, *arguments = sys.argv[1:]
    chosen = {"talk": talk, "parrots": parrots, "crowd": crowd, "states": states, "load": load}
    found = asyncio.run(chosen[work](Engine(engine), *map(int, arguments)))
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
