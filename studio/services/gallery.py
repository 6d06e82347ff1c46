"""Galleries: the built-in one, imported ones, and a person's own components."""

import asyncio
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from studio._kit.clock import now
from studio._kit.errors import UsageError
from studio._kit.ids import new_id
from studio._kit.jsonio import load_document
from studio.domain import gallery_entry
from studio.domain.gallery_entry import SECTIONS, GalleryDocument, Outline
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text, clone_dict
from studio.domain.kinds import class_of, is_component, kind_of
from studio.domain.team_spec import TeamDocument
from studio.gallery import (
    builtin_gallery,
    builtin_items,
    builtin_tasks,
    items_of,
    read_import,
    search,
)
from studio.storage.documents import Gallery, TeamInfo
from studio.storage.repositories.galleries import GalleryRepository

from .exceptions import ConflictError, ImportRefusedError, NotFoundError
from .fetch import fetch_text
from .teams import TeamService, clean_name

BUILTIN_ID = "builtin"
OWN_NAME = "My components"


class GalleryItem(BaseModel):
    """One component of a gallery, as a card shows it."""

    model_config = ConfigDict(frozen=True)

    item_id: str
    """`gallery_id/section/name`; good until the gallery changes."""
    gallery_id: str
    gallery: str
    kind: str
    provider: str
    type: str
    label: str
    description: str
    summary: str
    keys: list[str]
    """Names of the secrets it needs."""
    replay: bool
    """Plays recorded answers only: runs without any key."""
    outline: Outline | None
    """A small picture of a team."""
    component: JsonDict


class Imported(BaseModel):
    """What came of an import."""

    model_config = ConfigDict(frozen=True)

    teams: list[TeamInfo]
    galleries: list[Gallery]
    items: list[GalleryItem]
    """Single components, now in the person's own gallery."""


class GalleryService:
    """Lists, searches, imports and changes galleries."""

    def __init__(self, galleries: GalleryRepository, teams: TeamService) -> None:
        self._galleries = galleries
        self._teams = teams

    async def get(self, gallery_id: str, *, owner: str = "local") -> Gallery:
        """Return a gallery with its document."""
        if gallery_id == BUILTIN_ID:
            return await asyncio.to_thread(_builtin)
        return await self._galleries.get(gallery_id, owner=owner)

    async def items(
        self,
        *,
        gallery_id: str | None = None,
        kind: str | None = None,
        query: str = "",
        owner: str = "local",
    ) -> list[GalleryItem]:
        """Return components of one or all galleries that are of a kind and match a search."""
        galleries = (
            await self.list(owner=owner)
            if gallery_id is None
            else [await self.get(gallery_id, owner=owner)]
        )
        return await asyncio.to_thread(_search, galleries, query, kind or "")

    async def item(self, item_id: str, *, owner: str = "local") -> GalleryItem:
        """Return one component by the id of its card.

        Raises:
            NotFoundError: The gallery has changed or is gone.
        """
        gallery_id, _, place = item_id.partition("/")
        for item in await self.items(gallery_id=gallery_id, owner=owner):
            if item.item_id == item_id:
                return item
        raise NotFoundError("component", place)

    async def use(self, item_id: str, *, name: str = "", owner: str = "local") -> TeamInfo:
        """Make a team of one's own from a team of a gallery."""
        item = await self.item(item_id, owner=owner)
        gallery_id, _, place = item_id.partition("/")
        tasks = builtin_tasks().get(place, []) if gallery_id == BUILTIN_ID else []
        document = TeamDocument(component=item.component, tasks=tasks)
        return await self._teams.create(document, name=name or item.label, owner=owner)

    async def import_data(self, data: Any, *, name: str = "", owner: str = "local") -> Imported:
        """Take in components, teams and galleries: data, or JSON or YAML text.

        Teams become teams of one's own, galleries are kept whole, and single components go into
        the gallery of one's own components.

        Args:
            data: What to take in.
            name: What to call it if it has no name of its own, such as the name of the file.
            owner: Whose it becomes.

        Raises:
            DocumentError: The text is neither JSON nor YAML.
            GalleryImportError: There is nothing we know in it.
        """
        value = (
            await asyncio.to_thread(load_document, data) if isinstance(data, str | bytes) else data
        )
        documents = _team_documents(value)
        if documents:
            return Imported(
                teams=[await self._take_team(item, name, owner) for item in documents],
                galleries=[],
                items=[],
            )
        found = await asyncio.to_thread(read_import, value)
        if found.gallery is not None:
            kept = await self._take_gallery(found.gallery, name, owner)
            return Imported(teams=[], galleries=[kept], items=[])
        teams = [
            await self._take_team(TeamDocument(component=team), name, owner) for team in found.teams
        ]
        others = [item for item in found.components if kind_of(item) != "team"]
        items = [await self.add(component, owner=owner) for component in others]
        return Imported(teams=teams, galleries=[], items=items)

    async def import_url(self, url: str, *, owner: str = "local") -> Imported:
        """Fetch a file and take in what it holds."""
        return await self.import_data(await fetch_text(url), owner=owner)

    async def add(
        self, component: JsonDict, *, gallery_id: str | None = None, owner: str = "local"
    ) -> GalleryItem:
        """Put a component into a gallery, by default the one of one's own components."""
        if not is_component(component):
            raise UsageError(
                "this is not a component: it names no provider",
                hint="A component has the keys `provider` and `config`.",
            )
        gallery = (
            await self._own(owner)
            if gallery_id is None
            else await self._editable(gallery_id, owner)
        )
        section = SECTIONS[kind_of(component)]
        document = clone_dict(gallery.document)
        sections: JsonDict = document.setdefault("components", {})
        sections[section] = [*as_list(sections.get(section)), component]
        changed = await self._galleries.change(gallery.gallery_id, owner=owner, document=document)
        return [item for item in _search([changed]) if _section(item) == section][-1]

    async def remove_item(self, item_id: str, *, owner: str = "local") -> Gallery:
        """Take a component out of a gallery."""
        item = await self.item(item_id, owner=owner)
        gallery = await self._editable(item.gallery_id, owner)
        section = _section(item)
        document = clone_dict(gallery.document)
        sections = as_dict(document.get("components"))
        listed = [other for other in _search([gallery]) if _section(other) == section]
        sections[section] = [other.component for other in listed if other.item_id != item_id]
        return await self._galleries.change(gallery.gallery_id, owner=owner, document=document)

    async def save(self, gallery_id: str, document: JsonDict, *, owner: str = "local") -> Gallery:
        """Replace a gallery's document."""
        if read_import(document).gallery is None:
            raise UsageError(
                "this is not a gallery", hint="It needs `components` with lists of components."
            )
        gallery = await self._editable(gallery_id, owner)
        name = clean_name(as_text(document.get("name"))) or gallery.name
        return await self._galleries.change(gallery_id, owner=owner, document=document, name=name)

    async def remove(self, gallery_id: str, *, owner: str = "local") -> Gallery:
        """Take a gallery off the list; `restore` brings it back."""
        await self._editable(gallery_id, owner)
        return await self._galleries.change(gallery_id, owner=owner, deleted_at=now())

    async def restore(self, gallery_id: str, *, owner: str = "local") -> Gallery:
        """Bring a removed gallery back."""
        return await self._galleries.change(gallery_id, owner=owner, deleted_at=None)

    async def export(self, gallery_id: str, *, owner: str = "local") -> JsonDict:
        """Return the gallery JSON that AutoGen Studio and we can import."""
        return (await self.get(gallery_id, owner=owner)).document

    async def _take_team(self, document: TeamDocument, name: str, owner: str) -> TeamInfo:
        label = as_text(document.component.get("label"))
        own_name = label if label != class_of(document.component) else ""
        team = await self._teams.create(document, name=own_name or name, owner=owner)
        return TeamInfo(**team.model_dump(exclude={"document"}))

    async def _take_gallery(self, gallery: GalleryDocument, name: str, owner: str) -> Gallery:
        document = {
            key: value for key, value in gallery.model_dump().items() if key != "url" or value
        }
        title = clean_name(gallery.name) or clean_name(name) or "Imported gallery"
        return await self._galleries.add(document, owner=owner, name=title, url=gallery.url)

    async def _editable(self, gallery_id: str, owner: str) -> Gallery:
        if gallery_id == BUILTIN_ID:
            raise ConflictError(
                "the built-in gallery cannot be changed",
                hint="Add the component to a gallery of your own.",
            )
        return await self._galleries.get(gallery_id, owner=owner)

    async def _own(self, owner: str) -> Gallery:
        for gallery in await self._galleries.list(owner=owner):
            if as_dict(gallery.document.get("metadata")).get("category") == "own":
                return gallery
        document: JsonDict = {
            "id": new_id("gallery"),
            "name": OWN_NAME,
            "metadata": {"author": owner, "version": "1.0.0", "category": "own"},
            "components": {},
        }
        return await self._galleries.add(document, owner=owner, name=OWN_NAME)

    async def list(self, *, owner: str = "local") -> list[Gallery]:
        """Return all galleries, the built-in one first."""
        builtin = await asyncio.to_thread(_builtin)
        return [builtin, *await self._galleries.list(owner=owner)]


