"""A server that cannot start says why and what to do, and promises no address."""

import signal
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command_line import CommandLine
from tests.support.studio_server import StudioServer, free_port

UI = ("ui", "--no-open")
Fault = Callable[[Path], tuple[list[str], dict[str, str]]]


def no_port(_: Path) -> tuple[list[str], dict[str, str]]:
    return [], {"STUDIO_PORT": "many"}


def port_out_of_range(_: Path) -> tuple[list[str], dict[str, str]]:
    return ["--port", "99999"], {}


def foreign_address(_: Path) -> tuple[list[str], dict[str, str]]:
    return ["--host", "192.0.2.1"], {}


def unknown_host(_: Path) -> tuple[list[str], dict[str, str]]:
    return ["--host", "no such host"], {}


def a_file_for_a_folder(folder: Path) -> tuple[list[str], dict[str, str]]:
    (folder / "taken").write_text("", encoding="utf-8")
    return ["--appdir", str(folder / "taken")], {}


def no_database(folder: Path) -> tuple[list[str], dict[str, str]]:
    (folder / "app").mkdir()
    (folder / "app" / "studio.db").write_text("This is not a database. " * 50, encoding="utf-8")
    return ["--appdir", str(folder / "app")], {}


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (no_port, "STUDIO_PORT is 'many'"),
        (port_out_of_range, "99999 is no port"),
        (foreign_address, "cannot listen on 192.0.2.1"),
        (unknown_host, "cannot listen on no such host"),
        (a_file_for_a_folder, "cannot write to"),
        (no_database, "cannot open the database"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_keeps_the_studio_from_starting_is_one_sentence_and_advice(
    studio: CommandLine, tmp_path: Path, fault: Fault, said: str
) -> None:
    words, values = fault(tmp_path)
    if "STUDIO_PORT" not in values and "--port" not in words:
        words = [*words, "--port", str(free_port())]

    done = await studio.run(*UI, *words, **values)

    assert done.code in {1, 2}
    assert done.out == ""
    sentence, advice = done.err.rstrip().splitlines()
    assert sentence.startswith(f"studio: {said}")
    assert advice.strip()


async def test_a_port_in_use_offers_another(studio: CommandLine) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        done = await studio.run(*UI, "--port", str(port))

    assert done.code == 1
    assert f"--port {port + 1}" in done.err


def test_the_address_is_told_once_the_server_answers_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    server = StudioServer(tmp_path).start()

    assert server.log().startswith(f"Studio is at {server.url}/?token=test-token\n")
    assert server.process is not None
    server.process.send_signal(signal.SIGINT)

    assert server.process.wait(timeout=20) == 0
    assert "Traceback" not in server.log()
