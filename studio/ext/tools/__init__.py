"""Tools and workbenches that reach beyond the program."""
