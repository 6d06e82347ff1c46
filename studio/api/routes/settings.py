"""Settings and secrets."""

from studio.api.dependencies import OwnerDep, ServicesDep
from studio.api.routing import new_router
from studio.api.schemas.settings import (
    SecretIn,
    SecretsOut,
    SettingIn,
    SettingOut,
    SettingsOut,
)
from studio.services.documents import SecretInfo

router = new_router("/api", "settings")


@router.get("/settings")
async def list_settings(services: ServicesDep, owner: OwnerDep) -> SettingsOut:
    """Give every setting that was made."""
    return SettingsOut(settings=await services.settings.all(owner=owner))


@router.get("/settings/{key}")
async def get_setting(key: str, services: ServicesDep, owner: OwnerDep) -> SettingOut:
    """Give a setting, `null` if it was never made."""
    return SettingOut(key=key, value=await services.settings.get(key, owner=owner))


@router.put("/settings/{key}")
async def set_setting(
    key: str, body: SettingIn, services: ServicesDep, owner: OwnerDep
) -> SettingOut:
    """Make a setting; `null` forgets it."""
    await services.settings.set(key, body.value, owner=owner)
    return SettingOut(key=key, value=body.value)


@router.get("/secrets")
async def list_secrets(services: ServicesDep, owner: OwnerDep) -> SecretsOut:
    """List the names of the secrets; their values are never given out."""
    return SecretsOut(items=await services.secrets.names(owner=owner))


@router.put("/secrets/{name}")
async def set_secret(
    name: str, body: SecretIn, services: ServicesDep, owner: OwnerDep
) -> SecretInfo:
    """Keep a secret, encrypted."""
    return await services.secrets.set(name, body.value, owner=owner)


@router.delete("/secrets/{name}", status_code=204)
async def delete_secret(name: str, services: ServicesDep, owner: OwnerDep) -> None:
    """Forget a secret."""
    await services.secrets.delete(name, owner=owner)
