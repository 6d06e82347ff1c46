"""Showing conversations on the console."""

from ._console import Console
from ._user_input import UserInputManager

__all__ = ["Console", "UserInputManager"]
