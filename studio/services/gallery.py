"""Galleries: the built-in one, imported ones, and a person's own components."""

from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import BaseModel, ConfigDict

from studio._kit.clock import now
from studio._kit.errors import UsageError
from studio._kit.ids import new_id
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text, clone_dict
from studio.domain.kinds import is_component, kind_of, label_of, type_label
from studio.domain.secrets import find_placeholders
from studio.domain.summaries import summary_of
from studio.storage.documents import Gallery, TeamInfo
from studio.storage.repositories.galleries import GalleryRepository

from .exceptions import ConflictError, NotFoundError
from .fetch import fetch_text
from .imports import (
    SECTIONS,
    gallery_items,
    is_gallery,
    name_of_gallery,
    read_import,
    section_of,
)
from .teams import TeamService, clean_name

BUILTIN_ID = "builtin"
OWN_NAME = "My components"


class GalleryItem(BaseModel):
    """One component of a gallery, as a card shows it."""

    model_config = ConfigDict(frozen=True)

    item_id: str
    """`gallery_id/section/index`; good until the gallery changes."""
    gallery_id: str
    gallery: str
    section: str
    kind: str
    provider: str
    type: str
    label: str
    description: str
    summary: str
    keys: list[str]
    """Names of the secrets it needs."""
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

    def __init__(
        self,
        galleries: GalleryRepository,
        teams: TeamService,
        builtin: Callable[[], Awaitable[JsonDict]],
    ) -> None:
        self._galleries = galleries
        self._teams = teams
        self._load_builtin = builtin

    async def get(self, gallery_id: str, *, owner: str = "local") -> Gallery:
        """Return a gallery with its document."""
        if gallery_id == BUILTIN_ID:
            return await self._builtin()
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
        words = query.casefold().split()
        return [
            item
            for gallery in galleries
            for section, index, component in gallery_items(gallery.document)
            if (item := _item(gallery, section, index, component)).kind == (kind or item.kind)
            and _matches(item, words)
        ]

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
        return await self._teams.create(item.component, name=name or item.label, owner=owner)

    async def import_data(self, data: Any, *, name: str = "", owner: str = "local") -> Imported:
        """Take in components, teams and galleries: data, or JSON or YAML text.

        Teams become teams of one's own, galleries are kept whole, and single components go into
        the gallery of one's own components.

        Raises:
            DocumentError: The text is neither JSON nor YAML.
            ImportRefusedError: There is nothing we know in it.
        """
        found = read_import(data)
        teams = [
            await self._teams.create(
                document, name=name if len(found.teams) == 1 else "", owner=owner
            )
            for document in found.teams
        ]
        galleries = [
            await self._galleries.add(
                document,
                owner=owner,
                name=(name if len(found.galleries) == 1 else "") or name_of_gallery(document),
                url=as_text(document.get("url")) or None,
            )
            for document in found.galleries
        ]
        items = [await self.add(component, owner=owner) for component in found.components]
        infos = [TeamInfo(**team.model_dump(exclude={"document"})) for team in teams]
        return Imported(teams=infos, galleries=galleries, items=items)

    async def import_url(self, url: str, *, owner: str = "local") -> Imported:
        """Fetch a file and take in what it holds."""
        return await self.import_data(await fetch_text(url), owner=owner)

    async def add(
        self, component: JsonDict, *, gallery_id: str | None = None, owner: str = "local"
    ) -> GalleryItem:
        """Put a component into a gallery, by default the one of one's own components."""
        section = section_of(component) if is_component(component) else None
        if section is None:
            raise UsageError(
                "a gallery cannot hold this",
                hint=f"It holds {', '.join(SECTIONS)}; put the component into one of those.",
            )
        gallery = (
            await self._own(owner)
            if gallery_id is None
            else await self._editable(gallery_id, owner)
        )
        document = clone_dict(gallery.document)
        listed: list[Any] = document.setdefault("components", {}).setdefault(section, [])
        listed.append(component)
        changed = await self._galleries.change(gallery.gallery_id, owner=owner, document=document)
        return _item(changed, section, len(listed) - 1, component)

    async def remove_item(self, item_id: str, *, owner: str = "local") -> Gallery:
        """Take a component out of a gallery."""
        item = await self.item(item_id, owner=owner)
        gallery = await self._editable(item.gallery_id, owner)
        document = clone_dict(gallery.document)
        listed = as_list(as_dict(document.get("components")).get(item.section))
        del listed[int(item_id.rpartition("/")[2])]
        return await self._galleries.change(gallery.gallery_id, owner=owner, document=document)

    async def save(self, gallery_id: str, document: JsonDict, *, owner: str = "local") -> Gallery:
        """Replace a gallery's document."""
        if not is_gallery(document):
            raise UsageError(
                "this is not a gallery", hint=f"It needs `components` with {', '.join(SECTIONS)}."
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

    async def _builtin(self) -> Gallery:
        document = await self._load_builtin()
        moment = now()
        return Gallery(
            gallery_id=BUILTIN_ID,
            owner="",
            name=name_of_gallery(document),
            document=document,
            builtin=True,
            created_at=moment,
            updated_at=moment,
        )

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
            "components": {section: [] for section in SECTIONS},
        }
        return await self._galleries.add(document, owner=owner, name=OWN_NAME)

    async def list(self, *, owner: str = "local") -> list[Gallery]:
        """Return all galleries, the built-in one first."""
        return [await self._builtin(), *await self._galleries.list(owner=owner)]


def _item(gallery: Gallery, section: str, index: int, component: JsonDict) -> GalleryItem:
    return GalleryItem(
        item_id=f"{gallery.gallery_id}/{section}/{index}",
        gallery_id=gallery.gallery_id,
        gallery=gallery.name,
        section=section,
        kind=kind_of(component),
        provider=as_text(component.get("provider")),
        type=type_label(component),
        label=as_text(component.get("label")) or label_of(component),
        description=as_text(component.get("description")),
        summary=summary_of(component),
        keys=sorted(find_placeholders(component)),
        component=component,
    )


def _matches(item: GalleryItem, words: list[str]) -> bool:
    text = f"{item.label} {item.description} {item.type} {item.provider} {item.kind}".casefold()
    return all(word in text for word in words)
