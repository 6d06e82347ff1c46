"""How each kind of component is tried out."""
