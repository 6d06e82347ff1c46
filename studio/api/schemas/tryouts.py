"""Try-outs."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

JsonDict = dict[str, Any]


class TryoutIn(BaseModel):
    """What to try, and with what."""

    model_config = ConfigDict(extra="forbid")

    component: JsonDict
    input: JsonDict = {}
    """As the schema of its description says."""
    confirmed: bool = False
    """Whether a person has agreed to what the description asks."""
    limit_s: float | None = Field(default=None, gt=0, le=600)
    """End it after this time."""
