"""Who is let in, and who is not."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from studio.api.gate import Gate
from studio.services.access import Access

from .conftest import ADDRESS, TOKEN


async def pages(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer everything, sockets included, and say how much was sent."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        return
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"{scope['path']} {size}".encode()})


def browser(access: Access | None = None, **kwargs: Any) -> httpx.AsyncClient:
    gate = Gate(pages, access or Access(TOKEN), max_body=1000)
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(gate),
        base_url=ADDRESS,
        headers={"Accept": "text/html"},
        **kwargs,
    )


async def knock(headers: dict[str, str], access: Access | None = None) -> Message:
    """Open a socket and return the first answer."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "websocket",
        "path": "/_event",
        "query_string": b"",
        "scheme": "ws",
        "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
    }
    await Gate(pages, access or Access(TOKEN))(scope, receive, send)
    return sent[0]


@pytest.mark.parametrize("path", ["/", "/build/x", "/assets/x.js", "/_upload", "/apix"])
async def test_a_browser_without_the_token_is_told_what_to_do(path: str) -> None:
    async with browser() as client:
        answer = await client.get(path)

    assert answer.status_code == 401
    assert "text/html" in answer.headers["content-type"]
    assert "studio ui" in answer.text


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
async def test_the_api_without_the_token_answers_in_the_error_shape(
    stranger: httpx.AsyncClient, method: str
) -> None:
    answer = await stranger.request(method, "/api/teams")

    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "auth.required"
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["/api/health", "/api/version"])
async def test_health_and_version_are_open(stranger: httpx.AsyncClient, path: str) -> None:
    assert (await stranger.get(path)).status_code == 200


async def test_the_token_in_the_address_becomes_a_cookie_and_leaves_the_address() -> None:
    async with browser() as client:
        first = await client.get("/build/x?a=1&token=the-token&b=%20")
        second = await client.get("/build/x")
        third = await client.get("/build/x?token=the-token")

    assert (third.status_code, third.headers["location"]) == (303, "/build/x")
    assert (first.status_code, first.headers["location"]) == (303, "/build/x?a=1&b=+")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert TOKEN not in cookie
    assert second.status_code == 200


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example", "/%2F/evil.example"])
async def test_the_redirect_never_leads_elsewhere(path: str) -> None:
    async with browser() as client:
        answer = await client.get(f"{ADDRESS}{path}?token={TOKEN}")

    location = answer.headers["location"]
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer "},
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": TOKEN},
        {"Cookie": f"studio_session_8081={TOKEN}"},
        {"Cookie": "studio_session_8081=é"},
        {"Cookie": "=;;;\x01"},
    ],
)
async def test_a_wrong_token_opens_nothing(headers: dict[str, str]) -> None:
    encoded = [(key.encode(), value.encode()) for key, value in headers.items()]
    async with browser() as client:
        assert (await client.get("/", headers=encoded)).status_code == 401
        assert (await client.get("/?token=é", headers=encoded)).status_code == 401


async def test_the_word_bearer_may_be_written_as_one_likes() -> None:
    async with browser() as client:
        answer = await client.get("/", headers={"Authorization": f"bearer {TOKEN}"})

    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8081", 200),
        ("localhost:8081", 200),
        ("LOCALHOST.:8081", 200),
        ("[::1]:8081", 200),
        ("evil.example", 421),
        ("evil.example:8081", 421),
        ("127.0.0.1.evil.example", 421),
        ("192.168.1.2:8081", 421),
        ("", 421),
    ],
)
async def test_only_our_own_names_are_answered_to(host: str, status: int) -> None:
    headers = {"Host": host, "Authorization": f"Bearer {TOKEN}"}
    async with browser() as client:
        answer = await client.get("/", headers=headers)

    assert answer.status_code == status


async def test_who_listens_everywhere_answers_to_addresses_but_not_to_any_name() -> None:
    access = Access(TOKEN, any_address=True)
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with browser(access) as client:
        by_address = await client.get("/", headers={**headers, "Host": "192.168.1.2:8081"})
        by_name = await client.get("/", headers={**headers, "Host": "evil.example"})

    assert (by_address.status_code, by_name.status_code) == (200, 421)


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (ADDRESS, 200),
        ("http://127.0.0.1:3000", 403),
        ("http://localhost:8081", 403),
        ("http://evil.example", 403),
        ("https://127.0.0.1.evil.example:8081", 403),
        ("null", 403),
        ("file://", 403),
    ],
)
async def test_other_pages_cannot_send_requests_even_with_the_token(
    origin: str, status: int
) -> None:
    headers = {"Origin": origin, "Authorization": f"Bearer {TOKEN}"}
    async with browser() as client:
        assert (await client.post("/api/runs", headers=headers)).status_code == status

    opened = await knock({**headers, "Host": "127.0.0.1:8081"})
    assert (opened["type"] == "websocket.accept") == (status == 200)


async def test_a_listed_origin_may_send_requests() -> None:
    access = Access(TOKEN, origins=frozenset({"http://localhost:3000"}))
    headers = {"Origin": "http://localhost:3000", "Authorization": f"Bearer {TOKEN}"}
    async with browser(access) as client:
        assert (await client.post("/", headers=headers)).status_code == 200


async def test_a_socket_needs_the_token_and_our_host() -> None:
    host = {"Host": "127.0.0.1:8081"}
    allowed = {"Authorization": f"Bearer {TOKEN}"}

    assert (await knock({**host, **allowed}))["type"] == "websocket.accept"
    assert await knock(host) == {
        "type": "websocket.close",
        "code": 4401,
        "reason": "access token needed",
    }
    assert (await knock({"Host": "evil.example", **allowed}))["code"] == 4403
    assert (await knock(allowed))["code"] == 4403


async def test_without_authentication_host_and_origin_still_count() -> None:
    async with browser(Access("", required=False)) as client:
        assert (await client.get("/")).status_code == 200
        assert (await client.get("/", headers={"Host": "evil.example"})).status_code == 421
        wrong = await client.get("/", headers={"Origin": "http://evil.example"})
    assert wrong.status_code == 403


async def test_two_studios_on_one_machine_keep_their_cookies_apart() -> None:
    async with browser() as client:
        first = await client.get(f"/?token={TOKEN}")
        second = await client.get(f"http://127.0.0.1:9000/?token={TOKEN}")

    names = [answer.headers["set-cookie"].partition("=")[0] for answer in (first, second)]
    assert names == ["studio_session_8081", "studio_session_9000"]


@pytest.mark.parametrize("declared", [True, False])
async def test_a_body_that_is_too_large_is_refused(declared: bool) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b"x" * 100

    headers = {"Authorization": f"Bearer {TOKEN}"}
    content = b"x" * 2000 if declared else pieces()
    async with browser() as client:
        large = await client.post("/api/x", content=content, headers=headers)
        fitting = await client.post("/api/x", content=b"x" * 1000, headers=headers)

    assert large.status_code == 413
    assert large.json()["error"]["code"] == "request.too_large"
    assert (fitting.status_code, fitting.text) == (200, "/api/x 1000")


async def test_files_that_never_change_may_be_kept_and_answers_may_not() -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with browser() as client:
        asset = await client.get("/assets/x.js", headers=headers)
        page = await client.get("/", headers=headers)
        data = await client.get("/api/x", headers=headers)

    assert "immutable" in asset.headers["cache-control"]
    assert page.headers["cache-control"] == "no-cache"
    assert data.headers["cache-control"] == "no-store"
    assert page.headers["x-frame-options"] == "DENY"
