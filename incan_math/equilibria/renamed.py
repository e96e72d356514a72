"""Names that changed: the old one works for one version more, and says so."""

from __future__ import annotations

import warnings

__all__ = ["warn_renamed"]


def warn_renamed(old: str, new: str) -> None:
    """Warn whoever reads the old attribute of one of our results."""
    warnings.warn(f"{old} is now {new}; the old name goes in the next version", DeprecationWarning, stacklevel=3)
