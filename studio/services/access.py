"""Who may come in: the access token, and the names this studio answers to."""

import ipaddress
import secrets
import socket
from dataclasses import dataclass

from studio._kit.settings import Settings

from .secrets import read_or_make

TOKEN_FILE = "token"
_LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})
_WILDCARDS = frozenset({"0.0.0.0", "::", ""})


@dataclass(frozen=True)
class Access:
    """What the gate in front of everything goes by."""

    token: str
    required: bool = True
    """Whether the token is asked for; host and origin are checked in any case."""
    hosts: frozenset[str] = _LOCAL
    """Host names and addresses that requests may name."""
    any_address: bool = False
    """Whether every numerical address counts as ours: we listen on all of them."""
    origins: frozenset[str] = frozenset()
    """Further origins that may send requests, such as a development server's."""

    def answers_to(self, host: str) -> bool:
        """Tell whether a request that names this host is meant for us."""
        return host in self.hosts or (self.any_address and _is_address(host))


def read_access(settings: Settings) -> Access:
    """Return who may come in; at the first start this makes the access token.

    Reads and writes files: for the start of the process, not for a running loop.
    """
    names = (settings.lookup("STUDIO_ALLOWED_HOSTS") or "").split(",")
    hosts = {settings.host, *names} - _WILDCARDS
    everywhere = settings.host in _WILDCARDS
    if everywhere:
        hosts.add(socket.gethostname())
    origins = (settings.lookup("STUDIO_ALLOWED_ORIGINS") or "").split(",")
    return Access(
        token=access_token(settings),
        required=settings.auth,
        hosts=_LOCAL | {host.strip().strip("[]").casefold() for host in hosts if host.strip()},
        any_address=everywhere,
        origins=frozenset(origin.strip().rstrip("/") for origin in origins if origin.strip()),
    )


def access_token(settings: Settings) -> str:
    """Return the token that opens the studio: the one given, or one made at the first start."""
    return settings.token or read_or_make(
        settings.appdir / TOKEN_FILE, lambda: secrets.token_urlsafe(24)
    )


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
