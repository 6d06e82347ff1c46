"""Whether the server is well, and what it is."""

from pydantic import BaseModel

from studio import __version__
from studio.api.routing import new_router

router = new_router("/api", "system")


class HealthOut(BaseModel):
    """The server answers."""

    status: str = "ok"


class VersionOut(BaseModel):
    """What is running here."""

    name: str = "team-studio"
    version: str = __version__


@router.get("/health")
async def health() -> HealthOut:
    """Tell that the server answers; open to everybody."""
    return HealthOut()


@router.get("/version")
async def version() -> VersionOut:
    """Tell the version; open to everybody."""
    return VersionOut()
