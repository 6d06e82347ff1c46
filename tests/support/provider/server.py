"""The HTTP server, in a thread of the test process or as a process of its own."""

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, ClassVar

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from tests.support.provider import anthropic_wire, ollama_wire, openai_wire
from tests.support.provider.script import Reply, Script

KEY = "sk-test-key"


class BrokenStreamError(Exception):
    """Raised on purpose to close a connection in the middle."""


class _Lines(H11Protocol):
    """Knows the connection of every client, so that it can be cut."""

    open: ClassVar[dict[tuple[str, int], asyncio.Transport]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self.open[transport.get_extra_info("peername")] = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.open.pop(self.transport.get_extra_info("peername"), None)
        super().connection_lost(exc)


class ProviderServer:
    """A provider on `127.0.0.1`; use as a context manager.

    `script` says what it answers; `openai_url` and the like are the base URLs to configure.
    A key other than `sk-test-key` is answered 401, as the vendors do.
    """

    def __init__(self, *, key: str = KEY, port: int = 0) -> None:
        self.script: Script = Script()
        self.key: str = key
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", port))
        self._socket.listen(128)  # from now on, although the thread has yet to begin
        self.port: int = int(self._socket.getsockname()[1])
        routes = [
            Route("/v1/chat/completions", self._openai, methods=["POST"]),
            Route("/openai/deployments/{name}/chat/completions", self._openai, methods=["POST"]),
            Route("/v1/messages", self._anthropic, methods=["POST"]),
            Route("/api/chat", self._ollama, methods=["POST"]),
            Route("/page", self._page),
        ]
        config = uvicorn.Config(
            Starlette(routes=routes), http=_Lines, log_level="critical", lifespan="off"
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True
        )

    @property
    def openai_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def anthropic_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def azure_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ollama_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "ProviderServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(10)
        self._socket.close()

    def push(self, *replies: Reply, model: str | None = None) -> None:
        """Queue replies, for one model or for whoever asks."""
        if model is None:
            self.script.replies.extend(replies)
            return
        for reply in replies:
            self.script.by_model.setdefault(model, type(self.script.replies)()).append(reply)

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The request bodies so far, oldest first."""
        return self.script.requests

    async def _page(self, _: Request) -> Response:
        return Response("<html><body><h1>A page</h1></body></html>", media_type="text/html")

    async def _openai(self, request: Request) -> Response:
        body: dict[str, Any] = await request.json()
        self.script.requests.append(body)
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self.key not in {bearer, request.headers.get("api-key")}:
            denied = Reply(failure="status", status=401, error="Incorrect API key provided.")
            return JSONResponse(openai_wire.error(denied), 401)
        model = str(body.get("model"))
        reply = self.script.next(model, *openai_wire.read_request(body))
        failed = await self._failed(
            request, reply, openai_wire.error(reply), wants_stream=bool(body.get("stream"))
        )
        if failed is not None:
            return failed
        if not body.get("stream"):
            await asyncio.sleep(reply.chunk_delay_s)
            return _whole(request, openai_wire.completion(model, reply), reply)
        options: dict[str, Any] = body.get("stream_options") or {}
        wants = bool(options.get("include_usage"))
        return _streamed(
            openai_wire.stream(model, reply, include_usage=wants), reply, openai_wire.stream_error
        )

    async def _anthropic(self, request: Request) -> Response:
        body: dict[str, Any] = await request.json()
        self.script.requests.append(body)
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self.key not in {bearer, request.headers.get("x-api-key")}:
            denied = Reply(failure="status", status=401, error="invalid x-api-key")
            return JSONResponse(anthropic_wire.error(denied), 401)
        model = str(body.get("model"))
        reply = self.script.next(model, *anthropic_wire.read_request(body))
        failed = await self._failed(
            request, reply, anthropic_wire.error(reply), wants_stream=bool(body.get("stream"))
        )
        if failed is not None:
            return failed
        if not body.get("stream"):
            await asyncio.sleep(reply.chunk_delay_s)
            return _whole(request, anthropic_wire.message(model, reply), reply)
        return _streamed(anthropic_wire.stream(model, reply), reply, anthropic_wire.stream_error)

    async def _ollama(self, request: Request) -> Response:
        body: dict[str, Any] = await request.json()
        self.script.requests.append(body)
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if bearer not in {"", self.key}:
            denied = Reply(failure="status", status=401, error="unauthorized")
            return JSONResponse(ollama_wire.error(denied), 401)
        model = str(body.get("model"))
        reply = self.script.next(model, *ollama_wire.read_request(body))
        failed = await self._failed(
            request, reply, ollama_wire.error(reply), wants_stream=bool(body.get("stream"))
        )
        if failed is not None:
            return failed
        if not body.get("stream"):
            await asyncio.sleep(reply.chunk_delay_s)
            return _whole(request, ollama_wire.response(model, reply), reply)
        return _streamed(ollama_wire.stream(model, reply), reply, ollama_wire.stream_error)

    async def _failed(
        self, request: Request, reply: Reply, error: dict[str, Any], *, wants_stream: bool
    ) -> Response | None:
        match reply.failure:
            case "status" | "error" if reply.failure == "status" or not wants_stream:
                wait = reply.retry_after_s
                headers = {} if wait is None else {"retry-after": str(wait)}
                return JSONResponse(error, reply.status, headers=headers)
            case "hang":
                await asyncio.sleep(600)
            case "malformed":
                return Response(b'{"choices": [', media_type="application/json")
            case "page":
                return await self._page(request)
            case "drop":
                _cut(request)
                return Response()
            case _:
                pass
        return None


def _cut(request: Request) -> None:
    """Cut the connection that a request came over."""
    _Lines.open[request.scope["client"]].abort()


def _whole(request: Request, answer: dict[str, Any], reply: Reply) -> Response:
    if reply.failure == "empty":
        return JSONResponse({"choices": []} if "choices" in answer else {})
    if reply.failure != "cut":
        return JSONResponse(answer)
    data = json.dumps(answer).encode()

    async def half() -> AsyncIterator[bytes]:
        yield data[: len(data) // 2]
        _cut(request)

    headers = {"content-length": str(len(data))}
    return StreamingResponse(half(), media_type="application/json", headers=headers)


def _streamed(events: Iterator[bytes], reply: Reply, error: Callable[[Reply], bytes]) -> Response:
    async def body() -> AsyncIterator[bytes]:
        for number, event in enumerate(events):
            if reply.failure == "empty":
                return
            if reply.failure == "error" and number == 3:
                yield error(reply)
                return
            if reply.failure == "cut" and number == 3:
                raise BrokenStreamError
            yield event
            if reply.chunk_delay_s:
                await asyncio.sleep(reply.chunk_delay_s)

    return StreamingResponse(body(), media_type="text/event-stream")


def main(port: int, script: str = "") -> None:
    """Serve until killed; `script` is a JSON list of replies."""
    with ProviderServer(port=port) as server:
        server.push(*(Reply(**reply) for reply in json.loads(script or "[]")))
        threading.Event().wait()
