"""What the gallery shows."""

import json

import reflex as rx

from studio._kit.errors import StudioError
from studio.ui.kit.cards import ComponentCard, card_of, toast_error
from studio.ui.kit.services import services


class GalleryState(rx.State):
    """The components of one kind that fit the search."""

    kind: str = "team"
    query: str = ""
    gallery_id: str = ""
    galleries: rx.Field[list[dict[str, str]]] = rx.field(default_factory=list)
    cards: rx.Field[list[ComponentCard]] = rx.field(default_factory=list)
    counts: rx.Field[dict[str, int]] = rx.field(default_factory=dict)
    loaded: bool = False
    shown_name: str = ""
    shown_id: str = ""
    shown_kind: str = ""
    shown_json: str = ""

    @rx.event
    async def load(self):
        """Read the galleries and the cards."""
        self.galleries = [
            {"id": gallery.gallery_id, "name": gallery.name}
            for gallery in await services().gallery.list()
        ]
        await self._search()
        self.loaded = True

    @rx.event
    async def pick_kind(self, kind: str):
        """Show another kind."""
        self.kind = kind
        await self._search()

    @rx.event
    async def search(self, query: str):
        """Show what fits."""
        self.query = query
        await self._search()

    @rx.event
    async def pick_gallery(self, gallery_id: str):
        """Show one gallery alone, or all."""
        self.gallery_id = gallery_id
        await self._search()

    @rx.event
    async def use_team(self, item_id: str):
        """Make a team of one's own from it."""
        try:
            team = await services().gallery.use(item_id)
        except StudioError as error:
            return toast_error(error)
        return rx.redirect(f"/build/{team.team_id}")

    @rx.event
    async def show(self, item_id: str):
        """Open the details of a component."""
        item = await services().gallery.item(item_id)
        self.shown_id, self.shown_name, self.shown_kind = item_id, item.label, item.kind
        self.shown_json = json.dumps(item.component, indent=2, ensure_ascii=False)

    @rx.event
    def close(self):
        """Close the details."""
        self.shown_id = ""

    @rx.event
    async def import_file(self, name: str, text: str):
        """Take in a gallery or a component."""
        try:
            brought = await services().gallery.import_data(text, name=name.rsplit(".", 1)[0])
        except StudioError as error:
            return toast_error(error)
        if brought.teams:
            return rx.redirect(f"/build/{brought.teams[0].team_id}")
        return [GalleryState.load, rx.toast.success("It is in the gallery.")]

    @rx.event
    async def remove_gallery(self, gallery_id: str):
        """Remove a gallery that was brought in."""
        try:
            await services().gallery.remove(gallery_id)
        except StudioError as error:
            return toast_error(error)
        self.gallery_id = ""
        return GalleryState.load

    async def _search(self):
        found = await services().gallery.items(query=self.query, gallery_id=self.gallery_id or None)
        self.counts = {}
        for item in found:
            self.counts[item.kind] = self.counts.get(item.kind, 0) + 1
        self.cards = [card_of(item) for item in found if item.kind == self.kind]
