"""Stores that outlive the process."""
