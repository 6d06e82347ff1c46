"""SDKs are loaded when first needed, however many need them at once."""

import subprocess
import sys

import pytest

_AT_ONCE = """
import asyncio
from studio.ext.models._shared.deferred import Deferred
from studio.ext.models.{vendor}._sdk import MODULES

async def ask() -> None:
    await Deferred(object, MODULES).load()
    import {vendor}
    assert {vendor}.__version__

async def main() -> None:
    await asyncio.gather(*(ask() for _ in range(6)))

asyncio.run(main())
"""


@pytest.mark.parametrize("vendor", ["openai", "anthropic"])
def test_several_clients_load_an_sdk_at_once(vendor: str) -> None:
    """In a fresh interpreter, as when a team of several begins right after the start."""
    code = _AT_ONCE.format(vendor=vendor)

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.stderr == ""
