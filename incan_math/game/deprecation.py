"""Names that changed: the old ones work for one version and say so."""

from __future__ import annotations

import warnings

__all__ = ["warn_renamed"]


def warn_renamed(old: str, new: str) -> None:
    """Emit a DeprecationWarning at the caller's caller: `old` is now `new`."""
    warnings.warn(f"{old} is now {new}; the old name goes in the next version", DeprecationWarning, stacklevel=3)
