"""AutoGen's names and ours."""


def studio_name(name: str) -> str:
    """Return our name of an AutoGen module."""
    return name.replace("autogen_", "studio.", 1)
