"""The ten editions, each a named `Rules` value with notes on what its text leaves open.

The first four are the help pages of the online game in English, Portuguese, English in Serbian Cyrillic letters, and
Hungarian; they describe one game and differ in clauses. `bga-modern` and `bga-classic` are that game as it is played:
its default and its classic option. The other four come in boxes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from incan_math.game.errors import RulesError, shown
from incan_math.game.rules import Rules
from incan_math.game.showing import Shown
from incan_math.game.spelling import closest
from incan_math.game.vocabulary import FAMILIES, names_elsewhere

__all__ = ["DEFAULT_EDITION", "EDITIONS", "label_of", "rules_of"]

DEFAULT_EDITION = "bga-en"

_FOURTEEN = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15)
_FIFTEEN = (*_FOURTEEN, 17)


def _hazards(family: str) -> dict[str, int]:
    return dict.fromkeys(FAMILIES[family], 3)


_BY_CLAIM = (5, 5, 5, 10, 10)
_PRINTED = (5, 7, 8, 10, 12)

_NO_CARDS_LEFT = "The text does not say what happens when the deck runs out: here all players still in retire together."
_LAST_COPY = (
    "Every expedition that busts takes one hazard card out of the game, so a kind of which one card is left can"
    " never bust again; the text does not say so."
)
_SILENT = (_NO_CARDS_LEFT, _LAST_COPY)
_LOST_WITHOUT_STEP = (
    "The text does not say whether a lost artifact counts in the order of claiming. Here it does not;"
    " artifact_step='claimed or lost' is the other reading, which the online game itself follows (bga-classic)."
)
_TIE_LEFT_OPEN = "The text names no tie-break: equal scores share the win."


class Editions(Shown, Mapping[str, Rules]):
    """The published editions by name: an immutable mapping."""

    __slots__ = ("_rules",)

    def __init__(self, rules: Mapping[str, Rules]) -> None:
        self._rules = dict(rules)

    def __getitem__(self, name: str) -> Rules:
        return self._rules[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def _in_full(self) -> None:
        """None: all their clauses are too much."""

    def _in_short(self) -> str:
        return ", ".join(self)


_BGA_EN = Rules(
    name="bga-en",
    treasures=_FOURTEEN,
    hazards=_hazards("incan"),
    artifacts=(5, 5, 5, 5, 5),
    claim_gems=(0, 0, 0, 5, 5),
    other_names=names_elsewhere("incan"),
    stated_treasures=14,
    source="Help text of the online game Incan Gold, English",
    notes=(
        "'When collecting the last two Artifacts you get 5 extra gems' is read as 5 gems more for each of the fourth"
        " and the fifth artifact claimed in the game, by whomever.",
        "An artifact that is not claimed leaves the game; the text does not set apart one that was never revealed,"
        " so that one leaves too.",
        _LOST_WITHOUT_STEP,
        "The text names no further tie-break after the most artifacts: players equal in both share the win.",
        *_SILENT,
    ),
)
_BGA_PT = replace(
    _BGA_EN,
    name="bga-pt",
    artifacts=_BY_CLAIM,
    claim_gems=(),
    tie="shared",
    source="Help text of the online game Incan Gold, Portuguese",
    notes=(
        "The fourth and the fifth artifact claimed in the game are worth 10 points; the English text says 5 points"
        " and 5 gems.",
        "An artifact that is not claimed leaves the game, revealed or not.",
        _LOST_WITHOUT_STEP,
        _TIE_LEFT_OPEN,
        *_SILENT,
    ),
)
_BGA_SR = replace(
    _BGA_PT,
    name="bga-sr",
    treasures=tuple(value for value in _FOURTEEN if value != 9),
    source="Help text of the online game Incan Gold, English in Serbian Cyrillic letters",
    notes=(
        "The text contradicts itself: it says 14 treasure cards and lists 13 (no 9). The deck here holds the 13 listed,"
        " 98 gems in all.",
        *_BGA_PT.notes,
    ),
)
_BGA_HU = replace(
    _BGA_EN,
    name="bga-hu",
    artifacts=_BY_CLAIM,
    artifact_value="printed",
    claim_gems=(),
    source="Help text of the online game Incan Gold, Hungarian",
    notes=(
        "Artifact number k enters in expedition k; numbers 1 to 3 give 5 points, 4 and 5 give 10. Here a card is"
        " written by its points: A5 or A10.",
        "An artifact once in the deck never comes back to it, so one that was not revealed leaves the game.",
        "The text names no further tie-break after the most artifacts: players equal in both share the win.",
        *_SILENT,
    ),
)
_BGA_MODERN = replace(
    _BGA_HU,
    name="bga-modern",
    artifacts=_PRINTED,
    undrawn_artifact="stays",
    source="The online game Incan Gold as it is played by default; its clauses are taken as given, without a text",
    notes=(
        "The help texts differ from it: here artifacts carry 5, 7, 8, 10 and 12 points, and one that was not revealed"
        " stays in the deck.",
        *_SILENT,
    ),
)
_BGA_CLASSIC = replace(
    _BGA_PT,
    name="bga-classic",
    undrawn_artifact="stays",
    artifact_step="claimed or lost",
    tie="most artifacts",
    source="The online game Incan Gold with the classic artifacts, as it is programmed; taken as given, without a text",
    notes=(
        "The help texts differ from it: here an artifact that was not revealed stays in the deck, so that a later"
        " expedition can hold several.",
        "The first three artifacts to leave the game are worth 5, the next two 10: one that lay on the path at the end"
        " of an expedition is lost and advances the step as one that was claimed does.",
        "Players equal in points and artifacts share the win.",
        *_SILENT,
    ),
)
_DIAMANT_2005 = Rules(
    name="diamant-2005",
    treasures=_FIFTEEN,
    hazards=_hazards("diamant"),
    tie="shared",
    other_names=names_elsewhere("diamant"),
    stated_treasures=15,
    source="Diamant (Moon and Faidutti), Schmidt Spiele, 2005",
    notes=("The first edition has no artifacts: they came with Incan Gold.", _TIE_LEFT_OPEN, *_SILENT),
)
_LOST_ARTIFACTS = (
    "Artifacts step from 5 to 10 points as players carry them out; whether one that was lost counts as a step is"
    " left open. Here it does not; artifact_step='claimed or lost' is the other reading."
)
_INCAN_GOLD_2006 = replace(
    _BGA_PT,
    name="incan-gold-2006",
    treasures=_FIFTEEN,
    undrawn_artifact="stays",
    tie="most artifacts",
    stated_treasures=15,
    source="Incan Gold (Moon and Faidutti), Sunriver Games, 2006",
    notes=(
        _LOST_ARTIFACTS,
        "An artifact that was not revealed stays in the deck and may be found in a later expedition.",
        "Players equal in points and artifacts are to play again by the text: here they share the win.",
        *_SILENT,
    ),
)
_INCAN_GOLD_2020 = replace(
    _BGA_MODERN,
    name="incan-gold-2020",
    treasures=_FIFTEEN,
    stated_treasures=15,
    source="Incan Gold (Moon and Faidutti), rules of 2020, Eagle-Gryphon Games",
    notes=(
        "The rulebook numbers the artifacts 5, 7, 8, 10 and 12; that the 17 and the other 14 treasures are those of"
        " 2006, and the tie-break, are taken as given.",
        "The artifact with the lowest number enters first; one that was not revealed stays in the deck, so that a"
        " later expedition can hold several.",
        *_SILENT,
    ),
)
_DIAMANT_2016 = replace(
    _DIAMANT_2005,
    name="diamant-2016",
    hazards=_hazards("iello"),
    other_names=names_elsewhere("iello"),
    artifacts=_BY_CLAIM,
    artifact_entry="all at once",
    undrawn_artifact="stays",
    source="Diamant (Moon and Faidutti), Iello, 2016",
    notes=(
        "The rulebook shuffles all cards together, so all five artifacts are in the deck from the start: 35 cards."
        " Some tables add one in each expedition instead; artifact_entry='one per expedition' is that reading.",
        "The rulebook says that the first three relics to leave the cave are worth 5 points and the others 10: one that"
        " is lost has not left the cave with anyone and does not count.",
        "The rulebook says that tied players share the victory.",
        *_SILENT,
    ),
)

EDITIONS = Editions(
    {
        rules.name: rules
        for rules in (
            _BGA_EN,
            _BGA_PT,
            _BGA_SR,
            _BGA_HU,
            _BGA_MODERN,
            _BGA_CLASSIC,
            _DIAMANT_2005,
            _INCAN_GOLD_2006,
            _INCAN_GOLD_2020,
            _DIAMANT_2016,
        )
    },
)
"""The published editions by name, in the order of the table in the docs."""


def rules_of(rules: str | Rules) -> Rules:
    """The `Rules` that are meant: a value as it is, a name as the edition of that name.

    Raises:
        RulesError: no edition has that name; the message lists them.

    >>> rules_of("diamant-2016").card_count
    35
    >>> rules_of("diamant-2061")
    Traceback (most recent call last):
    incan_math.game.errors.RulesError: rules: no edition is called 'diamant-2061' (did you mean 'diamant-2016'?); ...
    """
    if isinstance(rules, Rules):
        return rules
    if not isinstance(rules, str):
        raise RulesError(f"rules: give an edition's name or a Rules value, not {shown(rules)}")
    found = EDITIONS.get(rules.strip().lower())
    if found is None:
        raise RulesError(
            f"rules: no edition is called {shown(rules)}{closest(rules, EDITIONS)}; editions are {', '.join(EDITIONS)};"
            " for a deck of your own give its Rules value",
        )
    return found


def label_of(rules: Rules) -> str:
    """The word that stands for these rules in text; a variant that keeps its edition's name gets a word of its own.

    >>> from dataclasses import replace
    >>> label_of(replace(EDITIONS["bga-en"], leftover="per card"))
    'variant-of-bga-en'
    """
    is_variant = rules.name in EDITIONS and EDITIONS[rules.name] != rules
    return f"variant-of-{rules.name}" if is_variant else rules.name
