"""What the Versions view does: run, restore, publish, branch, name."""

import reflex as rx

from studio._kit.errors import StudioError
from studio.services.documents import PUBLISHED
from studio.services.exceptions import ConflictError
from studio.ui.features.builder.state import BuilderState
from studio.ui.kit.cards import toast_error
from studio.ui.kit.services import services


class VersionsState(rx.State):
    """Counts what was done; the versions themselves are read over REST."""

    done: int = 0
    """Goes up after each change, so that the view reads again."""

    @rx.event
    async def restore(self, version: int):
        """Put an earlier version back as the newest."""
        builder = await self.get_state(BuilderState)
        try:
            await services().drafts.restore(builder.team_id, version)
        except ConflictError as error:
            builder.conflict = error.theirs.version
        except StudioError as error:
            yield toast_error(error)
            return
        self.done += 1
        yield BuilderState.command("scope", "")

    @rx.event
    async def save_as(self, name: str):
        """Save the draft as a version of this name."""
        builder = await self.get_state(BuilderState)
        try:
            await services().drafts.save(builder.team_id, message=name)
        except ConflictError as error:
            builder.conflict = error.theirs.version
        except StudioError as error:
            yield toast_error(error)
            return
        self.done += 1
        yield BuilderState.command("scope", builder.scope)

    @rx.event
    async def publish(self, version: int):
        """Publish a version, or none for 0."""
        builder = await self.get_state(BuilderState)
        try:
            await services().teams.publish(builder.team_id, version or None)
        except StudioError as error:
            return toast_error(error)
        self.done += 1
        return None

    @rx.event
    async def name_version(self, version: int, name: str):
        """Call a version something."""
        builder = await self.get_state(BuilderState)
        try:
            await services().teams.name_version(builder.team_id, version, name)
        except StudioError as error:
            return toast_error(error)
        self.done += 1
        return None

    @rx.event
    async def try_version(self, version: int):
        """Begin a session that stays on a version, or follows the published one for 0."""
        builder = await self.get_state(BuilderState)
        choice = version or PUBLISHED
        try:
            session = await services().sessions.create(team_id=builder.team_id, team_version=choice)
        except StudioError as error:
            return toast_error(error)
        return rx.redirect(f"/playground/{session.session_id}")

    @rx.event
    async def branch(self, version: int):
        """Make a new team from a version and open it."""
        builder = await self.get_state(BuilderState)
        try:
            team = await services().teams.branch(builder.team_id, version)
        except StudioError as error:
            return toast_error(error)
        return rx.redirect(f"/build/{team.team_id}")
