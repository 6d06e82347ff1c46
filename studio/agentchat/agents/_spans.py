"""OpenTelemetry spans of agents, only for programs that have set OpenTelemetry up."""
