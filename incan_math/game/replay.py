"""What the tokens of a record do: each expedition replayed card by card, with who took what."""

from __future__ import annotations

from dataclasses import dataclass

from incan_math.game.expedition import Expedition, Payout
from incan_math.game.match import Game

__all__ = ["Departure", "Replay", "Step"]


@dataclass(frozen=True)
class Departure:
    """Players retire together: by `names`, or only so many of them (`names` empty)."""

    players: int
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"-{','.join(self.names) or self.players}"


@dataclass(frozen=True)
class Step:
    """One token of a record, played.

    Attributes:
        expedition: the number of the expedition, from 1.
        before, after: the positions around the token.
        token: the card's text, or the departure.
        inside: who was in before it, where that is known.
        payout: what each of those who retired took; None for a card.
    """

    expedition: int
    before: Expedition
    token: str | Departure
    after: Expedition
    inside: tuple[str, ...] | None
    payout: Payout | None


@dataclass(frozen=True)
class Replay:
    """A record played up to one of its tokens.

    Attributes:
        games: the game before each expedition, and after the last one if it is over.
        steps: the tokens so far, played.
        now: the position.
        inside: who is in, where that is known.
        taken: what each who retired from this expedition took, where names are known.
        paid: what was taken from this expedition, by whomever.
    """

    games: tuple[Game, ...]
    steps: tuple[Step, ...]
    now: Expedition
    inside: tuple[str, ...] | None
    taken: tuple[tuple[str, Payout], ...] = ()
    paid: tuple[Payout, ...] = ()

    @classmethod
    def begin(cls, games: tuple[Game, ...], steps: tuple[Step, ...], players: tuple[str, ...]) -> Replay:
        """An expedition before its first card."""
        return cls(games, steps, games[-1].begin(), players)

    def after(self, number: int, token: str | Departure, players: tuple[str, ...]) -> Replay:
        """The same after one more token of the expedition of this number."""
        taken, paid, inside = self.taken, self.paid, self.inside
        payout = None
        if isinstance(token, Departure):
            payouts, after = self.now.retire(token.players)
            payout = payouts[0]
            paid += payouts
            taken += tuple((name, payout) for name in token.names)
            known = inside is not None and token.names
            inside = tuple(name for name in inside or () if name not in token.names) if known else None
        else:
            after = self.now.reveal(token)
        steps = (*self.steps, Step(number, self.now, token, after, self.inside, payout))
        games = self.games
        if after.is_over:
            by_name = dict(taken)
            seats: list[Payout | None] = [by_name.get(name) for name in players]
            if len(taken) < len(paid):  # Who took what is not known: the deck goes on right, the scores are refused.
                seats = [*paid, *[None] * (len(players) - len(paid))]
            games = (*games, games[-1].after(after, seats))
        return Replay(games, steps, after, inside, taken, paid)
