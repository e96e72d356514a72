"""Tokens of a written path: reading them under given rules, with errors that name the token, its place and the fix.

    7 fire 11 -1 snakes      a treasure of 7, fire, a treasure of 11, then one player retires, then snakes
    5, A7; sna               commas and semicolons are blanks; an artifact that carries 7 points; any unambiguous start
    relic flames zmije       artifacts and hazards by their other names, with or without accents

`A` is an artifact and needs its number only where several could be meant.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.editions import EDITIONS
from incan_math.game.errors import GameError, NotationError, listed, shown
from incan_math.game.rules import Rules
from incan_math.game.spelling import closest, plain, starts, whole_number
from incan_math.game.vocabulary import ARTIFACT_WORDS, LEAVING_WORDS, TREASURE_WORDS

__all__ = ["Retreat", "Token", "as_card", "read_card", "read_hazard", "read_token", "split_path"]

_MINUS_SIGNS = "-\N{MINUS SIGN}\N{EN DASH}"
_LONGEST_PATH = 50_000
_SHORTEST_START = 2
"""Letters that a start of a name from elsewhere needs; the edition's own names need one."""
_WORD_AND_NUMBER = re.compile(r"([^\W\d_]+)[-_]?([0-9]*)")


@dataclass(frozen=True, slots=True)
class Retreat:
    """`players` players retire together; its text is `-players`."""

    players: int

    def __str__(self) -> str:
        return f"-{self.players}"


Token = Card | Retreat
"""What one token of a path says: a card is revealed, or players retire."""


def split_path(text: str) -> list[str]:
    """The tokens of a written path, in order: what blanks, commas and semicolons separate.

    >>> split_path("7, fire 11;-1  snakes")
    ['7', 'fire', '11', '-1', 'snakes']
    """
    if not isinstance(text, str):
        raise GameError(f"path: give the cards as text, such as '7 fire 11 -1 snakes'; not {shown(text)}")
    if len(text) > _LONGEST_PATH:
        raise GameError(f"path: {len(text):,} characters given; {_LONGEST_PATH:,} are the most that is read")
    return text.replace(",", " ").replace(";", " ").split()


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
    """The card that `token` says under `rules`; like `read_token`, without retreats.

    >>> from incan_math.game.editions import EDITIONS
    >>> read_card("relic", EDITIONS["bga-en"]), read_card("artefact7", EDITIONS["bga-modern"])
    (Artifact(points=None), Artifact(points=7))
    """
    number = whole_number(token)
    if number is not None:
        return _read_treasure(token, number, rules, place)
    if token[:1] in ("a", "A") and (len(token) == 1 or whole_number(token[1:]) is not None):
        return _read_artifact(token, token[1:], rules, place)
    name = _kind_of(token, rules, place)
    if name is not None:
        return Hazard(name)
    word, digits = _word_and_number(token)
    if word in ARTIFACT_WORDS:
        return _read_artifact(token, digits, rules, place)
    raise _wrong(token, place, f"is not a card{_hint(token, rules)}; allowed are {_allowed(rules)}")


def read_hazard(token: str, rules: Rules, place: int = 1) -> str:
    """The hazard kind that `token` names in full or by an unambiguous start, here or elsewhere.

    >>> from incan_math.game.editions import EDITIONS
    >>> read_hazard("rockf", EDITIONS["diamant-2005"]), read_hazard("rockf", EDITIONS["bga-en"])
    ('rockfall', 'rocks')
    """
    name = _kind_of(token, rules, place)
    if name is None:
        hint = closest(token, rules.kinds)
        raise _wrong(token, place, f"is not a hazard{hint}; allowed are {listed(rules.kinds)}")
    return name


