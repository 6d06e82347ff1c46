"""Fetches a document from the web that a person has asked for."""

import asyncio
import ipaddress
import socket
from urllib.parse import urlsplit

import httpx

from studio._kit.errors import StudioError, UsageError

MAX_SIZE = 32 * 1024 * 1024
_TIMEOUT_S = 20.0
_MAX_REDIRECTS = 5


class FetchError(StudioError, OSError):
    """An address gave nothing."""

    code = "fetch.failed"


async def fetch_text(url: str, *, transport: httpx.AsyncBaseTransport | None = None) -> bytes:
    """Return what is at an address.

    Raises:
        UsageError: It is not a web address, or one that is never meant.
        FetchError: It does not answer, refuses, or is too large.
    """
    async with httpx.AsyncClient(timeout=_TIMEOUT_S, transport=transport) as client:
        for _ in range(_MAX_REDIRECTS):
            await _check_address(url)
            try:
                found = await _get(client, url)
            except httpx.HTTPError as error:
                raise FetchError(
                    f"{_shown(url)} does not answer: {error}",
                    hint="Check the address and the connection, or download the file yourself.",
                ) from error
            if isinstance(found, bytes):
                return found
            url = found
    raise FetchError(f"{_shown(url)} leads round and round", hint="Check the address.")


async def _get(client: httpx.AsyncClient, url: str) -> bytes | str:
    """Return the content, or the address to go to instead."""
    async with client.stream("GET", url, headers={"Accept": "application/json, */*"}) as answer:
        if answer.has_redirect_location:
            return str(httpx.URL(url).join(answer.headers["location"]))
        if not answer.is_success:
            raise FetchError(
                f"{_shown(url)} answers {answer.status_code} {answer.reason_phrase}",
                hint="Check the address; it has to be open without signing in.",
            )
        content = bytearray()
        async for chunk in answer.aiter_bytes():
            content += chunk
            if len(content) > MAX_SIZE:
                raise FetchError(
                    f"{_shown(url)} is too large", hint=f"At most {MAX_SIZE >> 20} MB are read."
                )
        return bytes(content)


async def _check_address(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise UsageError(f"{_shown(url)!r} is not a web address", hint="It starts with https://.")
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(parts.hostname, None, type=socket.SOCK_STREAM)
    except OSError as error:
        raise FetchError(
            f"there is no {parts.hostname!r}", hint="Check the address and the connection."
        ) from error
    for *_, address in found:
        ip = ipaddress.ip_address(str(address[0]).partition("%")[0])
        if ip.is_link_local or ip.is_multicast or ip.is_unspecified:
            raise UsageError(
                f"{parts.hostname!r} is not a public address",
                hint="Download the file yourself and import it.",
            )


def _shown(url: str) -> str:
    """Return an address without what may be secret in it."""
    parts = urlsplit(url)
    return parts._replace(query="", fragment="", netloc=parts.netloc.rpartition("@")[2]).geturl()
