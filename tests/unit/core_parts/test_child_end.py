"""The end of a child process whose pipe is full.

This tests a private function: how full the pipe is when a call ends depends on timing, so that
through the public one the case comes only now and then.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE
from typing import cast

from studio.core.tools._child.process import _end


async def test_a_process_ends_though_nobody_reads_what_it_writes() -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-I", "-S", "-c", "import os\nwhile True: os.write(1, b'x' * 65536)"),
        stdin=PIPE,
        stdout=PIPE,
        start_new_session=True,
    )
    assert child.stdout is not None
    await child.stdout.readexactly(1)
    buffer = cast("bytearray", getattr(child.stdout, "_buffer"))  # noqa: B009
    while len(buffer) < 2 * 65536:  # noqa: ASYNC110  # a stream tells nobody that it is full
        await asyncio.sleep(0)

    await asyncio.wait_for(_end(child), 10)

    assert child.returncode == -9
