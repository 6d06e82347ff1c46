"""The errors of the engine's core.

StudioError
├── CantHandleException · UndeliverableException · MessageDroppedException · NotAccessibleError
├── AddressError (ValueError)
├── RegistrationError (ValueError)
├── AgentNotFoundError (LookupError) · AgentClassError (TypeError)
├── RuntimeStateError (RuntimeError)
│   └── AgentNotBoundError (AttributeError)
├── HandlerSignatureError (AssertionError) · HandlerTypeError (ValueError)
├── SerializationError (ValueError)
├── CapabilityError (ValueError)
├── ComponentError
│   ├── UntrustedProviderError (ValueError)
│   ├── ComponentSchemaError (ValueError)
│   └── ComponentVersionError (ValueError)
└── ToolError
    ├── ToolNotFoundError (LookupError)
    └── ToolArgumentsError (ValueError)
"""

from collections.abc import Mapping
from typing import Any

from studio._kit.errors import StudioError

__all__ = [
    "CantHandleException",
    "MessageDroppedException",
    "NotAccessibleError",
    "UndeliverableException",
]


class _DeliveryProblem(StudioError):
    """A `StudioError` that may be raised without a text."""

    def __init__(
        self, *args: object, hint: str | None = None, details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(str(args[0]) if args else "", hint=hint, details=details)
        self.args = args


class CantHandleException(_DeliveryProblem):
    """A handler refuses the message it was given."""

    code = "core.cant_handle"


class UndeliverableException(_DeliveryProblem):
    """A message could not be delivered."""

    code = "core.undeliverable"


class MessageDroppedException(_DeliveryProblem):
    """An intervention handler dropped the message."""

    code = "core.message_dropped"


class NotAccessibleError(_DeliveryProblem):
    """A value cannot be reached from here, for example because it lives in another process."""

    code = "core.not_accessible"


class AddressError(StudioError, ValueError):
    """An agent id or a topic id is not well-formed."""

    code = "core.address"


class RegistrationError(StudioError, ValueError):
    """An agent, a subscription or a factory does not fit what is already registered."""

    code = "core.registration"


class AgentNotFoundError(StudioError, LookupError):
    """No agent of that type is registered, or it does not live in this process."""

    code = "core.agent_not_found"


class AgentClassError(StudioError, TypeError):
    """An agent is not of the class that was asked for."""

    code = "core.agent_class"


class RuntimeStateError(StudioError, RuntimeError):
    """The call does not fit the moment, such as stopping a runtime that is not running."""

    code = "core.runtime_state"


class AgentNotBoundError(RuntimeStateError, AttributeError):
    """An agent was asked for its id or runtime before it had any."""

    code = "core.agent_not_bound"


class HandlerSignatureError(StudioError, AssertionError):
    """A message handler lacks the annotations that its routing is made from."""

    code = "core.handler_signature"


class HandlerTypeError(StudioError, ValueError):
    """A message handler returned something that its annotation excludes."""

    code = "core.handler_type"


class SerializationError(StudioError, ValueError):
    """A message type has no serializer or cannot have one."""

    code = "core.serialization"


class CapabilityError(StudioError, ValueError):
    """The model cannot do what was asked of it."""

    code = "core.capability"


class ComponentError(StudioError):
    """A component cannot be loaded or dumped."""

    code = "component.error"


class UntrustedProviderError(ComponentError, ValueError):
    """A config names code that may not be imported."""

    code = "component.untrusted"


class ComponentSchemaError(ComponentError, ValueError):
    """A config does not fit its component."""

    code = "component.schema"


class ComponentVersionError(ComponentError, ValueError):
    """A config is too old or too new for its component."""

    code = "component.version"


class ToolError(StudioError):
    """A tool call went wrong."""

    code = "tool.error"


class ToolNotFoundError(ToolError, LookupError):
    """There is no tool of that name."""

    code = "tool.not_found"


class ToolArgumentsError(ToolError, ValueError):
    """The arguments of a tool call are not what the tool takes."""

    code = "tool.arguments"
