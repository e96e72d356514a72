"""The checker of equilibrium certificates: whole numbers and fractions only, and nothing of the solver's.

It reads the claim (`claim`), walks the states by itself from the last cards back (`walk`), and believes nothing but
what it can verify. `docs/equilibrium-certificate.md` proves that what passes is true.
"""

from __future__ import annotations

from dataclasses import dataclass

from incan_math.equilibria.checker.bounds import ends_of
from incan_math.equilibria.checker.claim import FORMAT, read_certificate
from incan_math.equilibria.checker.plays import CertificateError
from incan_math.equilibria.checker.walk import Walk
from incan_math.game.expedition import Expedition
from incan_math.game.showing import Shown
from incan_math.numbers.enclosure import Enclosure

__all__ = ["CertificateError", "Checked", "FORMAT", "check_certificate"]

LIMIT = 12_000_000
"""How many states are held if `limit` is omitted: about 6 GB."""


@dataclass(frozen=True, repr=False)
class Checked(Shown):
    """What a certificate proves.

    Attributes:
        state: the position.
        value: an enclosure of the symmetric equilibrium's value per player.
        decisions, mixed, ties: at how many states a play was verified; at how many of them the players mix; and at how
            many staying and retiring are worth exactly the same whatever the others do.
    """

    state: Expedition
    value: Enclosure
    decisions: int
    mixed: int
    ties: int


def check_certificate(text: str, *, limit: int = LIMIT) -> Checked:
    """Verify every claim of a certificate from its text alone.

    Args:
        text: the `certificate().text` of an equilibrium.
        limit: the most states to hold; no certificate makes the checker hold more.

    Raises:
        CertificateError: "rejected: ...": a claim is not shown to be true, the text cannot be read, or a size is beyond
            its bound.

    >>> check_certificate("any other text")
    Traceback (most recent call last):
    incan_math.equilibria.checker.plays.CertificateError: rejected: text: it cannot be read (Expecting value: ...)
    """
    if type(limit) is not int or limit < 1:
        raise CertificateError("limit: give a whole number of states, 1 or more")
    claim, plays = read_certificate(text, limit)
    walk = Walk(claim.state, claim.rewards, plays, limit)
    try:
        value = walk.value()
    except RecursionError:
        raise CertificateError(
            "position: the call stack is too small for the walk; check from a shallower call"
        ) from None
    if not plays.are_used_up():
        raise CertificateError("plays: there are more than there are decisions")
    low, high = ends_of(value)
    if not claim.low * claim.scale <= low <= high <= claim.high * claim.scale:
        raise CertificateError("value: the claimed enclosure does not hold what follows from the plays")
    return Checked(claim.state, Enclosure(claim.low, claim.high), walk.decisions, walk.mixed, walk.ties)
