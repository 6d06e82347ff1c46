"""Settings and secrets."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from studio.services.documents import SecretInfo


class SettingsOut(BaseModel):
    """Every setting that was made."""

    settings: dict[str, Any]


class SettingIn(BaseModel):
    """A value; `null` forgets the setting."""

    model_config = ConfigDict(extra="forbid")

    value: Any


class SettingOut(BaseModel):
    """One setting."""

    key: str
    value: Any


class SecretsOut(BaseModel):
    """Which secrets there are; values are never given out."""

    items: list[SecretInfo]


class SecretIn(BaseModel):
    """A secret's value."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    value: str
