"""What routes are given: the services, the caller, the part of a list that is asked for."""

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from studio.services.container import Services


def _services(connection: HTTPConnection) -> Services:
    return cast("Services", connection.app.state.services)


def _owner() -> str:
    return "local"


@dataclass(frozen=True)
class Paging:
    """Which part of a list is asked for."""

    limit: int
    cursor: str | None


def _paging(
    limit: Annotated[int, Query(ge=1, le=200, description="How many at most.")] = 50,
    cursor: Annotated[str | None, Query(description="`next_cursor` of the part before.")] = None,
) -> Paging:
    return Paging(limit, cursor)


ServicesDep = Annotated[Services, Depends(_services)]
OwnerDep = Annotated[str, Depends(_owner)]
PagingDep = Annotated[Paging, Depends(_paging)]
