"""Files that go with tasks, and images that messages refer to."""

from typing import Annotated

from fastapi import File, Response, UploadFile
from pydantic import BaseModel

from studio.api.dependencies import OwnerDep, ServicesDep
from studio.api.routing import new_router
from studio.services.documents import Blob

router = new_router("/api/files", "files")


class FileOut(BaseModel):
    """A stored file; give the digest as an attachment."""

    digest: str
    name: str
    media_type: str
    size: int


@router.post("", status_code=201)
async def upload_file(
    file: Annotated[UploadFile, File()], services: ServicesDep, owner: OwnerDep
) -> FileOut:
    """Store a file; the same content is kept once."""
    blob = await services.runs.add_file(
        await file.read(), name=file.filename or "file", media_type=file.content_type, owner=owner
    )
    return FileOut(digest=blob.digest, name=blob.name, media_type=blob.media_type, size=blob.size)


@router.get("/{digest}")
async def get_file(digest: str, services: ServicesDep, owner: OwnerDep) -> Response:
    """Give the content of a file; only images are shown, everything else is downloaded."""
    return file_response(await services.runs.file(digest, owner=owner))


def file_response(blob: Blob) -> Response:
    """Return a file so that no browser takes it for a page."""
    shown = blob.media_type in {"image/png", "image/jpeg", "image/gif", "image/webp"}
    return Response(
        blob.data,
        media_type=blob.media_type if shown else "application/octet-stream",
        headers={
            "Content-Disposition": "inline" if shown else "attachment",
            "Cache-Control": "private, max-age=31536000, immutable",
            "X-Content-Type-Options": "nosniff",
        },
    )