def as_card(card: Card | str | int, rules: Rules) -> Card:
    """The card that a caller means by a card, a token or a number of gems.

    >>> from incan_math.game.editions import EDITIONS
    >>> as_card(7, EDITIONS["bga-en"]), as_card("mum", EDITIONS["bga-en"])
    (Treasure(value=7), Hazard(name='mummy'))
    """
    if isinstance(card, Hazard) and isinstance(card.name, str):
        return Hazard(read_hazard(card.name, rules))
    if isinstance(card, Treasure) and type(card.value) is int and card.value >= 0:
        return _read_treasure(shown(card.value), card.value, rules, 1)
    if isinstance(card, Artifact) and (card.points is None or (type(card.points) is int and card.points >= 0)):
        return _artifact(f"A{'' if card.points is None else shown(card.points)}", card, rules, 1)
    if isinstance(card, str):
        return read_card(card.strip(), rules)
    if type(card) is int and card >= 0:
        return _read_treasure(shown(card), card, rules, 1)
    raise GameError(f"card: give a card, its text or a number of gems, not {shown(card)}")


def _kind_of(token: str, rules: Rules, place: int) -> str | None:
    """The kind that `token` names here or elsewhere; None for no kind, an error for several."""
    word = plain(token)
    found = starts(word, rules.kinds)
    if not found:
        elsewhere = rules.kinds_elsewhere
        names = [word] if word in elsewhere else starts(word, elsewhere) if len(word) >= _SHORTEST_START else []
        found = sorted({here for name in names for here in elsewhere[name]})
        if len(names) == 1 and len(found) > 1:
            raise _wrong(token, place, f"could be {listed(found, ' or ')}; write the name that {rules.name} gives it")
    if len(found) > 1:
        raise _wrong(token, place, f"could be {listed(found, ' or ')}; write more of the name")
    return found[0] if found else None


def _word_and_number(token: str) -> tuple[str, str]:
    match = _WORD_AND_NUMBER.fullmatch(plain(token))
    return (match[1], match[2]) if match else ("", "")


def _hint(token: str, rules: Rules) -> str:
    """What the writer of a wrong token may have meant."""
    words = re.findall(r"[^\W\d_]+", plain(token[:40]))
    if any(word in LEAVING_WORDS for word in words):
        return " (leaving is written -1 for one player, -2 for two who leave together)"
    if any(word in TREASURE_WORDS for word in words):
        return " (a treasure is written as its number alone, such as 7)"
    return closest(token, rules.kinds)


def _wrong(token: str, place: int, what: str) -> NotationError:
    return NotationError(f"token {place} ({shown(token)}) {what}", token, place)


def _read_retreat(token: str, place: int) -> Retreat:
    players = whole_number(token[1:])
    if not players:
        raise _wrong(token, place, "should say how many players retire: -1, -2 and so on")
    return Retreat(players)


def _read_treasure(token: str, value: int, rules: Rules, place: int) -> Treasure:
    if value not in rules.values:
        having = [name for name, edition in EDITIONS.items() if value in edition.values]
        elsewhere = f"; editions with one are {listed(having)}" if having and rules.name in EDITIONS else ""
        message = (
            f"token {place} ({shown(token)}): {rules.name} has no treasure of {shown(value)};"
            f" its treasures are {listed(rules.values)}{elsewhere}"
        )
        raise NotationError(message, token, place)
    return Treasure(value)


def _read_artifact(token: str, digits: str, rules: Rules, place: int) -> Artifact:
    return _artifact(token, Artifact(whole_number(digits)), rules, place)


def _artifact(token: str, artifact: Artifact, rules: Rules, place: int) -> Artifact:
    where = f"token {place} ({shown(token)})"
    if not rules.artifacts:
        raise NotationError(f"{where}: {rules.name} has no artifacts; allowed are {_allowed(rules)}", token, place)
    if artifact.points is not None and artifact not in rules.artifact_kinds:
        names = listed(rules.artifact_kinds)
        raise NotationError(f"{where}: {rules.name} writes its artifacts {names}", token, place)
    return artifact


def _allowed(rules: Rules) -> str:
    """What a token may be, in words for a message."""
    groups = [
        f"treasures ({listed(rules.values, longest=60)})" if rules.values else "",
        f"hazards ({listed(rules.kinds, longest=50)})" if rules.kinds else "",
        f"artifacts ({listed(rules.artifact_kinds, longest=30)})" if rules.artifacts else "",
        "and in a path -k where k players retire",
    ]
    return ", ".join(filter(None, groups))
