"""One team as an endpoint: what `studio serve` answers."""

import hmac
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, Field

from studio import __version__
from studio.domain.json_values import as_text
from studio.domain.run import Run, RunOptions
from studio.domain.run_event import RunEvent, RunEventType, RunStatus
from studio.services.component_files import Reference
from studio.services.container import Services
from studio.services.documents import PUBLISHED

from .errors import add_error_handlers, error_body, error_response
from .schemas.errors import ErrorOut

OPEN_PATHS = frozenset({"/health", "/api/health", "/docs", "/openapi.json"})
_FAILED = 502
_OPTIONS = RunOptions(resume_on_start=False)


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


def build_endpoint(services: Services, team: Reference, *, api_key: str | None) -> FastAPI:
    """Return an application that runs `team` for whoever has the key.

    One that was asked for as published follows what is published, without a restart.

    `POST /run {"task": …}` answers with the result, or with events when `stream` is set;
    `GET /predict/{task}` is AutoGen Studio's spelling of the same.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        async with services:
            yield

    async def start(task: str) -> Run:
        if team.version == PUBLISHED:
            return await services.runs.start(
                task, team_id=team.team_id, team_version=PUBLISHED, options=_OPTIONS
            )
        return await services.runs.start(task, component=team.component, options=_OPTIONS)

    app = FastAPI(title=team.name, version=__version__, lifespan=lifespan, redoc_url=None)
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
    @app.get("/api/health")
    async def health() -> dict[str, str]:
        """Say that the endpoint answers."""
        return {"status": "ok", "team": team.name, "version": __version__}

    @app.post("/run", response_model=ResultOut, responses={_FAILED: {"model": ErrorOut}})
    async def run(body: TaskIn) -> Response:
        """Run the team on a task."""
        started = await start(body.task)
        if body.stream:
            return StreamingResponse(
                _stream(services, started.run_id),
                media_type="text/event-stream",
                headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
            )
        return await _answer(services, started.run_id)

    @app.get(
        "/predict/{task:path}", response_model=ResultOut, responses={_FAILED: {"model": ErrorOut}}
    )
    async def predict(task: str) -> Response:
        """Run the team on the task in the address."""
        started = await start(task)
        return await _answer(services, started.run_id)

    return app


async def _follow(services: Services, run_id: str) -> AsyncGenerator[list[RunEvent]]:
    """Follow a run to its end; one that asks a person is ended."""
    async for batch in services.runs.subscribe(run_id):
        yield batch
        if any(event.type == RunEventType.QUESTION for event in batch):
            await services.runs.cancel(run_id, reason="The team asks a person; nobody is there.")


async def _stream(services: Services, run_id: str) -> AsyncGenerator[str]:
    async for batch in _follow(services, run_id):
        for event in batch:
            number = "" if event.seq is None else f"id: {event.seq}\n"
            yield f"{number}data: {event.to_json()}\n\n"


async def _answer(services: Services, run_id: str) -> Response:
    messages: list[dict[str, Any]] = []
    hint = ""
    async for batch in _follow(services, run_id):
        messages.extend(e.body for e in batch if e.type == RunEventType.MESSAGE)
        hints = [as_text(e.body.get("hint")) for e in batch if e.type == RunEventType.ERROR]
        hint = hints[-1] if hints else hint
    run = await services.runs.get(run_id)
    if run.status != RunStatus.COMPLETED:
        return _failure(run, hint)
    result = ResultOut(
        run_id=run_id,
        status=str(run.status),
        stop_reason=run.reason,
        messages=messages,
        totals=run.totals,
    )
    return JSONResponse(result.model_dump(mode="json"))


def _failure(run: Run, hint: str) -> Response:
    body = error_body(
        run.code or f"run.{run.status}",
        run.reason or "the team did not come to an end",
        hint=hint or None,
        details={"run_id": run.run_id, "status": str(run.status)},
    )
    return JSONResponse(body, _FAILED)
