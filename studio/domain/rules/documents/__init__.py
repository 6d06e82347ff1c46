"""Checks of the document as a whole."""
