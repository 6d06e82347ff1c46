"""The services of this process, for state handlers."""

from studio._kit.settings import load_settings
from studio.services.container import Services, build_services

_held: list[Services] = []


def use_services(services: Services) -> None:
    """Make `services` the ones that pages and API of this process use."""
    _held[:] = [services]


def services() -> Services:
    """Return the services of this process, built from the settings on first use."""
    if not _held:
        _held.append(build_services(load_settings()))
    return _held[0]
