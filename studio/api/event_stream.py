"""Events of runs as server-sent events."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence

from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from studio._kit.errors import UsageError
from studio.domain.run_event import RunEvent

MEDIA_TYPE = "text/event-stream"
_QUIET_S = 15.0
"""After so long a silence a comment is sent, so that nobody on the way gives up."""

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_END = "event: end\ndata: {}\n\n"


def wants_stream(request: Request) -> bool:
    """Tell whether a client asks for server-sent events."""
    return MEDIA_TYPE in request.headers.get("accept", "")


def last_event_id(request: Request) -> str | None:
    """Return the id that a client has seen last."""
    return request.headers.get("last-event-id") or None


def page_of(events: Sequence[RunEvent], after: int) -> Response:
    """Return a part of a log as JSON, put together from texts that are JSON already."""
    last_seq = events[-1].seq if events else after
    listed = ",".join(event.to_json() for event in events)
    text = f'{{"events":[{listed}],"last_seq":{last_seq}}}'
    return Response(text, media_type="application/json")


def event_response(
    batches: AsyncGenerator[list[RunEvent]], positions: Mapping[str, int]
) -> StreamingResponse:
    """Return a stream of events.

    With one run the id of an event is its `seq`; with several it tells how far each run has come,
    as in `a:12,b:3`, so a client that comes back with it misses nothing.
    """
    return StreamingResponse(
        _texts(batches, dict(positions)), media_type=MEDIA_TYPE, headers=_HEADERS
    )


async def _texts(
    batches: AsyncGenerator[list[RunEvent]], positions: dict[str, int]
) -> AsyncGenerator[str]:
    yield "retry: 1000\n\n"
    several = len(positions) > 1
    async for batch in with_silences(batches, _QUIET_S):
        if batch is None:
            yield ": still here\n\n"
            continue
        lines: list[str] = []
        for event in batch:
            if event.seq is not None:
                positions[event.run_id] = event.seq
                lines.append(f"id: {_join(positions) if several else event.seq}\n")
            lines.append(f"data: {event.to_json()}\n\n")
        yield "".join(lines)
    yield _END


def _join(positions: Mapping[str, int]) -> str:
    return ",".join(f"{run_id}:{seq}" for run_id, seq in positions.items())


async def with_silences(
    batches: AsyncGenerator[list[RunEvent]], quiet_s: float
) -> AsyncGenerator[list[RunEvent] | None]:
    """Yield the batches, and `None` whenever nothing has come for `quiet_s` seconds."""
    coming: asyncio.Task[list[RunEvent]] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(batches))
            done, _ = await asyncio.wait({coming}, timeout=quiet_s)
            if not done:
                yield None
                continue
            try:
                batch = coming.result()
            except StopAsyncIteration:
                return
            coming = None
            yield batch
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.wait({coming})
        await batches.aclose()


def stream_positions(runs: str, request: Request) -> dict[str, int]:
    """Return from where to follow which runs; a client that comes back says how far it has come.

    Raises:
        UsageError: No run is named.
    """
    positions = parse_positions(runs)
    if not positions:
        raise UsageError("no run is named", hint="Give runs=RUN_ID:SEQ,… in the address.")
    for run_id, seq in parse_positions(last_event_id(request) or "").items():
        if run_id in positions:
            positions[run_id] = seq
    return positions


def parse_positions(text: str) -> dict[str, int]:
    """Read `a:12,b` as `{"a": 12, "b": 0}`."""
    positions: dict[str, int] = {}
    for part in filter(None, (item.strip() for item in text.split(","))):
        run_id, _, seq = part.partition(":")
        positions[run_id] = int(seq) if seq.isdecimal() else 0
    return positions
