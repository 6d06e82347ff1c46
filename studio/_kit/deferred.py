"""Models that cost nothing until they are used."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class DeferredModel(BaseModel):
    """A pydantic model whose schema is built at first use, which keeps imports short."""

    model_config: ClassVar[ConfigDict] = ConfigDict(defer_build=True)
