"""Checks of graph flows."""
