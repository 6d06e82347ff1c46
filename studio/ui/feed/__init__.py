"""Runs on the screen."""
