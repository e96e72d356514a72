"""Exact odds and decisions for the push-your-luck game Incan Gold / Diamant.

>>> from incan_math import Expedition, bust_probability
>>> cave = Expedition.parse("7 fire 11 -1 snakes", players=4)
>>> bust_probability(cave)
Fraction(2, 13)

The public names are those of `__init__.pyi`, the only list of them. Each is loaded from its module when it is first
used, so that `import incan_math` costs next to nothing; an old name gives the new one with a DeprecationWarning.
"""

from importlib import import_module

__version__ = "0.1.0"


def _listed() -> tuple[dict[str, str], dict[str, str]]:
    """(public name -> module, old name -> new one), from the stub's lines `from module import name` and `old = new`."""
    text = __spec__.loader.get_data(f"{__path__[0]}/__init__.pyi").decode()  # Out of an archive as well.
    lines = [line.split() for line in text.splitlines()]
    homes = {line[3]: line[1] for line in lines if line[:1] == ["from"]}
    return homes, {line[0]: line[2] for line in lines if line[1:2] == ["="]}


_HOMES, _RENAMED = _listed()

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name in _RENAMED:  # Each use says so, for the value is not remembered.
        from warnings import warn

        new = _RENAMED[name]
        warn(f"incan_math.{name} is now {new}; the old name goes in the next version", DeprecationWarning, stacklevel=2)
        name = new
    elif name not in _HOMES:
        raise AttributeError(f"module 'incan_math' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def _reports() -> object:
    """What shows values as tables and pictures; `incan_math.game.showing` asks for it when something is shown."""
    return import_module("incan_math.report.renderer")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
