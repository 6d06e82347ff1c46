"""Which of AutoGen's modules are ours."""

from importlib.util import find_spec


def studio_name(name: str) -> str:
    """Return our name of an AutoGen module, class or program."""
    return name.replace("autogen_", "studio.", 1)


def is_here(module: str) -> bool:
    """Say whether a module of ours exists, without importing more than its packages."""
    names = module.split(".")
    return all(find_spec(".".join(names[: n + 1])) for n in range(len(names)))