def _builtin() -> Gallery:
    document = builtin_gallery()
    moment = now()
    return Gallery(
        gallery_id=BUILTIN_ID,
        owner="",
        name=document.name,
        document=document.model_dump(exclude={"url"}),
        builtin=True,
        created_at=moment,
        updated_at=moment,
    )


def _card(item: gallery_entry.GalleryItem, gallery: Gallery) -> GalleryItem:
    return GalleryItem(
        item_id=f"{gallery.gallery_id}/{item.id}",
        gallery_id=gallery.gallery_id,
        gallery=gallery.name,
        kind=item.kind,
        provider=item.provider,
        type=item.type_label,
        label=item.label,
        description=item.description,
        summary=item.summary,
        keys=item.needs,
        replay=item.replay,
        outline=item.outline,
        component=item.component,
    )


def _search(galleries: list[Gallery], query: str = "", kind: str = "") -> list[GalleryItem]:
    pairs = [(item, gallery) for gallery in galleries for item in _read(gallery)]
    origin = {id(item): gallery for item, gallery in pairs}
    found = search([item for item, _ in pairs], query, kind)
    return [_card(item, origin[id(item)]) for item in found]


def _read(gallery: Gallery) -> list[gallery_entry.GalleryItem]:
    if gallery.builtin:
        return builtin_items()
    known = {**gallery.document, "id": gallery.gallery_id, "name": gallery.name}
    return items_of(GalleryDocument.model_validate(known))


def _section(item: GalleryItem) -> str:
    return item.item_id.split("/")[1]


def _team_documents(value: Any) -> list[TeamDocument]:
    """Return team documents of ours, places and notes included; empty if it is anything else."""
    listed = [as_dict(item) for item in (as_list(value) or [value])]
    if not all(
        is_component(item.get("component")) and ("places" in item or "notes" in item)
        for item in listed
    ):
        return []
    try:
        return [TeamDocument.model_validate(item) for item in listed]
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise ImportRefusedError(
            f"the team document is broken at {where!r}",
            hint="Take its `component` alone, or mend that part.",
        ) from error
