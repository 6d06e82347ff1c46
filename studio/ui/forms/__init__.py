"""Forms made from the components' own schemas."""
