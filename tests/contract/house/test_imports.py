"""Importing the engine loads the engine and nothing else."""

import subprocess
import sys

import pytest

HEAVY = [
    "reflex", "sqlmodel", "sqlalchemy", "openai", "anthropic", "docker", "fastapi", "starlette",
    "PIL", "networkx", "google.protobuf", "opentelemetry.sdk", "jsonref", "tiktoken", "httpx",
]  # fmt: skip


def loaded_by(module: str) -> set[str]:
    code = f"import sys, {module}; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "module",
    ["studio.core", "studio.agentchat", "studio.agentchat.agents", "studio.agentchat.teams"],
)
def test_the_engine_loads_no_framework_database_or_vendor(module: str) -> None:
    assert loaded_by(module).intersection(HEAVY) == set()


def test_documents_load_no_engine_framework_or_database() -> None:
    loaded = loaded_by("studio.domain.canvas")

    assert loaded.intersection([*HEAVY, "studio.agentchat"]) == set()
