"""Deploy: take a team away."""
