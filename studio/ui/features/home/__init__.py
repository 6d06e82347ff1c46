"""Home: what to start from."""
