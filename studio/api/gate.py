"""The one gate in front of pages, API, uploads and sockets: host, origin, token, size."""

import hashlib
import hmac
import re
from collections.abc import MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from studio.services.access import Access

from .errors import error_response
from .locked_page import locked_page

MAX_BODY = 32 * 1024 * 1024
OPEN_PATHS = frozenset({"/api/health", "/api/version"})
_TOKEN = r"[A-Za-z0-9_-]{32}"
_SHARED = re.compile(
    rf"/share/(?:{_TOKEN}|assets/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)"
    rf"|/api/shared/{_TOKEN}(?:/stream|/runs/run_[0-9a-f]{{32}}/events|/files/[0-9a-f]{{64}})?"
)
"""What whoever has a link to a shared session or run may ask for, and only to read it."""
_SAFE_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
)
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443"}
_LOCKED = 4401
_FORBIDDEN = 4403


class Gate:
    """Lets in who names us, comes from us, and has the token; everything else gets an answer."""

    def __init__(self, app: ASGIApp, access: Access, *, max_body: int = MAX_BODY) -> None:
        self._app = app
        self._access = access
        self._max_body = max_body
        self._session = session_value(access.token)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refuse_stranger(scope, headers) or self._ask_for_token(scope, headers)
        if refusal is not None:
            await _answer(refusal, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        if _declared_size(headers) > self._max_body:
            await _answer(self._too_large(), scope, receive, send)
            return
        await self._pass_on(scope, receive, send)

    def _refuse_stranger(self, scope: Scope, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        name, _ = _split_host(host)
        if not self._access.answers_to(name):
            return error_response(
                "auth.wrong_host",
                f"this studio does not go by the name {name!r}",
                hint="Use the address it printed, or add the name to STUDIO_ALLOWED_HOSTS.",
            )
        origin = headers.get("origin")
        if origin is None or origin in self._access.origins or _is_same(origin, host, scope):
            return None
        return error_response(
            "auth.wrong_origin",
            f"requests from {origin!r} are not accepted",
            hint="Use the studio's own pages, or add the origin to STUDIO_ALLOWED_ORIGINS.",
        )

    def _ask_for_token(self, scope: Scope, headers: Headers) -> Response | None:
        path: str = scope["path"]
        if not self._access.required or path in OPEN_PATHS or _is_shared(scope):
            return None
        cookie = cookie_name(headers.get("host", ""))
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            redirect = self._redirect_with_cookie(scope, cookie)
            if redirect is not None:
                return redirect
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if _equal(_read_cookie(headers, cookie), self._session):
            return None
        if scheme.casefold() == "bearer" and _equal(bearer.strip(), self._access.token):
            return None
        return _locked(path, headers)

    def _redirect_with_cookie(self, scope: Scope, cookie: str) -> Response | None:
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        tokens = [value for key, value in query if key == "token"]
        if not tokens or not _equal(tokens[0], self._access.token):
            return None
        rest = urlencode([(key, value) for key, value in query if key != "token"])
        # One slash only: a path like `//elsewhere` would lead away from here.
        path = "/" + quote(str(scope["path"]).lstrip("/\\"), safe="/@:~!$&'()*+,;=-._")
        response = RedirectResponse(f"{path}?{rest}" if rest else path, 303)
        secure = scope.get("scheme") == "https"
        response.set_cookie(
            cookie,
            self._session,
            max_age=30 * 24 * 3600,
            httponly=True,
            samesite="strict",
            secure=secure,
            path="/",
        )
        response.headers["cache-control"] = "no-store"
        return response

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        received = 0
        is_over = has_begun = False

        async def counted() -> Message:
            nonlocal received, is_over
            if is_over:
                return {"type": "http.disconnect"}
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._max_body:
                is_over = True
                return {"type": "http.disconnect"}
            return message

        async def dressed(message: Message) -> None:
            nonlocal has_begun
            if is_over and not has_begun:
                return
            if message["type"] == "http.response.start":
                has_begun = True
                _dress(message, scope["path"])
            await send(message)

        try:
            await self._app(scope, counted, dressed)
        except Exception:
            if not is_over or has_begun:
                raise
        if is_over and not has_begun:
            await self._too_large()(scope, receive, send)

    def _too_large(self) -> Response:
        return error_response(
            "request.too_large",
            f"the request is larger than {self._max_body >> 20} MB",
            hint="Send less at once.",
        )


def cookie_name(host: str) -> str:
    """Return the cookie's name: browsers share cookies between ports, two studios do not."""
    port = _split_host(host)[1]
    return f"studio_session_{port}" if port.isdecimal() else "studio_session"


def session_value(token: str) -> str:
    """Return what the cookie holds: proof of the token, not the token itself."""
    return hmac.new(token.encode(), b"studio-session", hashlib.sha256).hexdigest()


def _locked(path: str, headers: Headers) -> Response:
    if _is_api(path) or "text/html" not in headers.get("accept", ""):
        answer: Response = error_response(
            "auth.required",
            "this needs the access token",
            hint="Send `Authorization: Bearer TOKEN`; `studio ui` prints the token.",
        )
        answer.headers["www-authenticate"] = "Bearer"
        return answer
    return HTMLResponse(locked_page(), 401, headers={"cache-control": "no-store"})


async def _answer(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        for name, value in _SAFE_HEADERS:
            response.headers[name.decode()] = value.decode()
        await response(scope, receive, send)
        return
    await receive()
    locked = response.status_code == 401
    code, reason = (_LOCKED, "access token needed") if locked else (_FORBIDDEN, "not from here")
    await send({"type": "websocket.close", "code": code, "reason": reason})


def _is_shared(scope: Scope) -> bool:
    reads = scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}
    return reads and _SHARED.fullmatch(scope["path"]) is not None


def _is_api(path: str) -> bool:
    return path == "/api" or path.startswith("/api/")


def _dress(message: MutableMapping[str, Any], path: str) -> None:
    headers: list[tuple[bytes, bytes]] = list(message.get("headers", ()))
    names = {name.lower() for name, _ in headers}
    headers += [(name, value) for name, value in _SAFE_HEADERS if name not in names]
    if b"cache-control" not in names:
        if path.startswith("/assets/") and message["status"] == 200:
            headers.append((b"cache-control", b"public, max-age=31536000, immutable"))
        elif _is_api(path):
            headers.append((b"cache-control", b"no-store"))
        else:
            headers.append((b"cache-control", b"no-cache"))
    message["headers"] = headers


def _declared_size(headers: Headers) -> int:
    text = headers.get("content-length", "0")
    return int(text) if text.isdecimal() else 0


def _read_cookie(headers: Headers, name: str) -> str:
    jar: SimpleCookie = SimpleCookie()
    try:
        for line in headers.getlist("cookie"):
            jar.load(line)
    except CookieError:
        return ""
    return jar[name].value if name in jar else ""


def _split_host(host: str) -> tuple[str, str]:
    """Return name and port of a `Host` header."""
    if host.startswith("["):
        name, _, rest = host[1:].partition("]")
        return name.casefold(), rest.removeprefix(":")
    name, _, port = host.partition(":")
    return name.casefold().rstrip("."), port


def _is_same(origin: str, host: str, scope: Scope) -> bool:
    """Tell whether an origin is the very host and port the request names."""
    parts = urlsplit(origin)
    if parts.scheme not in {"http", "https"}:
        return False
    name, port = _split_host(host)
    theirs, their_port = _split_host(parts.netloc)
    ours = port or _DEFAULT_PORTS.get(scope.get("scheme", "http"), "80")
    if not port and not their_port:
        return theirs == name  # behind a proxy that speaks https for us
    return theirs == name and (their_port or _DEFAULT_PORTS[parts.scheme]) == ours


def _equal(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())
