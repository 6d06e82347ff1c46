"""Gallery."""
