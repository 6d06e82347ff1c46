"""Ways to prove who one is."""
