"""Galleries, and what can be brought in and taken away."""

from fastapi import Response

from studio._kit.jsonio import dump_json
from studio.api.dependencies import OwnerDep, ServicesDep
from studio.api.routing import new_router
from studio.api.schemas.components import (
    ComponentIn,
    GalleriesOut,
    GalleryIn,
    GalleryItemsOut,
    ImportIn,
)
from studio.api.schemas.teams import NameIn
from studio.services.documents import Gallery, TeamInfo
from studio.services.gallery import GalleryItem, Imported

router = new_router("/api", "galleries")


@router.get("/galleries")
async def list_galleries(services: ServicesDep, owner: OwnerDep) -> GalleriesOut:
    """List all galleries, the built-in one first."""
    return GalleriesOut(items=await services.gallery.list(owner=owner))


@router.get("/galleries/items")
async def list_items(
    services: ServicesDep,
    owner: OwnerDep,
    gallery_id: str | None = None,
    kind: str | None = None,
    query: str = "",
) -> GalleryItemsOut:
    """List components of one or all galleries."""
    items = await services.gallery.items(gallery_id=gallery_id, kind=kind, query=query, owner=owner)
    return GalleryItemsOut(items=items)


@router.get("/galleries/{gallery_id}")
async def get_gallery(gallery_id: str, services: ServicesDep, owner: OwnerDep) -> Gallery:
    """Give a gallery with its document."""
    return await services.gallery.get(gallery_id, owner=owner)


@router.put("/galleries/{gallery_id}")
async def save_gallery(
    gallery_id: str, body: GalleryIn, services: ServicesDep, owner: OwnerDep
) -> Gallery:
    """Replace a gallery's document."""
    return await services.gallery.save(gallery_id, body.document, owner=owner)


@router.delete("/galleries/{gallery_id}")
async def remove_gallery(gallery_id: str, services: ServicesDep, owner: OwnerDep) -> Gallery:
    """Take a gallery off the list; `undelete` brings it back."""
    return await services.gallery.remove(gallery_id, owner=owner)


@router.post("/galleries/{gallery_id}/undelete")
async def undelete_gallery(gallery_id: str, services: ServicesDep, owner: OwnerDep) -> Gallery:
    """Bring a removed gallery back."""
    return await services.gallery.restore(gallery_id, owner=owner)


@router.get("/galleries/{gallery_id}/export")
async def export_gallery(gallery_id: str, services: ServicesDep, owner: OwnerDep) -> Response:
    """Give the gallery as a file that AutoGen Studio and we can import."""
    document = await services.gallery.export(gallery_id, owner=owner)
    return Response(
        dump_json(document, indent=2),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="gallery.json"'},
    )


@router.post("/galleries/{gallery_id}/items", status_code=201)
async def add_item(
    gallery_id: str, body: ComponentIn, services: ServicesDep, owner: OwnerDep
) -> GalleryItem:
    """Put a component into a gallery; `own` is the one of one's own components."""
    return await services.gallery.add(
        body.component, gallery_id=None if gallery_id == "own" else gallery_id, owner=owner
    )


@router.delete("/galleries/{gallery_id}/items/{section}/{name}")
async def remove_item(
    gallery_id: str, section: str, name: str, services: ServicesDep, owner: OwnerDep
) -> Gallery:
    """Take a component out of a gallery."""
    return await services.gallery.remove_item(f"{gallery_id}/{section}/{name}", owner=owner)


@router.post("/galleries/{gallery_id}/items/{section}/{name}/use", status_code=201)
async def use_item(
    gallery_id: str,
    section: str,
    name: str,
    services: ServicesDep,
    owner: OwnerDep,
    body: NameIn | None = None,
) -> TeamInfo:
    """Make a team of one's own from a team of a gallery."""
    title = body.name if body else ""
    return await services.gallery.use(f"{gallery_id}/{section}/{name}", name=title, owner=owner)


@router.post("/import", status_code=201)
async def import_(body: ImportIn, services: ServicesDep, owner: OwnerDep) -> Imported:
    """Take in components, teams and galleries."""
    if body.url is not None:
        return await services.gallery.import_url(body.url, owner=owner)
    data = body.text if body.text is not None else body.data
    return await services.gallery.import_data(data, name=body.name, owner=owner)
