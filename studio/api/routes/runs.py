"""Runs."""

from typing import Annotated

from fastapi import Query, Request, Response

from studio.api.dependencies import OwnerDep, PagingDep, ServicesDep
from studio.api.event_stream import (
    MEDIA_TYPE,
    event_response,
    last_event_id,
    page_of,
    wants_stream,
)
from studio.api.routing import new_router
from studio.api.schemas.runs import (
    AnswerIn,
    BreakpointsIn,
    EventPage,
    ForkIn,
    MessageIn,
    NewRunIn,
    ReasonIn,
    ResumeIn,
    RunOut,
    RunSummary,
    RunWithComponent,
    to_out,
    to_summary,
)
from studio.domain.json_values import JsonDict
from studio.domain.run import Budget, OpenQuestion
from studio.domain.secrets import mask
from studio.services.documents import Page

router = new_router("/api/runs", "runs")


@router.post("", status_code=201)
async def start_run(body: NewRunIn, services: ServicesDep, owner: OwnerDep) -> RunOut:
    """Start a run of a team, a component, or a session's team."""
    run = await services.runs.start(
        body.task,
        component=body.component,
        team_id=body.team_id,
        team_version=body.team_version,
        session_id=body.session_id,
        attachments=body.attachments,
        options=body.options,
        owner=owner,
    )
    return to_out(run)


@router.get("")
async def list_runs(
    services: ServicesDep,
    owner: OwnerDep,
    paging: PagingDep,
    session_id: str | None = None,
    team_id: str | None = None,
    parent_run_id: Annotated[str | None, Query(description="The run they branch from.")] = None,
    status: Annotated[list[str] | None, Query(description="One or more statuses.")] = None,
) -> Page[RunSummary]:
    """List runs, the last started first."""
    page = await services.runs.list(
        session_id=session_id,
        team_id=team_id,
        parent_run_id=parent_run_id,
        statuses=status or (),
        limit=paging.limit,
        cursor=paging.cursor,
        owner=owner,
    )
    return Page[RunSummary](
        items=[to_summary(run) for run in page.items], next_cursor=page.next_cursor
    )


@router.get("/questions")
async def list_questions(services: ServicesDep, owner: OwnerDep) -> list[OpenQuestion]:
    """List what all runs wait to be told, the oldest first."""
    return await services.runs.questions(owner=owner)


@router.get("/{run_id}")
async def get_run(run_id: str, services: ServicesDep, owner: OwnerDep) -> RunWithComponent:
    """Give a run with the exact component it runs."""
    run = await services.runs.get(run_id, owner=owner)
    return RunWithComponent(**to_out(run).model_dump(), component=mask(run.component))


@router.delete("/{run_id}", status_code=204)
async def delete_run(run_id: str, services: ServicesDep, owner: OwnerDep) -> None:
    """Cancel a run and forget it with its log."""
    await services.runs.delete(run_id, owner=owner)


@router.get(
    "/{run_id}/events",
    response_model=EventPage,
    responses={
        200: {
            "description": f"JSON, or events as they come for `Accept: {MEDIA_TYPE}`.",
            "content": {MEDIA_TYPE: {"schema": {"type": "string"}}},
        }
    },
)
async def get_events(
    run_id: str,
    request: Request,
    services: ServicesDep,
    owner: OwnerDep,
    after: Annotated[int, Query(ge=0, description="The last `seq` that is known.")] = 0,
    limit: Annotated[int, Query(ge=1, le=10_000, description="How many at most, as JSON.")] = 500,
    last: Annotated[
        int | None, Query(ge=1, description="Only so many of the newest events, as JSON.")
    ] = None,
    speed: Annotated[
        float | None, Query(gt=0, le=1000, description="Replay at this pace, as a stream.")
    ] = None,
) -> Response:
    """Give the events of a run that follow `after`; as a stream, until the run has ended."""
    if not wants_stream(request):
        events = await services.runs.events(
            run_id, after=after, limit=limit, last=last, owner=owner
        )
        return page_of(events, after)
    seen = last_event_id(request)
    if seen is not None and seen.isdecimal():
        after = int(seen)
    await services.runs.get(run_id, owner=owner)
    batches = services.runs.subscribe(run_id, after=after, speed=speed, owner=owner)
    return event_response(batches, {run_id: after})


