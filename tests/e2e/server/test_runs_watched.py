"""Watching runs of a real server: streams that break off, one for many runs, and the socket."""

import asyncio
import json
import random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.support.api_server import ApiServer
from tests.support.run_client import RunClient, is_end, said
from tests.support.run_models import agent, team, user

WATCHERS = 100
SEED = 4_711


async def test_subscribers_that_come_and_go_all_see_the_same(server: ApiServer) -> None:
    rng = random.Random(SEED)
    reconnects = 0

    async with RunClient(server.url) as client:
        run_id = await client.start(team(agent("a", "one two three", delay_s=0.02), turns=30))

        async def watch() -> list[dict[str, Any]]:
            nonlocal reconnects
            seen: list[dict[str, Any]] = []
            while True:
                patience = rng.randint(1, 20)
                stream = client.follow(run_id, after=len(seen))
                async for event in stream:
                    if event["seq"] is not None:
                        assert event["seq"] == len(seen) + 1, "a gap or a repeat"
                        seen.append(event)
                    if is_end(event):
                        return seen
                    patience -= 1
                    if not patience:
                        break
                await stream.aclose()
                reconnects += 1
                await asyncio.sleep(rng.uniform(0, 0.05))

        async with asyncio.timeout(120):
            everything = await asyncio.gather(*(watch() for _ in range(WATCHERS)))

        log = await client.events(run_id)
        assert all(seen == log for seen in everything)
        assert reconnects > WATCHERS


async def test_one_stream_tells_how_far_each_run_has_come(server: ApiServer) -> None:
    async with RunClient(server.url) as client:
        runs = [await client.start(team(agent("a", f"n{i}"), turns=2)) for i in range(3)]
        positions = ",".join(f"{run_id}:0" for run_id in runs)
        seen: dict[str, list[int]] = {run_id: [] for run_id in runs}
        last_id = ""
        address = f"/api/stream?runs={positions}"

        async def read(headers: dict[str, str], most: int) -> None:
            nonlocal last_id
            async with client.http.stream("GET", address, headers=headers) as stream:
                async for line in stream.aiter_lines():
                    if line.startswith("id: "):
                        last_id = line[4:]
                    elif line.startswith('data: {"run_id"'):
                        event = json.loads(line[6:])
                        if event["seq"] is not None:
                            seen[event["run_id"]].append(event["seq"])
                            most -= 1
                    if not most:
                        return

        async with asyncio.timeout(20):
            await read({}, 7)
            await read({"Last-Event-ID": last_id}, 1000)

        for run_id in runs:
            assert seen[run_id] == [event["seq"] for event in await client.events(run_id)]


async def test_a_stream_ends_when_the_run_does(server: ApiServer) -> None:
    async with RunClient(server.url) as client:
        run_id = await client.start(team(agent("a", "one"), turns=1))
        await client.ended(run_id)

        headers = {"Accept": "text/event-stream"}
        answer = await client.http.get(f"/api/runs/{run_id}/events", headers=headers)

        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.text.endswith("event: end\ndata: {}\n\n")


async def test_a_finished_run_is_played_again(server: ApiServer) -> None:
    async with RunClient(server.url) as client:
        run_id = await client.start(team(agent("a", "one", delay_s=0.05), turns=2))
        await client.ended(run_id)

        headers = {"Accept": "text/event-stream"}
        address = f"/api/runs/{run_id}/events?speed=20"
        answer = await client.http.get(address, headers=headers)

        played = [
            json.loads(line[6:])
            for line in answer.text.splitlines()
            if line.startswith('data: {"run_id"')
        ]
        assert played == await client.events(run_id)


# The socket.


