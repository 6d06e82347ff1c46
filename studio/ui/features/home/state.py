"""What Home shows."""

from typing import TypedDict

import reflex as rx
from reflex_components_sonner.toast import ToastAction

from studio._kit.errors import StudioError
from studio.ui.kit.cards import ComponentCard, ago, card_of, summary_line, toast_error
from studio.ui.kit.services import services

KEYS = {"OPENAI_API_KEY": "OpenAI", "ANTHROPIC_API_KEY": "Anthropic"}


class TeamRow(TypedDict):
    """A team of the person's own."""

    id: str
    name: str
    detail: str
    when: str


class HomeState(rx.State):
    """Templates, teams and keys."""

    templates: rx.Field[list[ComponentCard]] = rx.field(default_factory=list)
    teams: rx.Field[list[TeamRow]] = rx.field(default_factory=list)
    keys: rx.Field[list[str]] = rx.field(default_factory=list)
    key_name: str = "OPENAI_API_KEY"
    loaded: bool = False
    opening: str = ""

    @rx.event
    async def load(self):
        """Read what there is."""
        held = services()
        self.templates = [
            card_of(item)
            for item in await held.gallery.items(gallery_id="builtin", kind="team")
            if not item.keys
        ][:6]
        page = await held.teams.list(limit=12)
        self.teams = [
            {
                "id": team.team_id,
                "name": team.name,
                "detail": summary_line(team),
                "when": ago(team.updated_at),
            }
            for team in page.items
        ]
        self.keys = [secret.name for secret in await held.secrets.names()]
        self.loaded = True

    @rx.event
    async def open_template(self, item_id: str):
        """Make a team from a template and show it."""
        self.opening = item_id
        yield
        try:
            team = await services().gallery.use(item_id)
        except StudioError as error:
            yield toast_error(error)
            return
        finally:
            self.opening = ""
        yield rx.redirect(f"/build/{team.team_id}")

    @rx.event
    async def import_file(self, name: str, text: str):
        """Take in what AutoGen Studio or `dump_component()` wrote."""
        try:
            brought = await services().gallery.import_data(text, name=name.rsplit(".", 1)[0])
        except StudioError as error:
            return toast_error(error)
        if brought.teams:
            return rx.redirect(f"/build/{brought.teams[0].team_id}")
        return rx.redirect("/gallery")

    @rx.event
    def choose_key(self, name: str):
        """Pick whose key is about to be set."""
        self.key_name = name

    @rx.event
    async def save_key(self, form: dict[str, str]):
        """Keep a key, encrypted."""
        value = form.get("key", "").strip()
        if not value:
            return rx.toast.error("Paste a key first.")
        await services().secrets.set(self.key_name, value)
        self.keys = sorted({*self.keys, self.key_name})
        return rx.toast.success(f"{self.key_name} is kept, encrypted.")

    @rx.event
    async def delete_team(self, team_id: str):
        """Delete a team; it can be brought back for a while."""
        await services().teams.delete(team_id)
        self.teams = [team for team in self.teams if team["id"] != team_id]
        return rx.toast(
            "Deleted.",
            duration=10_000,
            action=ToastAction(label="Undo", on_click=HomeState.restore_team(team_id)),
        )

    @rx.event
    async def restore_team(self, team_id: str):
        """Bring a deleted team back."""
        await services().teams.undelete(team_id)
        return HomeState.load

    @rx.event
    async def duplicate_team(self, team_id: str):
        """Copy a team."""
        await services().teams.duplicate(team_id)
        return HomeState.load