@router.get("/{run_id}/calls")
async def list_model_calls(
    run_id: str,
    services: ServicesDep,
    owner: OwnerDep,
    call_id: Annotated[str | None, Query(description="Only this one.")] = None,
    offset: Annotated[int, Query(ge=0, description="How many to leave out.")] = 0,
    limit: Annotated[int, Query(ge=1, le=1000, description="How many at most.")] = 100,
) -> list[JsonDict]:
    """Give the model calls of a run, each with all the messages and tools it was sent."""
    if call_id is not None:
        call = await services.runs.model_call(run_id, call_id, owner=owner)
        return [] if call is None else [call]
    return await services.runs.model_calls(run_id, offset=offset, limit=limit, owner=owner)


@router.post("/{run_id}/pause")
async def pause_run(run_id: str, services: ServicesDep, owner: OwnerDep) -> RunOut:
    """Pause at once; what is being written is cut and kept as a draft."""
    return to_out(await services.runs.pause(run_id, owner=owner))


@router.post("/{run_id}/resume")
async def resume_run(
    run_id: str, services: ServicesDep, owner: OwnerDep, body: ResumeIn | None = None
) -> RunOut:
    """Go on, for one turn if asked for; a message is said first."""
    body = body or ResumeIn()
    run = await services.runs.resume(run_id, message=body.message, step=body.step, owner=owner)
    return to_out(run)


@router.post("/{run_id}/stop")
async def stop_run(
    run_id: str, services: ServicesDep, owner: OwnerDep, body: ReasonIn | None = None
) -> RunOut:
    """End the run in good order after the current turn."""
    reason = body.reason if body else None
    return to_out(await services.runs.stop(run_id, reason=reason, owner=owner))


@router.post("/{run_id}/cancel")
async def cancel_run(
    run_id: str, services: ServicesDep, owner: OwnerDep, body: ReasonIn | None = None
) -> RunOut:
    """End the run now."""
    reason = body.reason if body else None
    return to_out(await services.runs.cancel(run_id, reason=reason, owner=owner))


@router.post("/{run_id}/input")
async def answer_question(
    run_id: str, body: AnswerIn, services: ServicesDep, owner: OwnerDep
) -> RunOut:
    """Answer a question; the same answer again is no error."""
    run = await services.runs.answer(
        run_id,
        body.request_id,
        body.value,
        attachments=body.attachments,
        by=body.by or owner,
        owner=owner,
    )
    return to_out(run)


@router.post("/{run_id}/messages")
async def say_to_run(
    run_id: str, body: MessageIn, services: ServicesDep, owner: OwnerDep
) -> RunOut:
    """Break in: the team hears the message before its next turn."""
    return to_out(await services.runs.insert(run_id, body.message, owner=owner))


@router.put("/{run_id}/breakpoints")
async def set_breakpoints(
    run_id: str, body: BreakpointsIn, services: ServicesDep, owner: OwnerDep
) -> RunOut:
    """Replace the breakpoints of a run."""
    return to_out(await services.runs.set_breakpoints(run_id, body.breakpoints, owner=owner))


@router.put("/{run_id}/budget")
async def set_budget(run_id: str, body: Budget, services: ServicesDep, owner: OwnerDep) -> RunOut:
    """Replace the budget of a run; one that waits because of the old one goes on if it may."""
    return to_out(await services.runs.set_budget(run_id, body, owner=owner))


@router.post("/{run_id}/fork", status_code=201)
async def fork_run(run_id: str, body: ForkIn, services: ServicesDep, owner: OwnerDep) -> RunOut:
    """Start a new run that shares everything up to `seq` with this one."""
    run = await services.runs.fork(run_id, body.seq, message=body.message, owner=owner)
    return to_out(run)


@router.get("/{run_id}/tree")
async def get_tree(run_id: str, services: ServicesDep, owner: OwnerDep) -> list[RunSummary]:
    """Give all runs that share a beginning with this one, the first of them first."""
    return [to_summary(run) for run in await services.runs.tree(run_id, owner=owner)]
