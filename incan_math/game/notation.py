"""Tokens of a written path: reading them under given rules, with errors that name the token, its place and the fix.

    7 fire 11 -1 snakes      a treasure of 7, fire, a treasure of 11, then one player retires, then snakes
    5, A7, sna               commas are blanks; an artifact that carries 7 points; any unambiguous start of a name

`A` is an artifact and needs its number only where several could be meant.
"""

from __future__ import annotations

from dataclasses import dataclass

from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.errors import GameError, NotationError
from incan_math.game.rules import Rules
from incan_math.game.spelling import closest, starts, whole_number

__all__ = ["Retreat", "Token", "as_card", "read_card", "read_hazard", "read_token", "split_path"]

_MINUS_SIGNS = "-\N{MINUS SIGN}\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Retreat:
    """`players` players retire together; its text is `-players`."""

    players: int

    def __str__(self) -> str:
        return f"-{self.players}"


Token = Card | Retreat
"""What one token of a path says: a card is revealed, or players retire."""


def split_path(text: str) -> list[str]:
    """The tokens of a written path, in order: what blanks and commas separate.

    >>> split_path("7, fire 11,-1  snakes")
    ['7', 'fire', '11', '-1', 'snakes']
    """
    if not isinstance(text, str):
        raise GameError(f"path: give the cards as text, such as '7 fire 11 -1 snakes'; not {text!r}")
    return text.replace(",", " ").split()


def read_token(token: str, rules: Rules, place: int = 1) -> Token:
    """The card or the retreat that `token` says under `rules`.

    `place` is where the token stands in its path, counted from 1, for the message. A plain `A` gives
    `Artifact(None)` also where artifacts carry numbers: which one is meant depends on the deck.

    Raises:
        NotationError: the token says nothing, or could say several things.

    >>> from incan_math.game.editions import EDITIONS
    >>> read_token("sn", EDITIONS["bga-en"])
    Hazard(name='snakes')
    >>> read_token("s", EDITIONS["bga-en"], place=3)
    Traceback (most recent call last):
    incan_math.game.errors.NotationError: token 3 ('s') could be snakes or spiders; write more of the name
    """
    if token[:1] in _MINUS_SIGNS and token[1:]:
        return _read_retreat(token, place)
    return read_card(token, rules, place)


def read_card(token: str, rules: Rules, place: int = 1) -> Card:
    """The card that `token` says under `rules`; like `read_token`, without retreats."""
    number = whole_number(token)
    if number is not None:
        return _read_treasure(token, number, rules, place)
    if token[:1] in ("a", "A") and (len(token) == 1 or whole_number(token[1:]) is not None):
        return _read_artifact(token, rules, place)
    name = _kind_of(token, rules, place)
    if name is None:
        hint = closest(token, [*rules.kinds, *(other for other, _ in rules.other_names)])
        raise NotationError(
            f"token {place} ({_short(token)}) is no card{hint}; allowed are {_allowed(rules)}", token, place
        )
    return Hazard(name)


def read_hazard(token: str, rules: Rules, place: int = 1) -> str:
    """The hazard kind that `token` names in full or by an unambiguous start, here or in another edition.

    >>> from incan_math.game.editions import EDITIONS
    >>> read_hazard("rockf", EDITIONS["diamant-2005"]), read_hazard("rockf", EDITIONS["bga-en"])
    ('rockfall', 'rocks')
    """
    name = _kind_of(token, rules, place)
    if name is None:
        hint = closest(token, [*rules.kinds, *(other for other, _ in rules.other_names)])
        kinds = ", ".join(rules.kinds) or "none"
        raise NotationError(f"token {place} ({_short(token)}) is no hazard{hint}; allowed are {kinds}", token, place)
    return name


def as_card(card: Card | str | int, rules: Rules) -> Card:
    """The card that a caller means by a card, a token or a number of gems.

    >>> from incan_math.game.editions import EDITIONS
    >>> as_card(7, EDITIONS["bga-en"]), as_card("mum", EDITIONS["bga-en"])
    (Treasure(value=7), Hazard(name='mummy'))
    """
    if isinstance(card, Treasure | Hazard | Artifact):
        found: Card = Hazard(read_hazard(card.name, rules)) if isinstance(card, Hazard) else read_card(str(card), rules)
        if type(found) is type(card):
            return found
    elif isinstance(card, str):
        return read_card(card.strip(), rules)
    elif type(card) is int:
        return read_card(str(card), rules)
    raise GameError(f"card: give a card, its text or a number of gems, not {card!r}")


def _kind_of(token: str, rules: Rules, place: int) -> str | None:
    """The kind that `token` names here or in another edition; None for no kind, an error for several."""
    found = starts(token, rules.kinds)
    if not found:
        there = dict(pair for pair in rules.other_names if pair[1] in rules.hazards)
        found = sorted({there[name] for name in starts(token, there)})
    if len(found) > 1:
        message = f"token {place} ({_short(token)}) could be {' or '.join(found)}; write more of the name"
        raise NotationError(message, token, place)
    return found[0] if found else None


def _short(token: str) -> str:
    return repr(token if len(token) <= 40 else f"{token[:37]}...")


def _read_retreat(token: str, place: int) -> Retreat:
    players = whole_number(token[1:])
    if not players:
        message = f"token {place} ({_short(token)}) should say how many players retire: -1, -2 and so on"
        raise NotationError(message, token, place)
    return Retreat(players)


def _read_treasure(token: str, value: int, rules: Rules, place: int) -> Treasure:
    if value not in rules.values:
        raise NotationError(
            f"token {place} ({token!r}): {rules.name} has no treasure of {value}; "
            f"its treasures are {', '.join(map(str, rules.values)) or 'none'}",
            token,
            place,
        )
    return Treasure(value)


def _read_artifact(token: str, rules: Rules, place: int) -> Artifact:
    where = f"token {place} ({token!r})"
    if not rules.artifacts:
        raise NotationError(f"{where}: {rules.name} has no artifacts; allowed are {_allowed(rules)}", token, place)
    artifact = Artifact(whole_number(token[1:]))
    if artifact.points is not None and artifact not in rules.artifact_kinds:
        names = ", ".join(map(str, rules.artifact_kinds))
        raise NotationError(f"{where}: {rules.name} writes its artifacts {names}", token, place)
    return artifact


def _allowed(rules: Rules) -> str:
    """What a token may be, in words for a message."""
    groups = [
        f"treasures ({', '.join(map(str, rules.values))})" if rules.values else "",
        f"hazards ({', '.join(rules.kinds)})" if rules.kinds else "",
        f"artifacts ({', '.join(map(str, rules.artifact_kinds))})" if rules.artifacts else "",
        "and in a path -k where k players retire",
    ]
    return ", ".join(filter(None, groups))
