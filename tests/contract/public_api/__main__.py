"""`python -m tests.contract.public_api` writes down our public surface as it is now."""

from tests.contract.autogen_api.surface import to_text
from tests.contract.public_api.frozen import FROZEN, current

FROZEN.write_text(to_text(current()), "utf-8")
