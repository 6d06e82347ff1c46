"""The face: Reflex pages, thin over services."""
