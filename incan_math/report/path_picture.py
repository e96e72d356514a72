"""The path of an expedition as a picture: each card with its value and what lies on it, and who left where.

Everything is distinguished by shape and word as well as by colour, and lies on a light sheet of its own, so that it is
legible on a dark page too. The picture is as wide as there is room for, up to its own size.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from incan_math.game.cards import Artifact, Hazard, Treasure
from incan_math.game.expedition import Expedition
from incan_math.game.notation import Retreat, Token
from incan_math.report.pictograms import ARTIFACT, GEM, PLAYER, hazard_pictogram

__all__ = ["LaidCard", "laid_cards", "path_picture"]

_WIDE, _HIGH, _GAP, _EDGE = 66, 94, 8, 12
_ACROSS = 6
_LINE = 20
_MOST_CARDS = 120
_INK = "#1f1a17"
_PAPER = "#fffdf6"
_GROUNDS = {"treasure": "#fdf0c4", "hazard": "#f6d9cc", "artifact": "#d5e5f4", "bust": "#ffffff"}


@dataclass(frozen=True)
class LaidCard:
    """One card as it lies there now.

    Attributes:
        token: the card.
        left: gems on it.
        taken: whether an artifact was taken from it.
        retired: how many players left right after it.
        is_bust: whether it is the hazard that ended the expedition.
    """

    token: Token
    left: int = 0
    taken: bool = False
    retired: int = 0
    is_bust: bool = False


def laid_cards(state: Expedition) -> tuple[LaidCard, ...]:
    """The cards of the path with what lies on them now.

    Gems that those who retire cannot divide stay behind: where they split all leftovers together, on the last card that
    had any.

    >>> [(str(card.token), card.left) for card in laid_cards(Expedition.parse("7 fire 11", players=4))]
    [('7', 3), ('fire', 0), ('11', 3)]
    """
    inside = state.setup.players
    cards: list[LaidCard] = []
    seen: set[str] = set()
    for token in state.tokens:
        if isinstance(token, Retreat):
            leaving = token.players
            cards = _after(cards, leaving, state.rules.leftover == "per card")
            inside -= leaving
        elif isinstance(token, Treasure):
            cards.append(LaidCard(token, token.value % inside if inside else token.value))
        elif isinstance(token, Hazard):
            cards.append(LaidCard(token, is_bust=token.name in seen))
            seen.add(token.name)
        else:
            cards.append(LaidCard(token))
    return tuple(cards)


def _after(cards: list[LaidCard], leaving: int, per_card: bool) -> list[LaidCard]:
    """The cards after so many players have left."""
    rest = sum(card.left for card in cards) % leaving
    last = max((place for place, card in enumerate(cards) if card.left), default=-1)
    after = []
    for place, card in enumerate(cards):
        left = card.left % leaving if per_card else rest if place == last else 0
        taken = card.taken or (leaving == 1 and isinstance(card.token, Artifact))
        retired = card.retired + (leaving if place == len(cards) - 1 else 0)
        after.append(LaidCard(card.token, left, taken, retired, card.is_bust))
    return after


def path_picture(state: Expedition) -> str:
    """The picture as SVG: a title (the notation), a description in words, the cards in rows, and the players."""
    cards = laid_cards(state)
    hidden = max(0, len(cards) - _MOST_CARDS)
    shown = cards[hidden:]
    across = min(_ACROSS, max(4, len(shown)))
    rows = max(1, -(-len(shown) // across))
    width = 2 * _EDGE + across * (_WIDE + _GAP) - _GAP
    words = _words(state, hidden)
    # About 7.2 units a letter at this size: words that do not fit go on in the next line.
    lines = [part for line in words for part in _wrapped(line, int((width - 2 * _EDGE) / 6.6))]
    top = _EDGE + _LINE * len(lines) + 6
    people = top + rows * (_HIGH + _GAP + _LINE) - _GAP
    height = people + 34 + _EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' width="{width}" height="{height}" style="max-width:100%;height:auto" font-family="system-ui, sans-serif">',
        f"<title>{escape(state.notation() or 'before the first card')}</title>",
        f"<desc>{escape(_described(state, cards))}</desc>",
        f'<rect width="{width}" height="{height}" rx="10" fill="{_PAPER}" stroke="#8a7f73"/>',
    ]
    for place, line in enumerate(lines):
        weight = ' font-weight="bold"' if not place else ""
        baseline = _EDGE + _LINE * place + 13
        parts.append(f'<text x="{_EDGE}" y="{baseline}" font-size="13" fill="{_INK}"{weight}>{escape(line)}</text>')
    for place, card in enumerate(shown):
        down, right = divmod(place, across)
        x, y = _EDGE + right * (_WIDE + _GAP), top + down * (_HIGH + _GAP + _LINE)
        parts.append(f'<g transform="translate({x} {y})">{_card(card)}</g>')
    if not shown:
        parts.append(f'<g transform="translate({_EDGE} {top})">{_back(state)}</g>')
    parts.append(_players(state, people))
    return "\n".join([*parts, "</svg>"])


def _words(state: Expedition, hidden: int) -> list[str]:
    """What is said above the cards."""
    if state.is_bust:
        first = f"Bust: the second {state.bust}"
    elif state.is_over:
        first = "Over: everyone has retired"
    else:
        first = f"{state.players} in, {state.bag} in each bag, {state.leftover} on the path"
    second = f"{state.cards_left} cards left, {state.deadly} of them deadly"
    if state.is_over:
        second = f"{state.cards_left} cards left"
    more = [f"the first {hidden} cards are left out here"] if hidden else []
    if state.cards_out and not state.tokens:
        more.append(f"{state.cards_out} cards out; which came when is not known")
    return [first, second, *more]


def _described(state: Expedition, cards: tuple[LaidCard, ...]) -> str:
    """The picture in words, for those who hear it."""
    parts = []
    for card in cards[-_MOST_CARDS:]:
        if isinstance(card.token, Treasure):
            words = f"treasure {card.token}" + (f" with {card.left} left on it" if card.left else "")
        elif isinstance(card.token, Hazard):
            words = f"hazard {card.token}" + (", the bust" if card.is_bust else "")
        else:
            words = f"artifact {card.token}" + (", taken" if card.taken else "")
        parts.append(words + (f"; then {card.retired} retired" if card.retired else ""))
    return f"{'. '.join(_words(state, 0))}. The path: {', '.join(parts) or 'no card yet'}."


def _card(card: LaidCard) -> str:
    kind = {Treasure: "treasure", Hazard: "hazard"}.get(type(card.token), "artifact")
    ground, border = _GROUNDS["bust" if card.is_bust else kind], 3.5 if card.is_bust else 1.2
    dashes = ' stroke-dasharray="4 3"' if card.taken else ""
    parts = [
        f'<rect width="{_WIDE}" height="{_HIGH}" rx="7" fill="{ground}" stroke="{_INK}" stroke-width="{border}"'
        f"{dashes}/>"
    ]
    middle = _WIDE // 2
    if isinstance(card.token, Treasure):
        parts += [_at(GEM, middle, 24), _text(str(card.token), 62, 26, "bold")]
        if card.left:
            parts.append(_text(f"{card.left} on it", 85, 12))
    elif isinstance(card.token, Hazard):
        parts += [_at(hazard_pictogram(card.token.name), middle, 40), _text(card.token.name, 85, 12)]
        if card.is_bust:
            parts.append(_text("BUST", 15, 12, "bold"))
    else:
        parts += [_at(ARTIFACT, middle, 36), _text(str(card.token), 76, 16, "bold")]
        if card.taken:
            parts.append(_text("taken", 89, 11))
    if card.retired:
        figure = f'<g transform="translate(14 {_HIGH + 11}) scale(0.5)" fill="{_INK}" stroke="{_INK}">{PLAYER}</g>'
        parts += [figure, _text(f"{card.retired} left", _HIGH + 16, 12, x=middle + 8)]
    return "".join(parts)


def _back(state: Expedition) -> str:
    """The back of a card, where none is shown."""
    return (
        f'<rect width="{_WIDE}" height="{_HIGH}" rx="7" fill="#6b5a4a" stroke="{_INK}"/>'
        f'<rect x="6" y="6" width="{_WIDE - 12}" height="{_HIGH - 12}" rx="4" fill="none" stroke="#f3e7cf"/>'
        f'<text x="{_WIDE // 2}" y="{_HIGH // 2 + 8}" font-size="22" text-anchor="middle" fill="#f3e7cf">'
        f"{state.cards_left}</text>"
    )


def _players(state: Expedition, y: int) -> str:
    """A figure for each who started: full if still in, an outline if out."""
    inside = 0 if state.is_over and not state.is_bust else state.players
    out = state.setup.players - inside
    figures = []
    for seat in range(state.setup.players):
        is_in = seat < inside
        fill = _INK if is_in and not state.is_bust else "none"
        figures.append(
            f'<g transform="translate({_EDGE + 10 + 22 * seat} {y + 16}) scale(0.8)" fill="{fill}" stroke="{_INK}"'
            f' stroke-width="1.8">{PLAYER}</g>'
        )
    words = f"{inside} caught" if state.is_bust else f"{inside} in"
    if out:
        words += f", {out} out"
    x = _EDGE + 22 * state.setup.players + 6
    return "".join([*figures, f'<text x="{x}" y="{y + 21}" font-size="13" fill="{_INK}">{words}</text>'])


def _at(pictogram: str, x: int, y: int) -> str:
    return f'<g transform="translate({x} {y})">{pictogram}</g>'


def _text(words: str, y: int, size: int, weight: str = "normal", x: int = _WIDE // 2) -> str:
    room = _WIDE - 8
    fitted = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if len(words) * size * 0.58 > room else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="middle" fill="{_INK}"{fitted}>'
        f"{escape(words)}</text>"
    )


def _wrapped(words: str, width: int) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
