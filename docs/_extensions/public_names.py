"""The directive `public-names`: the reference of every name that `incan_math` exports from one of its packages.

The names come from the package itself, so a name that is added there is documented without a word here.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import incan_math


class PublicNames(SphinxDirective):
    """`.. public-names:: odds` documents what `incan_math` exports from `incan_math.odds`, module by module."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The sections of one package."""
        room = self.arguments[0]
        found: list[nodes.Node] = []
        for module, names in sorted(_modules(room).items()):
            section = nodes.section(ids=[nodes.make_id(module)], names=[module])
            section += nodes.title("", f"incan_math.{module}")
            about = (import_module(f"incan_math.{module}").__doc__ or "").strip().partition("\n\n")[0].splitlines()
            lines = StringList([*about, "", *_entries(names)], source=f"incan_math.{module}")
            self.state.nested_parse(lines, 0, section)
            found.append(section)
        return found


def _modules(room: str) -> dict[str, tuple[str, ...]]:
    homes: dict[str, list[str]] = {}
    for name, module in vars(incan_math)["_HOMES"].items():
        home = module.removeprefix("incan_math.")
        if home.partition(".")[0] == room:
            homes.setdefault(home, []).append(name)
    return {home: tuple(names) for home, names in homes.items()}


def _entries(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        value = getattr(incan_math, name)
        kind = "class" if inspect.isclass(value) else "function" if callable(value) else "data"
        yield f".. auto{kind}:: incan_math.{name}"
        if kind == "data":
            yield "   :no-value:"
        yield ""


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("public-names", PublicNames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
