"""Rules as text, a clause a line: an edition by its name, a deck of one's own clause by clause.

rules: my-deck
treasures: 3 5 7
hazards: fire 2, snakes 2
leftover: per card
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, replace
from typing import Any

from incan_math.game.editions import EDITIONS
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import Rules

__all__ = ["read_clauses", "write_clauses"]

_CLAUSES: dict[str, Field[Any]] = {field.name: field for field in fields(Rules) if field.compare}


def write_clauses(rules: Rules) -> list[str]:
    """The lines that `read_clauses` takes: one for an edition, else one for each clause that is not the usual one."""
    edition = EDITIONS.get(rules.name)
    if edition == rules:
        return [f"rules: {rules.name}"]
    name = rules.name if edition is None else f"variant-of-{rules.name}"
    lines = [f"rules: {name}"]
    for clause, field in _CLAUSES.items():
        value = getattr(rules, clause)
        if field.default is MISSING or value != field.default:
            lines.append(f"{clause.replace('_', ' ')}: {_written(value)}")
    return lines


def read_clauses(name: str, clauses: Mapping[str, str], base: Rules | None = None) -> Rules:
    """The rules that the lines of a header give.

    Args:
        name: what the rules are called.
        clauses: the other lines, clause by text.
        base: the edition that the clauses change; None for a deck of one's own.

    Raises:
        GameError: a clause that there is not, or that cannot be read.

    >>> read_clauses("mine", {"treasures": "3 5 7", "hazards": "fire 2, snakes 2"}).card_count
    7
    """
    found: dict[str, Any] = {}
    for given, text in clauses.items():
        clause = given.strip().replace(" ", "_").replace("-", "_").lower()
        if clause not in _CLAUSES:
            names = ", ".join(_CLAUSES).replace("_", " ")
            raise GameError(f"{shown(given)} is not a clause; a header has rules, players and {names}")
        found[clause] = _read(clause, text)
    if base is not None:
        return replace(base, **found) if found else base
    if "treasures" not in found or "hazards" not in found:
        known = ", ".join(EDITIONS)
        raise GameError(
            f"rules: {shown(name)} is not an edition ({known}); a deck of your own has lines 'treasures: 3 5 7' and"
            " 'hazards: fire 2, snakes 2'"
        )
    return Rules(name=name, **found)


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {count}" for name, count in value.items()) or "none"
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or "none"
    return str(value)


def _read(clause: str, text: str) -> object:
    field = _CLAUSES[clause]
    if clause == "hazards":
        return {} if text == "none" else dict(_hazard(part) for part in text.split(",") if part.strip())
    default = () if field.default is MISSING else field.default
    if isinstance(default, tuple):
        return () if text == "none" else tuple(_number(clause, word) for word in text.replace(",", " ").split())
    return _number(clause, text) if isinstance(default, int) else text


def _hazard(text: str) -> tuple[str, int]:
    name, _, count = text.strip().rpartition(" ")
    if not name:
        raise GameError(f"hazards: {shown(text.strip())} should be a name and a number of cards, such as 'fire 3'")
    return name.strip(), _number("hazards", count)


def _number(clause: str, text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise GameError(f"{clause.replace('_', ' ')}: {shown(text)} is not a whole number of at most 9 digits")
    return int(text)
