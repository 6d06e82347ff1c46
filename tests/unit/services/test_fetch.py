"""Fetching what a person has asked for."""

import httpx
import pytest

from studio._kit.errors import UsageError
from studio.services import fetch
from studio.services.fetch import FetchError, fetch_text


def web(answer: httpx.Response | Exception) -> httpx.MockTransport:
    def handle(request: httpx.Request) -> httpx.Response:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return httpx.MockTransport(handle)


async def test_a_document_is_fetched() -> None:
    transport = web(httpx.Response(200, content=b"{}"))

    assert await fetch_text("http://127.0.0.1/x.json", transport=transport) == b"{}"


async def test_redirects_are_followed_with_the_same_care() -> None:
    away = httpx.Response(302, headers={"location": "http://169.254.169.254/latest"})

    with pytest.raises(UsageError, match="not a public address"):
        await fetch_text("http://127.0.0.1/", transport=web(away))


async def test_circles_end() -> None:
    circle = httpx.Response(302, headers={"location": "/again"})

    with pytest.raises(FetchError, match="round and round"):
        await fetch_text("http://127.0.0.1/", transport=web(circle))


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(404),
        httpx.Response(500),
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("slow"),
    ],
)
async def test_failures_say_what_to_do(answer: httpx.Response | Exception) -> None:
    url = "http://me:secret@127.0.0.1/x?token=hush"

    with pytest.raises(FetchError) as caught:
        await fetch_text(url, transport=web(answer))

    assert caught.value.hint
    assert "secret" not in str(caught.value)
    assert "hush" not in str(caught.value)


async def test_what_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "MAX_SIZE", 10)

    with pytest.raises(FetchError, match="too large"):
        await fetch_text("http://127.0.0.1/", transport=web(httpx.Response(200, content=b"x" * 11)))


@pytest.mark.parametrize(
    "url", ["", "x", "file:///etc/passwd", "ftp://127.0.0.1/", "http://", "//a"]
)
async def test_only_web_addresses_are_fetched(url: str) -> None:
    with pytest.raises(UsageError):
        await fetch_text(url)


@pytest.mark.parametrize("host", ["169.254.169.254", "[fe80::1]", "224.0.0.1", "0.0.0.0"])
async def test_addresses_that_are_never_meant_are_refused(host: str) -> None:
    with pytest.raises(UsageError):
        await fetch_text(f"http://{host}/")
