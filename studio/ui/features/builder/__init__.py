"""Build: the team on its canvas."""
