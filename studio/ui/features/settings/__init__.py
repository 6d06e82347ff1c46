"""Settings: keys, appearance, what is installed."""
