"""What Deploy shows."""

import reflex as rx

from studio._kit.errors import StudioError
from studio.domain.bypass import runnable
from studio.services.documents import Team
from studio.ui.kit.cards import read_error, toast_error
from studio.ui.kit.route import address_argument
from studio.ui.kit.services import services


class DeployState(rx.State):
    """The team, the way out that is picked, and what it gives."""

    team_id: str = ""
    team_name: str = ""
    teams: rx.Field[list[dict[str, str]]] = rx.field(default_factory=list)
    target: str = "python"
    filename: str = ""
    text: str = ""
    broken: str = ""
    """What keeps the team from running, if anything does."""
    problem: str = ""
    hint: str = ""
    loaded: bool = False

    @rx.event
    async def load(self):
        """Read the teams and show the one in the address, or the newest."""
        page = await services().teams.list(limit=100)
        self.teams = [{"id": team.team_id, "name": team.name} for team in page.items]
        wanted = address_argument(self, "deploy")
        known = {team["id"] for team in self.teams}
        if wanted and wanted not in known:
            try:
                team = await services().teams.get(wanted)
            except StudioError:
                self.problem = "There is no team at this address."
                self.hint = "Pick one on the left."
            else:
                self.teams.insert(0, {"id": team.team_id, "name": team.name})
                known.add(wanted)
        self.team_id = wanted if wanted in known else (self.teams[0]["id"] if self.teams else "")
        await self._show()
        self.loaded = True

    @rx.event
    async def pick_team(self, team_id: str):
        """Show another team."""
        self.team_id = team_id
        await self._show()

    @rx.event
    async def pick_target(self, target: str):
        """Show another way out."""
        self.target = target
        await self._show()

    @rx.event
    async def download(self):
        """Hand the file to the browser."""
        try:
            result = await self._export(await services().teams.get(self.team_id))
        except StudioError as error:
            return toast_error(error)
        return rx.download(data=result.data, filename=result.filename, mime_type=result.media_type)

    async def _export(self, team: Team):
        target = "json" if self.target == "endpoint" else self.target
        return await services().exports.export(
            runnable(team.document), target=target, name=team.name
        )

    async def _what_keeps_it_from_running(self, team: Team) -> str:
        found = await services().checks.validate(runnable(team.document))
        errors = [problem.message for problem in found if problem.severity == "error"]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        return errors[0] + more if errors else ""

    async def _show(self):
        if not self.team_id:
            return
        self.team_name = next((t["name"] for t in self.teams if t["id"] == self.team_id), "")
        self.problem = self.hint = self.broken = ""
        try:
            team = await services().teams.get(self.team_id)
            result = await self._export(team)
            self.broken = await self._what_keeps_it_from_running(team)
        except StudioError as error:
            self.problem, self.hint = read_error(error)
            self.text = ""
            return
        self.filename, self.text = result.filename, result.text or ""
