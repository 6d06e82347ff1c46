"""Most cases run twice: without a runtime, and on one that the test has started."""

from collections.abc import AsyncGenerator

import pytest

from studio.core import AgentRuntime, SingleThreadedAgentRuntime


@pytest.fixture(params=["direct", "runtime"])
async def runtime(request: pytest.FixtureRequest) -> AsyncGenerator[AgentRuntime | None, None]:
    if request.param == "direct":
        yield None
        return
    given = SingleThreadedAgentRuntime()
    given.start()
    yield given
    await given.stop()
