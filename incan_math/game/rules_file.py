"""Decks of your own as files: TOML or JSON, a clause of `Rules` a key, all or as changes of an edition."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from incan_math.game.editions import EDITIONS, rules_of
from incan_math.game.errors import GameError, RulesError, shown
from incan_math.game.rules import Rules
from incan_math.game.spelling import closest

__all__ = ["is_rules_file", "read_rules_file", "rules_toml"]

_MOST_BYTES = 100_000
_FIELDS = [field.name for field in fields(Rules)]
_ABOUT = {
    "treasures": "Gems on each treasure card.",
    "artifacts": "Points of each artifact card: in order of claiming, or of entering where they are printed.",
    "artifact_value": "'by claim' (the first one claimed, the second, ...) or 'printed' (on the card).",
    "claim_gems": "Gems that the first, second, ... claimed artifact brings besides its points.",
    "artifact_entry": "'one per expedition', or 'all at once' at the start of the game.",
    "undrawn_artifact": "An artifact that an expedition did not reveal 'leaves' the game or 'stays' in the deck.",
    "artifact_step": "The order of claiming counts artifacts 'claimed', or 'claimed or lost'.",
    "leftover": "Those who retire together split the leftovers of all cards 'pooled', or 'per card'.",
    "tie": "Equal scores are decided by the 'most artifacts', or 'shared'.",
    "expeditions": "How many expeditions make a game.",
}


def is_rules_file(word: str) -> bool:
    """Whether a word names a file of rules rather than an edition: it ends in .toml or .json.

    >>> is_rules_file("my-deck.toml"), is_rules_file("bga-en")
    (True, False)
    """
    return word.lower().endswith((".toml", ".json"))


def read_rules_file(path: str | Path) -> Rules:
    r"""The rules in a TOML or JSON file.

    Its keys are the fields of `Rules`; `hazards` is a table of kinds and their numbers of cards. With `edition` the
    others change that edition, otherwise `treasures` and `hazards` are needed. The name is the file's, unless `name` is
    given.

    Args:
        path: the file, at most 100,000 bytes.

    Raises:
        RulesError: the file cannot be read, or holds no rules; the message names the file and the key.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "small.toml"
    >>> _ = file.write_text("treasures = [3, 5, 7]\nhazards = {fire = 2, snakes = 2}")
    >>> read_rules_file(file).card_count, read_rules_file(file).name
    (7, 'small')
    """
    file = Path(path)
    where = shown(file.name)
    given = _parsed(file, where)
    if not isinstance(given, dict):
        raise RulesError(f"{where}: holds no keys; give the fields of Rules, such as treasures and hazards")
    base = given.pop("edition", None)
    for key in given:
        if key not in _FIELDS:
            raise RulesError(f"{where}: no field is called {shown(key)}{closest(key, [*_FIELDS, 'edition'])}")
    if base is not None and not isinstance(base, str):
        raise RulesError(f"{where}: edition: {shown(base)} given; give the name of an edition")
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
    try:
        if base is None:
            missing = [key for key in ("treasures", "hazards") if key not in values]
            if missing:
                raise RulesError(f"{missing[0]}: missing; give it, or edition = 'bga-en' to change that edition")
            return _named(file, lambda name: Rules(**_with(name, values)))
        known = rules_of(base)
        return _named(file, lambda name: replace(known, **_with(name, values)))
    except GameError as error:
        raise RulesError(f"{where}: {error}") from None


def rules_toml(rules: str | Rules) -> str:
    """The rules as a TOML file with comments, which `read_rules_file` reads back.

    >>> print(rules_toml(Rules(treasures=(3, 5), hazards={"fire": 2}))[:50])
    # Gems on each treasure card.
    treasures = [3, 5]
    """
    known = rules_of(rules)
    lines = []
    for key, about in _ABOUT.items():
        value = getattr(known, key)
        lines += [f"# {about}", f"{key} = {_toml(value)}", ""]
    lines += ["# How many cards each hazard kind has.", "[hazards]"]
    lines += [f"{_key(name)} = {count}" for name, count in known.hazards.items()]
    return "\n".join(lines) + "\n"


def _parsed(file: Path, where: str) -> Any:
    try:
        if not file.is_file():
            raise RulesError(f"{where}: there is no such file; 'incan-math deck new' writes one")
        with file.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, GameError):
            raise
        raise RulesError(f"{where}: cannot be read ({getattr(error, 'strerror', None) or 'not a path'})") from None
    if len(data) > _MOST_BYTES:
        raise RulesError(f"{where}: more than {_MOST_BYTES:,} bytes; a file of rules is shorter")
    try:
        text = data.decode("utf-8-sig")
        if file.suffix.lower() == ".json":
            return json.loads(text, object_pairs_hook=_once)
        return tomllib.loads(text)
    except RecursionError:
        raise RulesError(f"{where}: nested too deeply") from None
    except ValueError as error:
        raise RulesError(f"{where}: cannot be read: {' '.join(str(error).split())[:160]}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is given twice")
    return found


def _with(name: str, values: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, **values}


def _named(file: Path, make: Callable[[str], Rules]) -> Rules:
    """The rules under the file's name where that is a word; `custom` where it is not, or means an edition."""
    name = file.stem.lower()
    plain = re.fullmatch("[a-z][a-z0-9_.-]{0,39}", name) is not None and name not in EDITIONS
    return make(name if plain else "custom")


def _toml(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value)


def _key(name: str) -> str:
    return name if "." not in name else json.dumps(name)
