"""How Sphinx builds the site: `sphinx-build -W --keep-going -b html docs docs/_build/html`, without network."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import incan_math

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "incan_math"
author = "The incan_math developers"
version = release = incan_math.__version__
project_copyright = author

extensions = [
    "drawings",
    "mathml",
    "myst_parser",
    "public_names",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinxcontrib.bibtex",
]
exclude_patterns = ["_build"]
nitpicky = False

html_theme = "furo"
html_title = f"incan_math {release}"
html_show_sphinx = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("scrolling.js", {"defer": "defer"})]
html_extra_path: list[str] = []
html_math_renderer = "mathml"

myst_enable_extensions = ["attrs_block", "deflist", "dollarmath"]
myst_heading_anchors = 3
myst_dmath_double_inline = True

bibtex_bibfiles = ["references.bib"]
bibtex_default_style = "unsrt"
bibtex_reference_style = "author_year"

# Copied code has no prompts and no answers.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# Docstrings are Google-style, with single backticks round code.
default_role = "code"
napoleon_numpy_docstring = False
napoleon_use_rtype = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
add_module_names = False

_LAST_LINE_BEFORE_FENCE = re.compile(r"(?<=\n)\n(?= *```\n)")


def _without_blank_lines_before_fences(app: Sphinx, name: str, source: list[str]) -> None:
    """Doctests need a blank line after their last answer; readers do not."""
    source[0] = _LAST_LINE_BEFORE_FENCE.sub("", source[0])


def _roles(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """What WCAG asks and Sphinx leaves out: headings of the menu have a level, entries of a list are list items."""
    menu, body = context.get("furo_navigation_tree", ""), context.get("body", "")
    context["furo_navigation_tree"] = menu.replace('role="heading">', 'role="heading" aria-level="2">')
    context["body"] = body.replace('role="doc-biblioentry"', 'role="listitem"')


def _write_worksheet(app: Sphinx, fault: Exception | None) -> None:
    """The PDF that the page for teachers links."""
    if app.builder.format == "html" and fault is None:
        sys.path.insert(0, str(Path(__file__).parent.parent))
        from docs.worksheet import write

        write(Path(app.outdir) / "worksheet.pdf")


def setup(app: Sphinx) -> None:
    """Read pages without what only doctests need, give elements their roles, and write the worksheet."""
    app.connect("build-finished", _write_worksheet)
    app.connect("source-read", _without_blank_lines_before_fences)
    app.connect("html-page-context", _roles, priority=900)
