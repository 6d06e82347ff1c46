"""What a team can be taken away as."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """One way out."""

    key: str
    icon: str
    title: str
    text: str


TARGETS = (
    Target("python", "file-code", "Python", "A readable script you can run and change."),
    Target("autogen", "braces", "AutoGen JSON", "A component that AutoGen itself loads."),
    Target(
        "docker", "container", "Docker", "A build context: Dockerfile, pinned packages, the team."
    ),
    Target("endpoint", "globe", "Endpoint", "Serve it over HTTP from this machine."),
    Target("notebook", "notebook-pen", "Notebook", "The same script in cells, for Jupyter."),
    Target("mermaid", "waypoints", "Diagram", "Mermaid text for a README."),
    Target("json", "file-json", "Studio JSON", "The component just as the canvas keeps it."),
)
