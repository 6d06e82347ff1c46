"""The request of a model to call a function."""

from dataclasses import dataclass


@dataclass
class FunctionCall:
    """A model asks for one function to be called."""

    id: str
    """Identifier that the result has to carry back."""
    arguments: str
    """Arguments as JSON text, as the model wrote them."""
    name: str
    """Name of the function."""
