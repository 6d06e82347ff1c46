"""Studio: a visual studio for teams of AI agents, over an engine with AutoGen's API."""

__version__ = "0.1.0"
