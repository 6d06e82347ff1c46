"""What goes wrong in a tool agent; outside `Exception`, as in AutoGen."""

from dataclasses import dataclass


@dataclass(unsafe_hash=True)
class ToolException(BaseException):
    """A call could not be answered; carries what the model should read instead of a result."""

    call_id: str
    content: str
    name: str

    def __str__(self) -> str:
        return self.content


@dataclass(unsafe_hash=True)
class ToolNotFoundException(ToolException):
    """The agent has no tool of that name."""


@dataclass(unsafe_hash=True)
class InvalidToolArgumentsException(ToolException):
    """The arguments are not JSON."""


@dataclass(unsafe_hash=True)
class ToolExecutionException(ToolException):
    """The tool raised."""
