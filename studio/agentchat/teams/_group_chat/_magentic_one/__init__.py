"""Teams under an orchestrator that keeps ledgers."""
