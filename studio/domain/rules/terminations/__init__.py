"""Checks of termination conditions."""
