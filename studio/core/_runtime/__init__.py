"""Runtimes: they build agents and carry messages between them."""

from studio.core._runtime.instantiation import AgentInstantiationContext
from studio.core._runtime.interception import (
    DefaultInterventionHandler,
    DropMessage,
    InterventionHandler,
)
from studio.core._runtime.protocols import Agent, AgentMetadata, AgentRuntime, MessageContext
from studio.core._runtime.proxy import AgentProxy
from studio.core._runtime.single_threaded import SingleThreadedAgentRuntime

__all__ = [
    "Agent",
    "AgentInstantiationContext",
    "AgentMetadata",
    "AgentProxy",
    "AgentRuntime",
    "DefaultInterventionHandler",
    "DropMessage",
    "InterventionHandler",
    "MessageContext",
    "SingleThreadedAgentRuntime",
]
