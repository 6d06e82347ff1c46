"""Checks of tools and workbenches."""
