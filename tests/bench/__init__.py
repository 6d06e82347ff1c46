"""How fast and how large; prints, never asserts a time."""
