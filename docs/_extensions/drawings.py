"""SVG figures stand in the page itself, not in an image file: their text is text, and they follow the page's theme.

Identifiers of a figure get its name in front, so that several figures on a page do not use each other's parts.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

_SIZE = re.compile(r'<svg\b[^>]*?\bwidth="([\d.]+)pt"')
_LEAST = 0.7
"""A figure shrinks to this part of its size; where there is less room, it scrolls."""


def inline(svg: str, name: str, words: str) -> str:
    """The figure as an element of a page.

    Args:
        svg: the file's text.
        name: its name, without an ending.
        words: what it shows, for those who do not see it.
    """
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>|<style\b.*?</style>|<!--.*?-->", "", body, flags=re.DOTALL)
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'(href="|url\()#', rf"\1#{name}-", body)
    size = _SIZE.match(body)
    least = f"min-width: {float(size[1]) * _LEAST:.0f}pt" if size else ""
    body = body.replace("<svg", f'<svg role="img" aria-label="{escape(words)}" style="{least}"', 1)
    return f'<span class="drawing">{body.strip()}</span>'


def _replace(app: Sphinx, doctree: nodes.document, page: str) -> None:
    if app.builder.format != "html":
        return
    for image in list(doctree.findall(nodes.image)):
        path = Path(app.srcdir) / image["uri"]
        if path.suffix == ".svg" and path.exists():
            text = inline(path.read_text(encoding="utf-8"), path.stem, image.get("alt", ""))
            image.replace_self(nodes.raw("", text, format="html"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Put the figures into the pages."""
    app.connect("doctree-resolved", _replace)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
