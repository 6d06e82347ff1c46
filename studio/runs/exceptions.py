"""What can go wrong with a run.

StudioError
├── RunBusyError (RuntimeError)      it cannot do that in the state it is in
├── RunGoneError (RuntimeError)      it has ended, so it cannot be steered
├── QuestionGoneError (ValueError)   nobody asked that, or it was answered differently
├── AnswerError (ValueError)         the answer does not fit the question
├── AttachmentError (ValueError)     a file that cannot be given to the model
└── RunFailedError (RuntimeError)    the team could not go on
"""

from studio._kit.errors import StudioError


class RunBusyError(StudioError, RuntimeError):
    """The run cannot do that in the state it is in."""

    code = "run.busy"


class RunGoneError(StudioError, RuntimeError):
    """The run has ended, so it cannot be steered any more."""

    code = "run.gone"


class QuestionGoneError(StudioError, ValueError):
    """Nobody asked that, or it has been answered differently."""

    code = "run.question_gone"


class AnswerError(StudioError, ValueError):
    """The answer does not fit the question's schema."""

    code = "run.bad_answer"


class AttachmentError(StudioError, ValueError):
    """A file cannot be given to the models of this team."""

    code = "run.attachment"


class RunFailedError(StudioError, RuntimeError):
    """The team could not go on."""

    code = "run.failed"
