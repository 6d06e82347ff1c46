"""What can go wrong with a team as such."""

from studio._kit.errors import StudioError, UsageError
from studio.agentchat.teams._group_chat._events import SerializableException


class TeamSetupError(UsageError):
    """A team cannot be built from what it was given."""

    code = "team.setup"


class ParticipantTypeError(StudioError, TypeError):
    """A team was given a participant of a kind that it cannot use."""

    code = "team.participant"


class TaskError(UsageError):
    """A team cannot start with this task."""

    code = "team.task"


class TeamBusyError(UsageError):
    """A running team was asked to run."""

    code = "team.busy"


class TeamStateError(StudioError, RuntimeError):
    """The team is not in a state that allows what was asked for."""

    code = "team.state"


class SavedStateError(UsageError):
    """A saved state does not fit the team."""

    code = "team.saved_state"


class SpeakerError(UsageError):
    """The next speaker is nobody of the team."""

    code = "team.speaker"


class TurnError(StudioError, RuntimeError):
    """A speaker has ended its turn without an answer, or with one that the team cannot take."""

    code = "team.turn"


class TeamRunError(StudioError, RuntimeError):
    """Something went wrong inside of a run: an agent, a condition, or the choice of a speaker."""

    code = "team.failed"


def run_error(error: Exception) -> TeamRunError:
    """Return the error that the caller of a run gets for one that happened inside of it."""
    failed = written_error(SerializableException.from_exception(error))
    if isinstance(error, StudioError):
        failed.hint = error.hint
        failed.details["code"] = error.code
    return failed


def written_error(error: SerializableException) -> TeamRunError:
    """Return the error that the caller of a run gets for one that was written down."""
    return TeamRunError(
        str(error),
        details={"error_type": error.error_type, "error_message": error.error_message},
    )
