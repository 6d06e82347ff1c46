"""What teams are made of inside: turns, inboxes, and the two ways to carry a conversation."""
