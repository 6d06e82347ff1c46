"""Writes a component as Python that a person would have written."""
