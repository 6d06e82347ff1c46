"""One team as an endpoint: what `studio serve` answers."""

import hmac
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from studio import __version__
from studio.domain.json_values import JsonDict
from studio.domain.run_event import RunEventType, is_final
from studio.services.container import Services

from .errors import add_error_handlers, error_response

OPEN_PATHS = frozenset({"/health"})


class TaskIn(BaseModel):
    """What a caller asks of the team."""

    task: str = Field(min_length=1)
    stream: bool = False
    """Answer with server-sent events instead of one document."""


class ResultOut(BaseModel):
    """What the team made of it."""

    run_id: str
    status: str
    stop_reason: str | None
    messages: list[dict[str, Any]]
    """Every message of the conversation, as `dump()` gives it."""
    totals: dict[str, Any]


def build_endpoint(
    services: Services, component: JsonDict, *, name: str, api_key: str | None
) -> FastAPI:
    """Return an application that runs `component` for whoever has the key.

    `POST /run {"task": …}` answers with the result, or with events when `stream` is set;
    `GET /predict/{task}` is AutoGen Studio's spelling of the same.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        async with services:
            yield

    app = FastAPI(title=name, version=__version__, lifespan=lifespan, docs_url="/docs")
    add_error_handlers(app)

    @app.middleware("http")
    async def ask_for_key(request: Request, call_next: Any) -> Any:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if (
            api_key
            and request.url.path not in OPEN_PATHS
            and not hmac.compare_digest(given.encode(), api_key.encode())
        ):
            return error_response(
                "auth.required",
                "this endpoint needs a key",
                hint="Send it as `Authorization: Bearer KEY`.",
            )
        return await call_next(request)

    @app.get("/health")
    async def health() -> dict[str, str]:
        """Say that the endpoint answers."""
        return {"status": "ok", "team": name}

    @app.post("/run", response_model=ResultOut)
    async def run(body: TaskIn) -> Any:
        """Run the team on a task."""
        started = await services.runs.start(body.task, component=component)
        if body.stream:
            return StreamingResponse(
                _events(services, started.run_id),
                media_type="text/event-stream",
                headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
            )
        return JSONResponse((await _result(services, started.run_id)).model_dump(mode="json"))

    @app.get("/predict/{task:path}", response_model=ResultOut)
    async def predict(task: str) -> Any:
        """Run the team on the task in the address."""
        started = await services.runs.start(task, component=component)
        return await _result(services, started.run_id)

    return app


async def _events(services: Services, run_id: str) -> AsyncGenerator[str]:
    async for batch in services.runs.subscribe(run_id):
        for event in batch:
            number = "" if event.seq is None else f"id: {event.seq}\n"
            yield f"{number}data: {event.to_json()}\n\n"


async def _result(services: Services, run_id: str) -> ResultOut:
    messages: list[dict[str, Any]] = []
    async for batch in services.runs.subscribe(run_id):
        messages.extend(e.body for e in batch if e.type == RunEventType.MESSAGE)
        if any(_waits(event.type, event.body) for event in batch):
            await services.runs.cancel(run_id, reason="An endpoint has nobody to ask.")
    run = await services.runs.get(run_id)
    return ResultOut(
        run_id=run_id,
        status=str(run.status),
        stop_reason=run.reason,
        messages=messages,
        totals=run.totals,
    )


def _waits(kind: str, body: dict[str, Any]) -> bool:
    return kind == RunEventType.QUESTION and not is_final(str(body.get("status", "")))