async def hear(socket: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(10):
        return json.loads(await socket.recv())


async def hear_reply(socket: ClientConnection, number: int) -> dict[str, Any]:
    while True:
        frame = await hear(socket)
        if frame.get("reply") == number:
            return frame


def socket_of(server: ApiServer, runs: str = "") -> connect:
    return connect(f"{server.url.replace('http', 'ws')}/api/socket?runs={runs}", proxy=None)


async def test_a_socket_carries_events_and_commands(server: ApiServer) -> None:
    async with RunClient(server.url) as client, socket_of(server) as socket:
        run_id = await client.start(team(agent("a", "one"), user(), agent("b", "two"), turns=3))
        await socket.send(json.dumps({"op": "subscribe", "run_id": run_id, "id": 1}))
        seen: list[dict[str, Any]] = []
        while not seen or seen[-1]["type"] != "question":
            frame = await hear(socket)
            if "reply" in frame:
                assert frame == {"reply": 1, "result": {"run_id": run_id}}
            elif frame["seq"] is not None:
                seen.append(frame)

        answer = {"request_id": seen[-1]["body"]["request_id"], "value": "yes"}
        await socket.send(json.dumps({"op": "input", "run_id": run_id, "id": 2, **answer}))
        while not is_end(seen[-1]):
            frame = await hear(socket)
            if frame.get("seq") is not None:
                seen.append(frame)

        assert await hear(socket) == {"end": run_id}
        assert seen == await client.events(run_id)
        assert ("person", "yes") in said(seen)


async def test_a_socket_takes_budgets_breakpoints_and_files(server: ApiServer) -> None:
    async with RunClient(server.url) as client, socket_of(server) as socket:
        run_id = await client.start(team(user(), agent("b", "two"), turns=20))
        question = await client.until(run_id, lambda e: e["type"] == "question")

        async def tell(number: int, op: str, **more: Any) -> dict[str, Any]:
            await socket.send(json.dumps({"op": op, "run_id": run_id, "id": number, **more}))
            return await hear_reply(socket, number)

        assert (await tell(1, "budget", budget={"turns": 0}))["error"]["code"] == "studio.usage"
        assert "result" in await tell(2, "budget", budget={"turns": 2, "on_limit": "stop"})
        assert (await tell(3, "breakpoints", breakpoints=[{}]))["error"]["code"] == "studio.usage"
        assert "result" in await tell(4, "breakpoints", breakpoints=[])
        answer = {"request_id": question["body"]["request_id"], "value": "yes"}
        file = {"name": "a.txt", "data": "aGVsbG8="}
        assert "result" in await tell(5, "input", **answer, attachments=[file])

        assert (await client.ended(run_id))["reason"] == "The run has used 2 of 2 turns."
        assert (
            'yes\n\n<file name="a.txt">\nhello\n</file>'
            in dict(said(await client.events(run_id))).values()
        )


async def test_a_socket_goes_on_where_the_last_one_was(server: ApiServer) -> None:
    async with RunClient(server.url) as client:
        run_id = await client.start(team(agent("a", "one", delay_s=0.01), turns=5))
        seen: list[dict[str, Any]] = []
        async with socket_of(server, f"{run_id}:0") as socket:
            while len(seen) < 5:
                frame = await hear(socket)
                if frame["seq"] is not None:
                    seen.append(frame)

        async with socket_of(server, f"{run_id}:{len(seen)}") as socket:
            while not is_end(seen[-1]):
                frame = await hear(socket)
                if frame["seq"] is not None:
                    seen.append(frame)

        assert seen == await client.events(run_id)


async def test_a_socket_answers_what_cannot_be_done_and_stays_open(server: ApiServer) -> None:
    async with RunClient(server.url) as client, socket_of(server) as socket:
        run_id = await client.start(team(agent("a", "one"), turns=1))
        await client.ended(run_id)

        await socket.send(json.dumps({"op": "pause", "run_id": run_id, "id": 1}))
        assert (await hear_reply(socket, 1))["error"]["code"] == "run.gone"
        await socket.send(json.dumps({"op": "pause", "run_id": "nothing", "id": 2}))
        assert (await hear_reply(socket, 2))["error"]["code"] == "storage.not_found"
        await socket.send(json.dumps({"op": "dance", "id": 3}))
        assert (await hear_reply(socket, 3))["error"]["code"] == "studio.usage"
        await socket.send("this is no JSON")
        assert (await hear(socket))["error"]["code"] == "document.syntax"
        await socket.send(json.dumps({"op": "cancel", "run_id": run_id, "id": 4}))
        assert (await hear_reply(socket, 4))["result"]["status"] == "completed"


async def test_several_runs_are_steered_over_one_socket(server: ApiServer) -> None:
    async with RunClient(server.url) as client, socket_of(server) as socket:
        component = team(agent("a", "word " * 200, piece_delay_s=0.05), turns=1)
        runs = [await client.start(component) for _ in range(3)]

        for number, run_id in enumerate(runs):
            command = {"op": "cancel", "run_id": run_id, "reason": "Enough.", "id": number}
            await socket.send(json.dumps(command))
        replies = [await hear_reply(socket, number) for number in range(3)]

        assert [reply["result"] for reply in replies] == [
            {"run_id": run_id, "status": "stopped", "reason": "Enough."} for run_id in runs
        ]


async def test_a_stream_of_nothing_is_refused(server: ApiServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.get("/api/stream?runs=")).status_code == 400
        assert (await http.get("/api/stream?runs=nothing:1")).status_code == 404
