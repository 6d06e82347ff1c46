"""The Docker build context that people take away builds, and what it builds answers.

Needs a Docker daemon that can reach a package index: `make docker-test`.
"""

import io
import json
import subprocess
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator

import pytest

from studio.exporters import export
from studio.gallery import builtin_items
from tests.support.studio_server import free_port

pytestmark = [pytest.mark.docker, pytest.mark.timeout(1800)]

IMAGE = "studio-test-travel-planner"
KEY = "chosen-by-the-test"
WAIT_S = 60.0


def docker(*arguments: str) -> str:
    done = subprocess.run(["docker", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.strip()


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    item = next(item for item in builtin_items() if item.id == "teams/travel_planner")
    folder = tmp_path_factory.mktemp("bundle")
    with zipfile.ZipFile(io.BytesIO(export(item.component, "docker").data)) as bundle:
        bundle.extractall(folder)
    docker("build", "--network=host", "-t", IMAGE, str(folder))
    yield IMAGE
    docker("image", "rm", "-f", IMAGE)


@pytest.fixture
def address(image: str) -> Iterator[str]:
    port = free_port()
    container = docker(
        "run", "-d", "--network=host", "--health-interval=1s", "-e", f"STUDIO_API_KEY={KEY}",
        image, "studio", "serve", "team.json", "--host", "0.0.0.0", "--port", str(port),
    )  # fmt: skip
    try:
        wait_for_health(f"http://127.0.0.1:{port}/api/health")
        yield f"http://127.0.0.1:{port}"
    finally:
        docker("rm", "-f", container)


def wait_for_health(url: str) -> None:
    deadline = time.monotonic() + WAIT_S
    while True:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                assert json.load(answer)["status"] == "ok"
                return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.2)


def ask(address: str, key: str) -> dict[str, object]:
    request = urllib.request.Request(
        f"{address}/run",
        data=json.dumps({"task": "Three days in Lisbon"}).encode(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {key}"},
    )
    with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
        return json.load(answer)


def test_the_image_answers_who_has_the_key(address: str) -> None:
    result = ask(address, KEY)

    assert (result["status"], result["stop_reason"]) == ("completed", "Text 'TERMINATE' mentioned")
    with pytest.raises(urllib.error.HTTPError, match="401"):
        ask(address, "another")


def test_the_image_runs_as_a_user_without_rights_and_holds_no_key(image: str) -> None:
    assert docker("run", "--rm", "--network=host", image, "id", "-un") == "team"
    assert KEY not in docker("history", "--no-trunc", image)


def test_without_a_key_the_container_ends_with_a_sentence(image: str) -> None:
    done = subprocess.run(
        ["docker", "run", "--rm", "--network=host", image],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert "STUDIO_API_KEY" in done.stderr
