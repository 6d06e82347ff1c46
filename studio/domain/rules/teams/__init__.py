"""Checks of teams and who is in them."""
