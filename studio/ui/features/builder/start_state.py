"""What the Build page offers while no team is open."""

import reflex as rx

from studio._kit.errors import StudioError
from studio.ui.kit.cards import ComponentCard, ago, card_of, summary_line, toast_error
from studio.ui.kit.services import services


class StartState(rx.State):
    """Kinds of teams, templates and recent teams."""

    kinds: rx.Field[list[dict[str, str]]] = rx.field(default_factory=list)
    templates: rx.Field[list[ComponentCard]] = rx.field(default_factory=list)
    recent: rx.Field[list[dict[str, str]]] = rx.field(default_factory=list)
    loaded: bool = False
    error: str = ""

    @rx.event
    async def load(self):
        """Read what a team can be started from."""
        held = services()
        self.error = ""
        try:
            kinds = await held.components.catalogue(kind="team")
            templates = await held.gallery.items(gallery_id="builtin", kind="team")
            recent = (await held.teams.list(limit=6)).items
        except StudioError as error:
            self.error = str(error)
            return
        self.kinds = [
            {"provider": info.provider, "label": info.label, "about": info.description}
            for info in kinds
            if not info.missing
        ]
        self.templates = [card_of(item) for item in templates]
        self.recent = [
            {
                "id": team.team_id,
                "name": team.name,
                "detail": summary_line(team),
                "when": ago(team.updated_at),
            }
            for team in recent
        ]
        self.loaded = True

    @rx.event
    async def create_blank(self, provider: str):
        """Make an empty team of one kind and open it."""
        try:
            info = await services().components.describe(provider)
            team = await services().teams.create(info.template, name=f"{info.label} team")
        except StudioError as error:
            return toast_error(error)
        return rx.redirect(f"/build/{team.team_id}")

    @rx.event
    async def use_template(self, item_id: str):
        """Make a team from a template and open it."""
        try:
            team = await services().gallery.use(item_id)
        except StudioError as error:
            return toast_error(error)
        return rx.redirect(f"/build/{team.team_id}")

    @rx.event
    async def import_file(self, name: str, text: str):
        """Take in a file and open the team in it."""
        try:
            brought = await services().gallery.import_data(text, name=name.rpartition(".")[0])
        except StudioError as error:
            return toast_error(error)
        if brought.teams:
            return rx.redirect(f"/build/{brought.teams[0].team_id}")
        return rx.toast("There was no team in it; its components are in the library now.")
