"""The shape of errors, and the OpenAPI document."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from studio._kit.errors import StudioError
from studio.api.errors import status_of
from studio.services.container import Services

JSON = {"Content-Type": "application/json"}


def is_error(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    body: dict[str, Any] = answer.json()
    assert set(body) == {"error"}
    error: dict[str, Any] = body["error"]
    assert set(error) == {"code", "message", "hint", "details"}
    assert error["code"] == code
    assert error["message"]
    assert isinstance(error["details"], dict)
    return error


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "request.invalid"),
        (b'{"component": ', "document.syntax"),
        (b'{"component": NaN}', "document.syntax"),
        (b"\xff\xfe", "document.syntax"),
        (b"[" * 20_000, "document.syntax"),
        (b'{"component":' + b'{"a":' * 300 + b"1" + b"}" * 301, "document.syntax"),
        (b"[]", "request.invalid"),
        (b"null", "request.invalid"),
        (b'"text"', "request.invalid"),
        (b"{}", "request.invalid"),
        (b'{"component": 3}', "request.invalid"),
        (b'{"component": []}', "request.invalid"),
        (b'{"component": {}, "name": 3}', "request.invalid"),
        (b'{"component": {}, "surprise": 1}', "request.invalid"),
        (b'{"component": {}, "document": {"component": {}}}', "request.invalid"),
        (b'{"component": {}}', "team.not_a_team"),
        (b'{"component": {"provider": "x"}}', "team.not_a_team"),
        (b'{"document": {"component": {}, "places": [{}]}}', "request.invalid"),
    ],
)
async def test_a_body_that_makes_no_sense_gets_one_clear_error(
    client: httpx.AsyncClient, content: bytes, code: str
) -> None:
    answer = await client.post("/api/teams", content=content, headers=JSON)

    is_error(answer, status_of(code), code)


async def test_broken_json_names_the_place(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/teams", content=b'{\n  "component": }', headers=JSON)

    error = is_error(answer, 400, "document.syntax")
    assert error["details"] == {"line": 2, "column": 16}


async def test_wrong_types_name_every_place(client: httpx.AsyncClient) -> None:
    answer = await client.put("/api/teams/x", json={"component": 1, "base_version": "a"})

    error = is_error(answer, 422, "request.invalid")
    places = [problem["path"] for problem in error["details"]["problems"]]
    assert places == ["/body/component", "/body/base_version"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "request.not_found"),
        ("GET", "/api/teams/none", 404, "storage.not_found"),
        ("GET", "/api/teams/none/draft", 404, "storage.not_found"),
        ("GET", "/api/teams/none/versions", 404, "storage.not_found"),
        ("POST", "/api/teams/none/draft/undo", 404, "storage.not_found"),
        ("DELETE", "/api/teams/none", 404, "storage.not_found"),
        ("GET", "/api/sessions/none", 404, "storage.not_found"),
        ("DELETE", "/api/sessions/none", 404, "storage.not_found"),
        ("GET", "/api/galleries/none", 404, "storage.not_found"),
        ("DELETE", "/api/galleries/builtin", 409, "storage.conflict"),
        ("DELETE", "/api/teams", 405, "request.method"),
        ("GET", "/api/teams?limit=0", 422, "request.invalid"),
        ("GET", "/api/teams?limit=many", 422, "request.invalid"),
        ("GET", "/api/teams?cursor=nonsense", 400, "studio.usage"),
        ("GET", "/api/components/os.system", 422, "component.untrusted"),
        ("GET", "/api/components/nothing", 422, "component.schema"),
        ("GET", "/api/runs/none", 404, "storage.not_found"),
    ],
)
async def test_what_is_not_there_or_not_allowed_says_so(
    client: httpx.AsyncClient, method: str, path: str, status: int, code: str
) -> None:
    is_error(await client.request(method, path), status, code)


async def test_a_bug_is_hidden_from_the_client_but_logged(
    client: httpx.AsyncClient,
    services: Services,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail(**_: object) -> None:
        raise RuntimeError("sk-secret-of-the-house")

    monkeypatch.setattr(services.teams, "list", fail)

    answer = await client.get("/api/teams")

    is_error(answer, 500, "studio.internal")
    assert "secret" not in answer.text
    assert "sk-secret-of-the-house" in caplog.text


async def test_every_route_is_documented(client: httpx.AsyncClient, app: FastAPI) -> None:
    document = (await client.get("/api/openapi.json")).json()

    operations = [
        operation
        for path, item in document["paths"].items()
        if path.startswith("/api/")
        for operation in item.values()
    ]
    assert len(operations) > 40
    assert [op["operationId"] for op in operations if not op.get("description")] == []
    names = [operation["operationId"] for operation in operations]
    assert sorted(set(names)) == sorted(names)
    assert all("4XX" in operation["responses"] for operation in operations)
    assert all(path.startswith("/api/") for path in document["paths"])


def all_errors(root: type[StudioError] = StudioError) -> list[type[StudioError]]:
    return [root, *(error for child in root.__subclasses__() for error in all_errors(child))]


def test_every_error_has_a_status_of_a_client_or_server_error() -> None:
    assert {status_of(error.code) for error in all_errors()} <= {
        400, 401, 403, 404, 405, 409, 413, 421, 422, 500, 502, 503,
    }  # fmt: skip


async def test_the_pages_behind_the_api_never_answer_for_it(
    client: httpx.AsyncClient, app: FastAPI
) -> None:
    async def pages(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"a page"})

    app.mount("", pages)

    assert (await client.get("/build/x")).text == "a page"
    is_error(await client.get("/api"), 404, "request.not_found")
    is_error(await client.get("/api/nothing/at/all"), 404, "request.not_found")
    wrong = await client.post("/api/health")
    is_error(wrong, 405, "request.method")
    assert wrong.headers["allow"] == "GET"
