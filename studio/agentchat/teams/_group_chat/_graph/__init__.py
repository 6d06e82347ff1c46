"""Teams that run along a directed graph."""
