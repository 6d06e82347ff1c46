"""Ready-made teams."""
