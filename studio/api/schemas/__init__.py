"""What requests and responses look like, by noun."""
