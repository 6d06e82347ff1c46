"""Use cases: everything that api, ui and cli may call."""
