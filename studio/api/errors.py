"""What an error looks like to a client, and which status it has."""

import logging
from typing import Any, cast

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from studio._kit.errors import StudioError
from studio.domain.pointer import join

from .schemas.errors import ErrorBody, ErrorOut

_logger = logging.getLogger(__name__)

STATUS_OF_CODE = {
    "auth.required": 401,
    "auth.wrong_host": 421,
    "auth.wrong_origin": 403,
    "component": 422,
    "component.untrusted": 422,
    "document.syntax": 400,
    "export.impossible": 422,
    "fetch.failed": 502,
    "gallery.unreadable": 422,
    "import.unknown_format": 422,
    "request.invalid": 422,
    "request.method": 405,
    "request.not_found": 404,
    "request.syntax": 400,
    "request.too_large": 413,
    "run": 422,
    "run.busy": 409,
    "run.gone": 409,
    "run.question_gone": 409,
    "secret.key": 409,
    "spec": 422,
    "storage.conflict": 409,
    "storage.database": 503,
    "storage.migration_needed": 503,
    "storage.not_found": 404,
    "studio.internal": 500,
    "studio.usage": 400,
    "team.not_a_team": 422,
    "team.nothing_published": 409,
    "tryout": 422,
    "tryout.confirm": 409,
}
"""Status by error code; a code that is not here takes that of its part, else 400."""


def status_of(code: str) -> int:
    """Return the HTTP status for an error code."""
    return STATUS_OF_CODE.get(code) or STATUS_OF_CODE.get(code.partition(".")[0]) or 400


def error_body(
    code: str, message: str, *, hint: str | None = None, details: Any = None
) -> dict[str, Any]:
    """Return the one shape of errors."""
    body = ErrorOut(error=ErrorBody(code=code, message=message, hint=hint, details=details or {}))
    return body.model_dump()


def error_response(
    code: str, message: str, *, hint: str | None = None, details: Any = None
) -> JSONResponse:
    """Return an error as a response with its status."""
    return JSONResponse(
        error_body(code, message, hint=hint, details=jsonable_encoder(details)),
        status_code=status_of(code),
    )


def add_error_handlers(app: FastAPI) -> None:
    """Make every error of an app come in the one shape."""
    app.add_exception_handler(StudioError, _on_studio_error)
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(Exception, _on_bug)


async def _on_studio_error(_: Request, error: Exception) -> JSONResponse:
    return _from_studio_error(cast("StudioError", error))


def _from_studio_error(error: StudioError) -> JSONResponse:
    return error_response(error.code, str(error), hint=error.hint, details=error.details)


async def _on_invalid_request(_: Request, error: Exception) -> JSONResponse:
    problems = cast("RequestValidationError", error).errors()
    if any(problem["type"] == "json_invalid" for problem in problems):
        return error_response(
            "request.syntax", "the body is not JSON", hint="Send JSON as application/json."
        )
    listed = [
        {"path": join("", *problem["loc"]), "message": str(problem["msg"])} for problem in problems
    ]
    first = listed[0]
    return error_response(
        "request.invalid",
        f"{first['path']}: {first['message']}",
        hint="See /api/openapi.json for what this route takes.",
        details={"problems": listed},
    )


async def _on_http_error(request: Request, error: Exception) -> JSONResponse:
    error = cast("HTTPException", error)
    if isinstance(error.__cause__, StudioError):
        return _from_studio_error(error.__cause__)
    if error.status_code == 404:
        return error_response(
            "request.not_found",
            f"there is nothing at {request.url.path}",
            hint="See /api/openapi.json for the routes.",
        )
    if error.status_code == 405:
        answer = error_response(
            "request.method", f"{request.method} is not possible at {request.url.path}"
        )
        answer.headers.update(error.headers or {})
        return answer
    answer = error_response("request.syntax", str(error.detail))
    answer.status_code = error.status_code
    return answer


async def _on_bug(request: Request, error: Exception) -> JSONResponse:
    _logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return error_response(
        "studio.internal",
        "something went wrong on our side",
        hint="The server's log has the details; please report it.",
    )
