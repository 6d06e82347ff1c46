"""Gallery: ready-made components, and those that people bring."""
