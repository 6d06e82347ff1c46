"""Whoever watches sees everything once, in order, whenever they come."""

import asyncio
import random
from collections.abc import Callable

from studio.domain.run_event import RunEvent
from tests.support.run_lab import Lab, is_end
from tests.support.run_models import Gate, agent, team


async def test_a_late_subscriber_gets_the_text_so_far(
    lab: Lab, gate: Callable[[str], Gate]
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one two @g three"), turns=1))
    await held.reached.wait()

    chunk = await lab.until_type(run, "chunk")

    assert chunk.seq is None
    assert (chunk.body["source"], chunk.body["text"], chunk.body["offset"]) == ("a", "one two", 0)
    held.opened.set()
    await lab.ended(run)


async def test_chunks_together_are_the_message(lab: Lab, gate: Callable[[str], Gate]) -> None:
    gates = [gate(name) for name in "xyz"]
    run = await lab.start(team(agent("a", "one @x two @y three @z four"), turns=1))
    seen: list[RunEvent] = []

    async def watch() -> None:
        async for batch in lab.engine.subscribe(run.run_id):
            seen.extend(batch)
            if any(event.type == "chunk" for event in batch) and gates:
                gates.pop(0).opened.set()

    async with asyncio.timeout(10):
        await watch()

    chunks = [event.body for event in seen if event.type == "chunk"]
    text = ""
    for chunk in chunks:
        assert chunk["offset"] == len(text)
        text += chunk["text"]
    message = next(e for e in seen if e.type == "message" and e.body["source"] == "a")
    assert "one two three four".startswith(text)
    assert len(chunks) >= 3
    assert {chunk["message_id"] for chunk in chunks} == {message.body["id"]}
    assert seen.index(message) > max(i for i, e in enumerate(seen) if e.type == "chunk")
    assert not [event for event in await lab.events(run) if event.type == "chunk"]


async def test_subscribers_that_come_and_go_see_the_same(lab: Lab) -> None:
    rng = random.Random(7)
    run = await lab.start(team(agent("a", "one two three", delay_s=0.001), turns=60))

    async def watch() -> list[str]:
        seen: list[str] = []
        last = 0
        while True:
            patience = rng.randint(1, 20)
            async for batch in lab.engine.subscribe(run.run_id, after=last):
                for event in batch:
                    if event.seq is not None:
                        assert event.seq == last + 1
                        last = event.seq
                        seen.append(event.to_json())
                    if is_end(event):
                        return seen
                patience -= 1
                if patience == 0:
                    break
            await asyncio.sleep(0)

    async with asyncio.timeout(60):
        everything = await asyncio.gather(*(watch() for _ in range(100)))

    log = [event.to_json() for event in await lab.events(run)]
    assert all(seen == log for seen in everything)


async def test_one_stream_carries_several_runs(lab: Lab) -> None:
    runs = [await lab.start(team(agent("a", "x"), turns=3)) for _ in range(5)]
    seen: dict[str, list[int]] = {run.run_id: [] for run in runs}

    async with asyncio.timeout(10):
        async for batch in lab.engine.follow({run.run_id: 0 for run in runs}):
            for event in batch:
                if event.seq is not None:
                    seen[event.run_id].append(event.seq)

    for run in runs:
        assert seen[run.run_id] == [event.seq for event in await lab.events(run)]


async def test_many_runs_stay_apart(lab: Lab) -> None:
    runs = [
        await lab.start(team(agent("a", f"answer {i}", delay_s=0.01), turns=3), f"Task {i}.")
        for i in range(200)
    ]

    ended = await asyncio.gather(*(lab.ended(run) for run in runs))

    assert {run.status for run in ended} == {"completed"}
    for i, run in enumerate(runs):
        texts = {
            event.body["content"] for event in await lab.events(run) if event.type == "message"
        }
        assert texts == {f"Task {i}.", f"answer {i}"}


async def test_a_page_of_events_has_a_limit(lab: Lab) -> None:
    run = await lab.run(team(agent("a", "x"), turns=3))

    page = await lab.engine.events(run.run_id, after=2, limit=3)

    assert [event.seq for event in page] == [3, 4, 5]


async def test_the_newest_events_are_given_alone(lab: Lab) -> None:
    run = await lab.run(team(agent("a", "x"), turns=3))
    everything = await lab.events(run)

    assert await lab.engine.events(run.run_id, last=4) == everything[-4:]
    assert await lab.engine.events(run.run_id, last=1000) == everything
    assert await lab.engine.events(run.run_id, after=len(everything) - 1, last=4) == everything[-1:]


async def test_a_run_of_another_process_is_followed_to_its_end(
    lab: Lab, gate: Callable[[str], Gate]
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one"), agent("b", "two @g"), turns=2))
    await held.reached.wait()
    first, second = lab.engine, await lab.open()
    seen: list[str] = []

    async with asyncio.timeout(10):
        async for batch in second.subscribe(run.run_id):
            seen += [event.to_json() for event in batch]
            held.opened.set()

    assert seen == [event.to_json() for event in await lab.events(run)]
    assert (await second.get(run.run_id)).status == "completed"
    await first.close()


async def test_a_secret_in_two_pieces_is_masked(lab: Lab, gate: Callable[[str], Gate]) -> None:
    held = gate("g")
    lab.keys["MY_KEY"] = "very secret value"
    component = team(agent("a", "it is very secret @g value now"), turns=1)
    component["config"]["participants"][0]["config"]["model_client"]["config"]["key"] = "${MY_KEY}"
    run = await lab.start(component)
    seen = ""

    async with asyncio.timeout(10):
        async for batch in lab.engine.subscribe(run.run_id):
            for event in batch:
                if event.type == "chunk":
                    seen += event.body["text"]
                    held.opened.set()

    assert seen.startswith("it is")
    assert "very" not in seen
