"""What several model clients share."""
