"""Checks of single agents."""
