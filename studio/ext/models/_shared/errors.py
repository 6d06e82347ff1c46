"""Errors of model clients that no vendor's SDK raises."""

from studio._kit.errors import StudioError, UsageError


class ModelArgumentError(UsageError):
    """A model client was given arguments that do not go together."""

    code = "model.argument"


class UnknownModelError(UsageError):
    """Nothing is known about a model, and no `model_info` says what it can do."""

    code = "model.unknown"


class BadAnswerError(StudioError, ValueError):
    """The provider answered something that is no answer."""

    code = "model.bad_answer"
