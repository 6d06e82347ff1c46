"""Small pieces that two features or more share."""
