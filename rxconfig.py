from studio.ui.config import config

__all__ = ["config"]
