"""The symmetric equilibrium of several players with equal bags, enclosed: every number with a proved radius.

Backward induction in whole numbers and rationals while they are small, and in balls beyond. Each sign that a decision
hangs on is known for certain, or the solve is repeated with more bits, or refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from incan_math.equilibria.certified.induction import EXACT_BITS, Induction
from incan_math.equilibria.certified.rewards import Rewards
from incan_math.equilibria.preconditions import need_few_cards, need_several
from incan_math.equilibria.stage import SELECTION
from incan_math.equilibria.state_count import check_size
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.game.showing import Shown
from incan_math.numbers.balls import UndecidedError, enclosed, flint
from incan_math.numbers.enclosure import Enclosure
from incan_math.response.evaluation import Progress
from incan_math.states.utility import Utility

if TYPE_CHECKING:
    from incan_math.equilibria.certified.certificate import Certificate

__all__ = ["CertifiedEquilibrium", "certified_equilibrium"]

LIMIT = 12_000_000
"""How many states are held if `limit` is omitted: about 4 GB."""
_TRIES = 4


@dataclass(frozen=True, repr=False)
class CertifiedEquilibrium(Shown):
    """The symmetric equilibrium from one state on, in enclosures that are proved.

    Attributes:
        state: where it starts.
        value: what each player can expect from here on, from this expedition: points, or `utility` of them.
        selection: the rule by which one equilibrium is chosen where a decision has several.
        decisions: at how many states several players decide. What follows a state where bounds prove that everyone
            leaves, whatever the others do, is not counted.
        ambiguous: at how many of them there is more than one symmetric equilibrium, exact ties apart.
        ties: at how many staying and retiring are worth exactly the same whatever the others do.
        mixed: at how many the players mix.
        bits: the precision of the balls.
        utility: what is maximised instead of the points taken, or None.
    """

    state: Expedition
    value: Enclosure
    selection: str
    decisions: int
    ambiguous: int
    ties: int
    mixed: int
    bits: int
    utility: Utility | None
    _induction: Induction = field(repr=False, compare=False)

    def __deepcopy__(self, memo: dict[int, object]) -> CertifiedEquilibrium:
        """The value itself: nothing in it can change."""
        return self

    def retire_probability(self, state: Expedition) -> Enclosure:
        """The probability with which each player retires at this or a later state where several players decide.

        States that no decision hung on are solved when they are asked for.

        Raises:
            GameError: the state does not follow from the start with two players or more choosing at it, or signs
                stay open there.
        """
        need_expedition(state)
        induction = self._induction
        code = induction.nodes.at(state)
        try:
            low, high = enclosed(induction.retire_probability(code))
        except UndecidedError as error:
            raise GameError(f"state: at '{state}' {error} with balls of {self.bits} bits; give more bits=") from None
        return Enclosure(max(Fraction(0), low), min(Fraction(1), high))

    def certificate(self) -> Certificate:
        """What is played at every state that the value hangs on, for `check_certificate` to verify.

        Raises:
            GameError: the state cannot be written down: its path is not known.
        """
        from incan_math.equilibria.certified.certificate import write_certificate

        return write_certificate(self.state, self._induction)


def certified_equilibrium(
    state: Expedition,
    *,
    utility: Utility | None = None,
    bits: int = 96,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> CertifiedEquilibrium:
    """The symmetric subgame-perfect equilibrium of all players in, every number enclosed for certain.

    Each maximises the own expected points of this expedition (or `utility` of them); all know what is public, and a
    player left alone plays the solo optimum. Among several symmetric equilibria of one decision the rule in `selection`
    picks.

    Args:
        state: a live state with two players or more in.
        utility: what taking so many points in this expedition is worth: a function of a whole number that gives an
            int or a Fraction and never falls. A bust is worth utility(0). Without it points themselves count.
        bits: the precision of the balls to begin with; it is doubled while a sign stays open, three times at most.
        limit: the most states with two players or more in; they are counted first.
        progress: called from time to time with (0, cards left at the start, states held so far).

    Raises:
        GameError: fewer than two players are in, leftovers are split per card, utility falls or is not exact, there can
            be more states than `limit`, signs stay open, or python-flint is not installed.

    >>> from incan_math import Rules
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> two = certified_equilibrium(Expedition.start(2, small))
    >>> two.value, two.mixed, two.ambiguous, two.ties
    (Enclosure(low=Fraction(119206107, 41086892), high=Fraction(119206107, 41086892)), 6, 0, 0)
    >>> cave = Expedition.parse("7 fire 11 snakes 15 5 mummy", players=3)
    >>> three = certified_equilibrium(cave)
    >>> three.value.radius < Fraction(1, 10**24)
    True
    """
    need_several(state)
    need_few_cards(state)
    if type(bits) is not int or not 16 <= bits <= 100_000:
        raise GameError(f"bits: {shown(bits)} given; balls have 16 to 100,000 bits")
    flint()
    check_size(state, limit)
    for attempt in range(_TRIES):
        induction = Induction(
            state, Rewards.read(state, utility), bits << attempt, EXACT_BITS << attempt, limit, progress
        )
        try:
            value = induction.solve()
            break
        except UndecidedError as error:
            said = error
    else:
        raise GameError(
            f"state: {said}, with balls of {bits << _TRIES - 1:,} bits; give more bits=, or a later state",
        )
    low, high = (end / induction.rewards.scale for end in enclosed(value))
    return CertifiedEquilibrium(
        state=state,
        value=Enclosure(low, high),
        selection=SELECTION,
        decisions=induction.decisions,
        ambiguous=induction.ambiguous,
        ties=induction.ties,
        mixed=induction.mixed,
        bits=induction.bits,
        utility=utility,
        _induction=induction,
    )
