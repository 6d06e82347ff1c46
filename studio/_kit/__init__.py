"""Helpers that two or more parts need; imports nothing else of ours."""
