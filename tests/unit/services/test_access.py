"""Tokens, keys and names."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from studio._kit.errors import UsageError
from studio._kit.settings import Settings
from studio.services.access import access_token, read_access
from studio.services.exceptions import SecretKeyError
from studio.services.secrets import SecretService, read_or_make
from studio.storage.engine import MEMORY, Database
from studio.storage.repositories.secrets import SecretRepository


def test_the_token_is_made_once_and_only_we_can_read_it(tmp_path: Path) -> None:
    settings = Settings(appdir=tmp_path / "new")

    token = access_token(settings)

    assert len(token) >= 32
    assert access_token(settings) == token
    assert (tmp_path / "new" / "token").stat().st_mode & 0o777 == 0o600
    assert access_token(Settings(appdir=tmp_path, token="mine")) == "mine"


def test_many_first_starts_at_once_agree_on_one_token(tmp_path: Path) -> None:
    counter = iter(range(1000))

    def start(number: int) -> str:
        return read_or_make(tmp_path / f"token{number // 16}", lambda: f"t{next(counter)}")

    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(start, range(160)))

    assert all(len(set(found[n : n + 16])) == 1 for n in range(0, 160, 16))
    assert not list(tmp_path.glob("*.new"))


def test_an_empty_token_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("\n")

    assert len(access_token(Settings(appdir=tmp_path))) >= 32


def test_names_come_from_host_and_settings(tmp_path: Path) -> None:
    extra = {
        "STUDIO_ALLOWED_HOSTS": "Studio.example, [fe80::1]",
        "STUDIO_ALLOWED_ORIGINS": "http://x:3000/",
    }
    access = read_access(Settings(appdir=tmp_path, host="10.0.0.5", extra=extra))

    assert all(
        map(access.answers_to, ["127.0.0.1", "::1", "10.0.0.5", "studio.example", "fe80::1"])
    )
    assert not any(map(access.answers_to, ["", "10.0.0.6", "example", "evil.studio.example"]))
    assert access.origins == {"http://x:3000"}


def test_listening_everywhere_is_no_name(tmp_path: Path) -> None:
    access = read_access(Settings(appdir=tmp_path, host="0.0.0.0"))

    assert access.answers_to("192.168.0.7")
    assert not access.answers_to("")
    assert not access.answers_to("evil.example")


async def test_secrets_are_kept_encrypted_and_looked_up_before_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_KEY", "from the environment")
    settings = Settings(appdir=tmp_path, extra={"OTHER_KEY": "from the file"})
    async with Database(MEMORY) as database:
        repository = SecretRepository(database)
        secrets = SecretService(repository, settings)

        assert await secrets.lookup("SOME_KEY") == "from the environment"
        await secrets.set("SOME_KEY", " from the person \n")

        assert await secrets.lookup("SOME_KEY") == "from the person"
        assert await secrets.lookup("OTHER_KEY") == "from the file"
        assert await secrets.lookup("NO_KEY") is None
        assert await secrets.lookup("SOME_KEY", owner="bob") == "from the environment"
        assert b"person" not in (await repository.all(owner="local"))["SOME_KEY"]
        assert (await secrets.redactor()).text("it is from the person!") == "it is **********!"
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "key",
    ["a passphrase of mine", Fernet.generate_key().decode()],
    ids=["a passphrase", "a Fernet key"],
)
async def test_another_key_cannot_read_the_secrets(tmp_path: Path, key: str) -> None:
    async with Database(MEMORY) as database:
        repository = SecretRepository(database)
        given = Settings(appdir=tmp_path, extra={"STUDIO_SECRET_KEY": key})
        await SecretService(repository, given).set("K", "value")

        assert await SecretService(repository, given).lookup("K") == "value"
        with pytest.raises(SecretKeyError, match="'K'"):
            await SecretService(repository, Settings(appdir=tmp_path)).lookup("K")
    assert not (tmp_path / "secret.key").read_text().startswith(key)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("", "v"),
        ("A B", "v"),
        ("1A", "v"),
        ("A" * 101, "v"),
        ("A", ""),
        ("A", " \n"),
        ("A", "x" * 70000),
    ],
)
async def test_nonsense_is_no_secret(tmp_path: Path, name: str, value: str) -> None:
    async with Database(MEMORY) as database:
        secrets = SecretService(SecretRepository(database), Settings(appdir=tmp_path))

        with pytest.raises(UsageError) as caught:
            await secrets.set(name, value)

        assert await secrets.names() == []
    assert not value.strip() or value not in str(caught.value)
