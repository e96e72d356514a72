"""The results that the site publishes, as data: numbered values with the function that computes each.

To add one, write a `Result` into the module of its page with the next free number; `python -m docs.generate` does the
rest.
A number is given once: it is never given to another result, and a result that is withdrawn keeps it and says so.
"""

from __future__ import annotations

from docs.catalogue.page import Page, Result
from docs.catalogue.pages import PAGES, RESULTS

__all__ = ["PAGES", "RESULTS", "Page", "Result"]
