"""Agents for special work."""
