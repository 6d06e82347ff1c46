"""Secrets: kept encrypted, used by name, never shown."""

import asyncio
import base64
import hashlib
import os
import re
from collections.abc import Callable
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from studio._kit.errors import UsageError
from studio._kit.ids import new_id
from studio._kit.redact import Redactor
from studio._kit.settings import Settings
from studio.storage.documents import SecretInfo
from studio.storage.repositories.secrets import SecretRepository

from .exceptions import SecretKeyError

KEY_FILE = "secret.key"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_MAX_SIZE = 64 * 1024


class SecretService:
    """Encrypts with the key of the installation: `STUDIO_SECRET_KEY`, or a file only we read."""

    def __init__(self, secrets: SecretRepository, settings: Settings) -> None:
        self._secrets = secrets
        self._settings = settings
        self._cipher: Fernet | None = None

    async def names(self, *, owner: str = "local") -> list[SecretInfo]:
        """Return which secrets there are; their values never leave the server."""
        return await self._secrets.list(owner=owner)

    async def set(self, name: str, value: str, *, owner: str = "local") -> SecretInfo:
        """Keep a secret under a name such as `OPENAI_API_KEY`.

        Raises:
            UsageError: The name cannot be referred to, or there is nothing to keep.
        """
        if not _NAME.fullmatch(name):
            raise UsageError(
                f"{name!r} is not a name for a secret",
                hint="Use letters, digits and underscores, like OPENAI_API_KEY.",
            )
        value = value.strip()
        if not value or len(value) > _MAX_SIZE:
            raise UsageError(
                f"the secret {name!r} is empty or too long", hint="Paste the key once more."
            )
        cipher = await self._get_cipher()
        await self._secrets.set(name, cipher.encrypt(value.encode()), owner=owner)
        return next(info for info in await self.names(owner=owner) if info.name == name)

    async def delete(self, name: str, *, owner: str = "local") -> None:
        """Forget a secret; forgetting an unknown one is fine."""
        await self._secrets.delete(name, owner=owner)

    async def lookup(self, name: str, *, owner: str = "local") -> str | None:
        """Return a secret's value, else the environment's, else `None`; for the server alone.

        Raises:
            SecretKeyError: It was encrypted with another key.
        """
        return (await self.lookups(owner=owner))(name)

    async def lookups(self, *, owner: str = "local") -> Callable[[str], str | None]:
        """Return a function that looks up many secrets, as they are now."""
        encrypted = await self._secrets.all(owner=owner)
        cipher = await self._get_cipher() if encrypted else None

        def lookup(name: str) -> str | None:
            if cipher is None or name not in encrypted:
                return self._settings.lookup(name)
            return _decrypt(cipher, name, encrypted[name])

        return lookup

    async def redactor(self, *, owner: str = "local") -> Redactor:
        """Return what masks the owner's secrets in texts and data."""
        encrypted = await self._secrets.all(owner=owner)
        if not encrypted:
            return Redactor()
        cipher = await self._get_cipher()
        return Redactor(_decrypt(cipher, name, value) for name, value in encrypted.items())

    async def _get_cipher(self) -> Fernet:
        if self._cipher is None:
            given = self._settings.lookup("STUDIO_SECRET_KEY")
            key = (
                _to_key(given)
                if given
                else await asyncio.to_thread(
                    read_or_make, self._settings.appdir / KEY_FILE, _new_key
                )
            )
            self._cipher = Fernet(key)
        return self._cipher


def read_or_make(path: Path, make: Callable[[], str]) -> str:
    """Return the text of a file that only we can read, written at the first call."""
    try:
        return _read(path)
    except FileNotFoundError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{new_id()}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(make())
        file.flush()
        os.fsync(file.fileno())
    try:
        if path.exists() and not path.read_text(encoding="ascii").strip():
            fresh.replace(path)
        else:
            path.hardlink_to(fresh)  # fails if another was first; then theirs counts
    except FileExistsError:
        pass
    finally:
        fresh.unlink(missing_ok=True)
    return _read(path)


def _read(path: Path) -> str:
    text = path.read_text(encoding="ascii").strip()
    if not text:
        raise FileNotFoundError(path)
    return text


def _new_key() -> str:
    return Fernet.generate_key().decode()


def _to_key(text: str) -> bytes:
    """Return a key: the text itself if it is one, else what a passphrase gives."""
    try:
        Fernet(text)
    except ValueError:
        return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())
    return text.encode()


def _decrypt(cipher: Fernet, name: str, value: bytes) -> str:
    try:
        return cipher.decrypt(value).decode()
    except InvalidToken as error:
        raise SecretKeyError(
            f"the secret {name!r} was kept with another key",
            hint="Enter it again, or start with the STUDIO_SECRET_KEY (or secret.key) of then.",
        ) from error
