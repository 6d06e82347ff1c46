"""Makes the SDK's callbacks out of a session host."""

from typing import TYPE_CHECKING

from studio._kit.run_context import current_run
from studio.ext.tools.mcp._protocol import types

from .elicitation import ask_through_run
from .session_host import McpSessionHost

if TYPE_CHECKING:
    from mcp.client import ClientRequestContext
    from mcp.client.session import ElicitationFnT, ListRootsFnT, SamplingFnT


def callbacks_of(
    host: McpSessionHost | None,
) -> "tuple[SamplingFnT | None, ElicitationFnT | None, ListRootsFnT | None]":
    """Return what answers for a model, a person and the roots; `None` is not offered to a server.

    Without an elicitor, the person who watches the current run is asked.
    """
    run = current_run()

    async def sample(
        context: "ClientRequestContext", params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult | types.ErrorData:
        assert host is not None
        return await host.handle_sampling_request(params)

    async def elicit(
        context: "ClientRequestContext", params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        if host is not None and host.elicitor is not None:
            return await host.handle_elicit_request(params)
        assert run is not None
        try:
            return await ask_through_run(run, params)
        except LookupError as error:
            return types.ErrorData(code=types.INVALID_REQUEST, message=str(error))

    async def list_roots(
        context: "ClientRequestContext",
    ) -> types.ListRootsResult | types.ErrorData:
        assert host is not None
        return await host.handle_list_roots_request()

    has_elicitor = run is not None or (host is not None and host.elicitor is not None)
    return (
        sample if host is not None and host.sampler is not None else None,
        elicit if has_elicitor else None,
        list_roots if host is not None and host.roots is not None else None,
    )
