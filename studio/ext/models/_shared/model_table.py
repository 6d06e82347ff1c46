"""Looks models up in a provider's table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from studio.core.models import ModelInfo
from studio.core.models.facts import FACTS
from studio.ext.models._shared.errors import UnknownModelError

_USUAL = 128_000
_SNAPSHOT = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")


@dataclass(frozen=True)
class KnownModel:
    """What is known about a model."""

    info: ModelInfo
    context: int
    """Tokens that a request and its answer may have together."""


def known(
    infos: Mapping[str, ModelInfo], *, contexts: Mapping[str, int] | None = None
) -> dict[str, KnownModel]:
    """Return what a client knows of its models: what they can do, and how much they read.

    Args:
        infos: What each can do behind this client.
        contexts: Where less may be read behind this client than elsewhere.
    """
    own = contexts or {}
    return {
        name: KnownModel(info, own.get(name) or FACTS[name].context or _USUAL)
        for name, info in infos.items()
    }


@dataclass(frozen=True)
class ModelTable:
    """A provider's models by name."""

    models: Mapping[str, KnownModel]
    pointers: Mapping[str, str]
    """Other names, and the dated model each stands for."""
    otherwise: int
    """Context of models that are not listed."""
    refusal: str
    """What to say about an unlisted model without `model_info`."""

    def resolve(self, model: str) -> str:
        """Return the dated name that a name stands for, or the name itself."""
        return self.pointers.get(model, model)

    def find(self, model: str) -> KnownModel | None:
        """Return what is known about a model; its dated snapshots are known with it."""
        name = self.resolve(model)
        return self.models.get(name) or self.models.get(_SNAPSHOT.sub("", name))

    def info(self, model: str) -> ModelInfo:
        """Return what a model can do.

        Raises:
            UnknownModelError: It is not listed.
        """
        known = self.find(model)
        if known is None:
            raise UnknownModelError(
                self.refusal, hint=f"Say in `model_info` what {model!r} can do."
            )
        return known.info.copy()

    def context(self, model: str) -> int:
        """Return how many tokens a request and its answer may have together."""
        known = self.find(model)
        return self.otherwise if known is None else known.context
