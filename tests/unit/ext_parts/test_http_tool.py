"""The HTTP tool against a real server on loopback."""

import asyncio
import json
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import httpx
import pytest
from pydantic import ValidationError

from studio.core import CancellationToken
from studio.ext.tools.http import HttpTool

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["city"],
}


class Echo(BaseHTTPRequestHandler):
    """Says what it was asked; keeps those waiting that ask for `/slow`."""

    asked: ClassVar[threading.Event] = threading.Event()
    released: ClassVar[threading.Event] = threading.Event()

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if self.path.startswith("/slow"):
            self.asked.set()
            self.released.wait(5)
        failed = self.path.startswith("/fail")
        text = (
            "the kettle is on fire"
            if failed
            else json.dumps(
                {
                    "method": self.command,
                    "path": self.path,
                    "body": json.loads(body) if body else None,
                    "key": self.headers.get("X-Key"),
                }
            )
        )
        self.send_response(500 if failed else 200)
        self.end_headers()
        self.wfile.write(text.encode())

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = answer  # noqa: N815

    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture(scope="module")
def port() -> Generator[int, None, None]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    Echo.released.set()
    server.shutdown()
    server.server_close()
    thread.join()


def tool(port: int, **options: Any) -> HttpTool:
    given: dict[str, Any] = {
        "path": "/weather",
        "json_schema": SCHEMA,
        "return_type": "json",
        **options,
    }
    return HttpTool(name="weather", host="127.0.0.1", port=port, **given)


async def call(http_tool: HttpTool, **arguments: Any) -> Any:
    return await http_tool.run_json(arguments, CancellationToken())


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH"])
async def test_arguments_go_into_a_json_body(port: int, method: Any) -> None:
    said = await call(tool(port, method=method), city="Rome", days=2)

    assert said == {
        "method": method,
        "path": "/weather",
        "body": {"city": "Rome", "days": 2},
        "key": None,
    }


@pytest.mark.parametrize("method", ["GET", "DELETE"])
async def test_arguments_go_into_the_query(port: int, method: Any) -> None:
    said = await call(tool(port, method=method), city="São Paulo")

    assert (said["method"], said["path"]) == (method, "/weather?city=S%C3%A3o+Paulo")


@pytest.mark.parametrize(
    ("city", "path"), [("Rome", "/in/Rome/now"), ("a/../b?c", "/in/a%2F..%2Fb%3Fc/now")]
)
async def test_arguments_named_in_the_path_go_there_alone(port: int, city: str, path: str) -> None:
    said = await call(tool(port, path="/in/{city}/now"), city=city, days=1)

    assert (said["path"], said["body"]) == (path, {"days": 1})


async def test_headers_are_sent(port: int) -> None:
    said = await call(tool(port, headers={"X-Key": "k1"}), city="Rome")

    assert said["key"] == "k1"


async def test_text_is_returned_as_it_is(port: int) -> None:
    said = await call(tool(port, return_type="text", method="GET"), city="Rome")

    assert json.loads(said)["path"] == "/weather?city=Rome"


@pytest.mark.parametrize("return_type", ["text", "json"])
async def test_the_text_of_an_error_is_an_answer(port: int, return_type: Any) -> None:
    said = await call(tool(port, path="/fail", return_type=return_type), city="Rome")

    assert said == "the kettle is on fire"


async def test_no_server_is_an_error_of_httpx() -> None:
    with pytest.raises(httpx.ConnectError):
        await call(tool(1), city="Rome")


async def test_arguments_are_checked(port: int) -> None:
    with pytest.raises(ValidationError):
        await call(tool(port), days="many")


async def test_cancellation_ends_the_waiting(port: int) -> None:
    token = CancellationToken()
    waiting = asyncio.ensure_future(tool(port, path="/slow").run_json({"city": "Rome"}, token))
    await asyncio.to_thread(Echo.asked.wait, 5)

    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await waiting


def test_the_schema_is_the_one_given() -> None:
    schema = tool(80, description="The weather.").schema

    assert schema["name"] == "weather"
    assert schema.get("description") == "The weather."
    assert schema.get("parameters", {}).get("required") == ["city"]


def test_data_reaches_the_model_as_json() -> None:
    assert tool(80).return_value_as_string({"city": "Zürich", "ok": True}) == (
        '{"city": "Zürich", "ok": true}'
    )


async def test_it_comes_back_from_json(port: int) -> None:
    dumped = json.loads(tool(port, headers={"X-Key": "k"}).dump_component().model_dump_json())

    again = HttpTool.load_component(dumped)

    assert dumped["provider"] == "autogen_ext.tools.http.HttpTool"
    assert again.dump_component().model_dump() == dumped
    assert (await call(again, city="Rome"))["key"] == "k"


def test_a_path_parameter_without_an_argument_is_refused() -> None:
    with pytest.raises(ValueError, match="'country'"):
        tool(80, path="/{country}")
