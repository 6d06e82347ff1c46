"""The tool that calls one endpoint of a web service."""

import asyncio
import json
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self
from urllib.parse import quote

from pydantic import BaseModel, Field

from studio._kit.errors import UsageError
from studio.core import CancellationToken, Component
from studio.core.tools import BaseTool
from studio.core.utils import schema_to_pydantic_model

if TYPE_CHECKING:
    import httpx

Method = Literal["GET", "POST", "PUT", "DELETE", "PATCH"]

_PARAMETER = re.compile(r"\{([^{}]*)\}")
_IN_QUERY = frozenset({"GET", "DELETE"})
_FIRST_ERROR_STATUS = 400


class HttpToolConfig(BaseModel):
    """Config of `HttpTool`."""

    name: str
    description: str | None = None
    scheme: Literal["http", "https"] = "http"
    host: str
    port: int
    path: str = Field(default="/")
    """May have parameters, as in `/cities/{city}`."""
    method: Method | None = "POST"
    headers: dict[str, Any] | None = None
    json_schema: dict[str, Any]
    """Schema of the arguments."""
    return_type: Literal["text", "json"] | None = "text"
    timeout: float = 5.0
    """Seconds."""


class HttpTool(BaseTool[BaseModel, Any], Component[HttpToolConfig]):
    """Calls one endpoint of a web service.

    Arguments named in the path go there; the others go into the query of GET and DELETE, and
    into a JSON body otherwise. The text of an error status is an answer like any other.

    Args:
        name: Name the model calls it by.
        host: Host name or address.
        port: Port.
        json_schema: JSON schema of the arguments, an object.
        headers: Headers to send.
        description: What the model is told about it.
        path: Path; may have parameters, as in `/cities/{city}`.
        scheme: Protocol.
        method: HTTP method.
        return_type: Whether the answer is given as text, or as the JSON data in it.
        timeout: Seconds to wait.

    Raises:
        UsageError: The path has a parameter that no argument is named after.
    """

    component_provider_override: ClassVar[str | None] = "autogen_ext.tools.http.HttpTool"
    component_config_schema = HttpToolConfig

    def __init__(
        self,
        name: str,
        host: str,
        port: int,
        json_schema: dict[str, Any],
        headers: dict[str, Any] | None = None,
        description: str = "HTTP tool",
        path: str = "/",
        scheme: Literal["http", "https"] = "http",
        method: Method = "POST",
        return_type: Literal["text", "json"] = "text",
        timeout: float = 5.0,
    ) -> None:
        self._config: HttpToolConfig = HttpToolConfig(
            name=name,
            description=description,
            host=host,
            port=port,
            path=path,
            scheme=scheme,
            method=method,
            headers=headers,
            json_schema=json_schema,
            return_type=return_type,
            timeout=timeout,
        )
        self._path_parameters: list[str] = _PARAMETER.findall(path)
        missing = set(self._path_parameters) - set(json_schema.get("properties", {}))
        if missing:
            raise UsageError(
                f"the path {path!r} of the tool {name!r} needs the argument "
                f"{min(missing)!r}, which its schema does not have",
                hint="Add it to `properties` of the schema, or take it out of the path.",
            )
        arguments = schema_to_pydantic_model(json_schema, f"{name}_arguments")
        super().__init__(arguments, str if return_type == "text" else object, name, description)

    async def run(self, args: BaseModel, cancellation_token: CancellationToken) -> Any:
        """Send the request and return the answer.

        Raises:
            httpx.HTTPError: There was no answer.
        """
        client_type: type[httpx.AsyncClient] = import_module("httpx").AsyncClient
        async with client_type(timeout=self._config.timeout) as client:
            work = asyncio.ensure_future(client.request(**self._request(args)))
            cancellation_token.link_future(work)
            return self._answer(await work)

    def return_value_as_string(self, value: Any) -> str:
        """Return the text, or the data as JSON."""
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    def _request(self, args: BaseModel) -> dict[str, Any]:
        config = self._config
        values = {
            key: value
            for key, value in args.model_dump(mode="json", by_alias=True).items()
            if value is not None or key in args.model_fields_set
        }
        path = config.path
        for name in self._path_parameters:
            path = path.replace(f"{{{name}}}", quote(str(values.pop(name, "")), safe=""))
        request: dict[str, Any] = {
            "method": config.method or "POST",
            "url": f"{config.scheme}://{config.host}:{config.port}/{path.removeprefix('/')}",
            "headers": config.headers,
        }
        if request["method"] in _IN_QUERY:
            present = {key: value for key, value in values.items() if value is not None}
            return request | ({"params": present} if present else {})
        return request | {"json": values}

    def _answer(self, response: "httpx.Response") -> Any:
        if self._config.return_type != "json":
            return response.text
        try:
            return response.json()
        except ValueError:
            if response.status_code >= _FIRST_ERROR_STATUS:
                return response.text
            raise

    def _to_config(self) -> HttpToolConfig:
        return self._config.model_copy()

    @classmethod
    def _from_config(cls, config: HttpToolConfig) -> Self:
        return cls(
            name=config.name,
            host=config.host,
            port=config.port,
            json_schema=config.json_schema,
            headers=config.headers,
            description=config.description or "HTTP tool",
            path=config.path,
            scheme=config.scheme,
            method=config.method or "POST",
            return_type=config.return_type or "text",
            timeout=config.timeout,
        )
