"""One TLS context for the process and one pool of connections for each event loop.

A TLS context takes 50 ms to make and a megabyte to keep, so a team of fifty clients shares one.
"""

import asyncio
import socket
import threading
import urllib.request
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from functools import cache
from ssl import SSLContext
from weakref import WeakKeyDictionary, WeakSet

import httpx2

_LIMITS = httpx2.Limits(max_connections=1000, max_keepalive_connections=100)
_KEEP_ALIVE = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)] + [
    (socket.IPPROTO_TCP, getattr(socket, name), value)
    for name, value in (("TCP_KEEPINTVL", 60), ("TCP_KEEPCNT", 5), ("TCP_KEEPIDLE", 60))
    if hasattr(socket, name)
]
_context_lock = threading.Lock()


def build_http_client() -> httpx2.AsyncClient:
    """Return an HTTP client for an SDK, with the shared connections behind it.

    Where the environment names a proxy, the client has connections of its own through it.
    """
    if urllib.request.getproxies():
        return httpx2.AsyncClient(verify=tls_context(), limits=_LIMITS, follow_redirects=True)
    return httpx2.AsyncClient(transport=SharedTransport(), follow_redirects=True)


class SharedTransport(httpx2.AsyncBaseTransport):
    """Sends requests through the pool of the running event loop.

    The pool closes with the last transport that used it, and with its event loop.
    """

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request."""
        pool = await _pool_of_this_loop()
        pool.users.add(self)
        return await pool.transport.handle_async_request(request)

    async def aclose(self) -> None:
        """Leave the pool."""
        loop = asyncio.get_running_loop()
        pool = _pools.get(loop)
        if pool is None or self not in pool.users:
            return
        pool.users.discard(self)
        if not pool.users and pool.keeper is not None:
            await pool.keeper.aclose()


@dataclass(eq=False)
class _Pool:
    transport: httpx2.AsyncHTTPTransport
    users: WeakSet[SharedTransport] = field(default_factory=WeakSet[SharedTransport])
    keeper: AsyncGenerator[None, None] | None = None


_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, _Pool] = WeakKeyDictionary()


async def _pool_of_this_loop() -> _Pool:
    loop = asyncio.get_running_loop()
    pool = _pools.get(loop)
    if pool is not None:
        return pool
    context = await asyncio.to_thread(tls_context)
    pool = _pools.get(loop)
    if pool is not None:
        return pool
    for other in [other for other in _pools if other.is_closed()]:
        del _pools[other]
    transport = httpx2.AsyncHTTPTransport(
        verify=context, limits=_LIMITS, socket_options=_KEEP_ALIVE
    )
    pool = _pools[loop] = _Pool(transport)
    pool.keeper = _keep(loop, pool)
    await anext(pool.keeper)
    return pool


async def _keep(loop: asyncio.AbstractEventLoop, pool: _Pool) -> AsyncGenerator[None, None]:
    # An event loop that shuts down closes the generators begun on it: our only chance to close
    # connections of clients that nobody closed.
    try:
        yield
    finally:
        if _pools.get(loop) is pool:
            del _pools[loop]
        await pool.transport.aclose()


def tls_context() -> SSLContext:
    """Return the process's TLS context; the first call takes a while."""
    with _context_lock:
        return _maketls_context()


@cache
def _maketls_context() -> SSLContext:
    return httpx2.create_ssl_context()
