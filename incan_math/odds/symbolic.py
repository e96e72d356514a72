"""The bust curve as algebra, in sympy: formulas in symbols, and the generating function of one position.

With S safe cards, m hazard kinds of c cards each that do not show yet, D deadly cards, and N = S + m c + D of them all,

    P(bust within k cards)  =  1 - (sum over j of C(m, j) c^j C(S, k - j)) / C(N, k):

of the cards drawn without a bust, j are the first of their kind and the others are safe.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from incan_math.game.cards import Card, Hazard
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_live
from incan_math.game.extras import require
from incan_math.game.moves import find_card
from incan_math.game.notation import as_card

if TYPE_CHECKING:
    import sympy

__all__ = ["Symbols", "bust_formula", "generating_function", "removal_formula", "substitute", "symbols"]

MOST_DRAWS = 10
"""Beyond so many cards the formula without a sum fills pages."""


class Symbols(NamedTuple):
    """The symbols of the formulas: `safe` S, `kinds` m, `copies` c, `deadly` D, `draws` k; `removed` x."""

    safe: sympy.Symbol
    kinds: sympy.Symbol
    copies: sympy.Symbol
    deadly: sympy.Symbol
    draws: sympy.Symbol
    removed: sympy.Symbol


def symbols() -> Symbols:
    """The symbols that the formulas are written in, whole numbers, 0 or more.

    >>> symbols()
    Symbols(safe=S, kinds=m, copies=c, deadly=D, draws=k, removed=x)
    """
    require("sympy")

    import sympy

    return Symbols(*sympy.symbols("S m c D k x", integer=True, nonnegative=True))


def bust_formula(draws: int | None = None) -> sympy.Expr:
    """P(one of the next k cards busts, if nobody leaves) in the symbols S, m, c, D, and k if `draws` is omitted.

    The fresh kinds have c cards each. In a fresh deck D is 0: `bust_formula(2).subs(symbols().deadly, 0)`.
    `sympy.latex` writes any of the formulas for a paper; `substitute` puts a position's numbers in.

    Args:
        draws: how many cards, 0 to 10, for a fraction of two polynomials; None for the sum over j, in the symbol k.

    Raises:
        GameError: `draws` is not such a number.

    >>> print(bust_formula())
    1 - Sum(c**j*binomial(S, -j + k)*binomial(m, j), (j, 0, k))/binomial(D + S + c*m, k)
    >>> print(bust_formula(1))
    D/(D + S + c*m)
    >>> print(bust_formula(2).subs(symbols().deadly, 0).factor())
    c*m*(c - 1)/((S + c*m)*(S + c*m - 1))
    """
    require("sympy")

    import sympy

    S, m, c, D, k, _ = symbols()  # noqa: N806 (the names that the formula has in print)
    total = S + m * c + D
    if draws is None:
        j = sympy.Symbol("j", integer=True, nonnegative=True)
        safely = sympy.Sum(sympy.binomial(m, j) * c**j * sympy.binomial(S, k - j), (j, 0, k))
        return 1 - safely / sympy.binomial(total, k)
    if type(draws) is not int or not 0 <= draws <= MOST_DRAWS:
        raise GameError(
            f"draws: {shown(draws)} given; it is a number of cards, 0 to {MOST_DRAWS}, or None for the formula in k"
        )
    ways = sympy.Add(*(_choose(m, j) * c**j * _choose(S, draws - j) for j in range(draws + 1)))
    return sympy.factor(1 - ways / _choose(total, draws))


def substitute(formula: sympy.Expr, state: Expedition, draws: int | None = None) -> Fraction:
    """The formula with a position's numbers for S, m, c and D, and `draws` for k: an exact probability.

    A kind of which one card is left cannot bust any more, so its card counts as safe. Draws beyond the deck count as
    the whole deck.

    Args:
        formula: one of `bust_formula`, rewritten as you like.
        state: a state of an expedition that is not over.
        draws: what k is, where the formula has it.

    Raises:
        GameError: the expedition is over, its fresh kinds have unequally many cards, or a symbol is left over.

    >>> cave = Expedition.parse("7 fire 11 -1 snakes", players=4)
    >>> substitute(bust_formula(), cave, draws=3), substitute(bust_formula(3), cave)
    (Fraction(617, 1300), Fraction(617, 1300))
    """
    require("sympy")

    import sympy

    need_live(state)
    safe, fresh = _safe_and_fresh(state)
    if len(set(fresh)) > 1:
        raise GameError(
            f"state: at '{state}' the kinds not showing have {', '.join(map(str, sorted(fresh)))} cards, and the"
            " formula is for equally many; use generating_function, or bust_probability"
        )
    S, m, c, D, k, _ = symbols()  # noqa: N806
    numbers = {S: safe, m: len(fresh), c: fresh[0] if fresh else 1, D: state.deadly}
    if draws is not None:
        if type(draws) is not int or draws < 0:
            raise GameError(f"draws: {shown(draws)} given; it is a number of cards, 0 or more")
        numbers[k] = min(draws, state.cards_left)
    value = formula.subs(numbers)
    if value.free_symbols:
        left = ", ".join(sorted(map(str, value.free_symbols)))
        raise GameError(f"formula: {left} is left in it at '{state}'; give draws for k, and numbers for the others")
    value = value.doit()
    if not isinstance(value, sympy.Rational):
        raise GameError(f"formula: it is {value} at '{state}', which is not an exact probability")
    return Fraction(int(value.p), int(value.q))


def removal_formula(state: Expedition, card: Card | str | int, draws: int = 1) -> sympy.Expr:
    """P(one of the next `draws` cards busts, if nobody leaves) as a function of x.

    x cards of one sort left the deck, as in earlier busts. It holds for x from 0 to the cards of that sort undrawn,
    with `draws` cards left after it. Treasures and artifacts are one sort: none of them busts.

    Args:
        state: a state of an expedition that is not over.
        card: a hazard kind, or any treasure or artifact, as a card or its text.
        draws: how many further cards, 0 or more, no more than are left.

    Raises:
        GameError: the expedition is over, no such card is undrawn, or `draws` is not such a number.

    >>> cave = Expedition.parse("7 fire 11 snakes", players=4)
    >>> print(removal_formula(cave, "snakes"))
    (x - 4)/(x - 26)
    >>> print(removal_formula(cave, "mummy", draws=2))
    (x**2 - 13*x + 206)/((x - 26)*(x - 25))
    """
    require("sympy")

    import sympy

    need_live(state)
    if type(draws) is not int or not 0 <= draws <= state.cards_left:
        raise GameError(
            f"draws: {shown(draws)} given; it is a number of cards, 0 to the {state.cards_left} that are left"
        )
    found = find_card(state.rules, state.situation, as_card(card, state.rules))
    x = symbols().removed
    now = state.situation
    safe = sum(now.treasures) + sum(now.artifacts)
    fresh = [count for kind, count in enumerate(now.hazards) if not now.showing >> kind & 1]
    if not isinstance(found, Hazard):
        safe -= x
    elif found not in state.showing:
        # The cards of a showing kind are in no draw without a bust, so only the deck's size changes with them.
        fresh.remove(state.undrawn[found])
        fresh.append(state.undrawn[found] - x)
    ways: list[sympy.Expr] = [sympy.Integer(1), *[sympy.Integer(0)] * draws]
    for count in fresh:
        ways = [here + count * before for here, before in zip(ways, [0, *ways[:-1]], strict=True)]
    total = sympy.Add(*(number * _choose(safe, draws - j) for j, number in enumerate(ways)))
    return sympy.factor(1 - total / _choose(state.cards_left - x, draws))


def generating_function(state: Expedition, symbol: str = "z") -> sympy.Expr:
    """(1 + z)^S * product of (1 + c_i z): the coefficient of z^k is the number of ways to draw k cards without a bust.

    S counts the undrawn treasures and artifacts, c_i the cards of each hazard kind that is not showing. The factors
    stay as they are: `sympy.expand` multiplies them out.

    Args:
        state: a state of an expedition that is not over.
        symbol: the name of the variable.

    Raises:
        GameError: the expedition is over.

    >>> from incan_math import Expedition
    >>> print(generating_function(Expedition.parse("7 fire", removed="snakes")))
    (z + 1)**14*(2*z + 1)*(3*z + 1)**3
    """
    require("sympy")

    import sympy

    need_live(state)
    z = sympy.Symbol(symbol)
    safe, fresh = _safe_and_fresh(state)
    return sympy.Mul((1 + z) ** safe, *(1 + count * z for count in fresh))


def _safe_and_fresh(state: Expedition) -> tuple[int, list[int]]:
    """(S, c_i): cards that never bust, and the cards of each kind that is not showing and still can bust."""
    now = state.situation
    fresh = [count for kind, count in enumerate(now.hazards) if not now.showing >> kind & 1]
    safe = sum(now.treasures) + sum(now.artifacts) + fresh.count(1)
    return safe, [count for count in fresh if count > 1]


def _choose(number: sympy.Expr | int, cards: int) -> sympy.Expr:
    """C(number, cards) as a polynomial in the number."""
    require("sympy")

    import sympy

    return sympy.expand_func(sympy.ff(number, cards)) / sympy.factorial(cards)
