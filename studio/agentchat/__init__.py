"""Agentchat."""
