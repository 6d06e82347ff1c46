"""CV405: an MCP server that cannot be reached."""

from collections.abc import Iterator

from studio.domain.json_values import as_dict, as_text
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for bench in scene.of_class("McpWorkbench"):
        server = as_dict(bench.config.get("server_params"))
        path = bench.field("server_params")
        has_command = bool(as_text(server.get("command")).strip())
        has_url = as_text(server.get("url")).startswith(("http://", "https://", "${"))
        if as_text(server.get("type")).startswith("Stdio") and not has_command:
            yield Finding(f"{path}/command", f"{bench.label} does not say what to start")
        elif not has_command and not has_url:
            yield Finding(f"{path}/url", f"{bench.label} has no address to connect to")


RULE = Rule(
    "CV405",
    "error",
    "An MCP server without command or address",
    "Give a command for a local server, or an address that begins with http:// or https://.",
    _look,
)
