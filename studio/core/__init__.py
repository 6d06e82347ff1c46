"""Core of the engine: agents, the runtime they live in, components."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from studio.core._addressing import (
    AgentId,
    AgentType,
    CancellationToken,
    DefaultSubscription,
    DefaultTopicId,
    MessageHandlerContext,
    Subscription,
    SubscriptionInstantiationContext,
    TopicId,
    TypePrefixSubscription,
    TypeSubscription,
)
from studio.core._agents import (
    BaseAgent,
    ClosureAgent,
    ClosureContext,
    RoutedAgent,
    default_subscription,
    event,
    message_handler,
    rpc,
    type_subscription,
)
from studio.core._cache_store import CacheStore, InMemoryStore
from studio.core._component import (
    Component,
    ComponentBase,
    ComponentFromConfig,
    ComponentLoader,
    ComponentModel,
    ComponentSchemaType,
    ComponentToConfig,
    ComponentType,
    is_component_class,
    is_component_instance,
)
from studio.core._runtime import (
    Agent,
    AgentInstantiationContext,
    AgentMetadata,
    AgentProxy,
    AgentRuntime,
    DefaultInterventionHandler,
    DropMessage,
    InterventionHandler,
    MessageContext,
    SingleThreadedAgentRuntime,
)
from studio.core._telemetry import (
    EVENT_LOGGER_NAME,
    ROOT_LOGGER_NAME,
    TRACE_LOGGER_NAME,
    trace_create_agent_span,
    trace_invoke_agent_span,
    trace_tool_span,
)
from studio.core._types import FunctionCall
from studio.core._wire import (
    JSON_DATA_CONTENT_TYPE,
    PROTOBUF_DATA_CONTENT_TYPE,
    MessageSerializer,
    UnknownPayload,
    try_get_known_serializers_for_type,
)

if TYPE_CHECKING:
    from studio.core._image import Image

__all__ = [
    "EVENT_LOGGER_NAME",
    "JSON_DATA_CONTENT_TYPE",
    "PROTOBUF_DATA_CONTENT_TYPE",
    "ROOT_LOGGER_NAME",
    "TRACE_LOGGER_NAME",
    "Agent",
    "AgentId",
    "AgentInstantiationContext",
    "AgentMetadata",
    "AgentProxy",
    "AgentRuntime",
    "AgentType",
    "BaseAgent",
    "CacheStore",
    "CancellationToken",
    "ClosureAgent",
    "ClosureContext",
    "Component",
    "ComponentBase",
    "ComponentFromConfig",
    "ComponentLoader",
    "ComponentModel",
    "ComponentSchemaType",
    "ComponentToConfig",
    "ComponentType",
    "DefaultInterventionHandler",
    "DefaultSubscription",
    "DefaultTopicId",
    "DropMessage",
    "FunctionCall",
    "Image",
    "InMemoryStore",
    "InterventionHandler",
    "MessageContext",
    "MessageHandlerContext",
    "MessageSerializer",
    "RoutedAgent",
    "SingleThreadedAgentRuntime",
    "Subscription",
    "SubscriptionInstantiationContext",
    "TopicId",
    "TypePrefixSubscription",
    "TypeSubscription",
    "UnknownPayload",
    "default_subscription",
    "event",
    "is_component_class",
    "is_component_instance",
    "message_handler",
    "rpc",
    "trace_create_agent_span",
    "trace_invoke_agent_span",
    "trace_tool_span",
    "try_get_known_serializers_for_type",
    "type_subscription",
]


def __getattr__(name: str) -> Any:
    # Pillow is loaded by those who use images.
    if name == "Image":
        return import_module("studio.core._image").Image
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
