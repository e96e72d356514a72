"""The optimal policy of a player who is alone, or whose opponents never leave: what to do at every state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from incan_math.advice.router import decide
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.game.showing import Tabular
from incan_math.game.situation import Situation
from incan_math.odds.distribution import Distribution
from incan_math.odds.next_card import one_step_gain
from incan_math.solo.stopping import closed_rule
from incan_math.strategies.decision import Action
from incan_math.strategies.heuristics import StayForever

__all__ = ["Policy", "policy", "take_home"]


class Policy(Tabular, Mapping[Expedition, Action]):
    """The best action at every state where the player chooses, from one state on.

    Looking a state up works for every live state of the same expedition and players. Iterating goes through the states
    that following the policy can meet, layer by layer of cards out, one for all renamings of hazard kinds with equally
    many cards; the first time, they are found, which takes a while from a full deck.
    """

    def __init__(self, start: Expedition) -> None:
        self.start = start
        self._found: dict[Expedition, Action] | None = None

    def __getitem__(self, state: Expedition) -> Action:
        if not isinstance(state, Expedition) or state.is_over or not state.is_deciding:
            raise KeyError(state)
        if state.rules != self.start.rules or state.players != self.start.players:
            raise KeyError(state)
        if self._found is not None and state in self._found:
            return self._found[state]
        return _action(state, closed_rule(state) is not None)

    def __iter__(self) -> Iterator[Expedition]:
        if self._found is None:
            self._found = dict(self._met())
        return iter(self._found)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _in_full(self) -> str:
        return f"policy({self.start!r})"

    def _in_short(self) -> str:
        return f"from {self.start!r}"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each state that following the policy can meet: its `path`, `bag`, `leftover`, `showing`, `action`.

        From a full deck there are many.
        """
        return [
            {
                "path": state.path,
                "bag": state.bag,
                "leftover": state.leftover,
                "showing": len(state.showing),
                "action": action,
            }
            for state, action in self.items()
        ]

    def _met(self) -> Iterator[tuple[Expedition, Action]]:
        has_rule = closed_rule(self.start) is not None  # And so it has at every state that follows.
        going_on = [self.start]
        if self.start.is_deciding:
            action = _action(self.start, has_rule)
            yield self.start, action
            if action != "stay":
                return
        while going_on:
            following: dict[Situation, Expedition] = {}
            for state in going_on:
                for _, _, after in state.draws():
                    if not after.is_bust:
                        following.setdefault(after.situation.unnamed(), after)
            going_on = []
            for state in following.values():
                action = _action(state, has_rule)
                yield state, action
                if action == "stay":
                    going_on.append(state)


def _action(state: Expedition, has_rule: bool) -> Action:
    if not state.cards_left:
        return "retire"
    if not has_rule:
        return decide(state, StayForever()).action
    gain = one_step_gain(state)
    return "tie" if gain == 0 else "stay" if gain > 0 else "retire"


def policy(state: Expedition) -> Policy:
    """The whole optimal policy from `state` on, alone or against opponents who never leave: state -> action.

    The action is `stay`, `retire` or, where both are worth the same, `tie`. See `decide` for the rule behind it.

    Args:
        state: a live state; the player is in.

    Raises:
        GameError: the expedition is over.

    >>> from incan_math import Rules
    >>> plan = policy(Expedition.start(rules=Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})))
    >>> [f"{state.path}: {action}" for state, action in plan.items()][:4]
    ['3: stay', '5: stay', '7: stay', 'fire: stay']
    """
    need_expedition(state)
    if state.is_over:
        raise GameError(f"state: the expedition at '{state}' is over; no policy is left")
    return Policy(state)


def take_home(state: Expedition) -> Distribution:
    """The exact distribution of the points that the optimal player brings home after one more card and best play.

    Its mean is `decide(state).stay`; the probability of 0 is that of going home empty, after a bust or without a gem.
    The player is alone, or the opponents never leave.

    Args:
        state: a live state with undrawn cards.

    Raises:
        GameError: the expedition is over or its deck empty, or the look-ahead theorem does not hold (custom artifact
            points that rise steeply, or several players and a deck that can run out).

    >>> points = take_home(Expedition.start())
    >>> points.mean, float(points[0])
    (Fraction(3134144863, 200300100), 0.404...)
    """
    need_expedition(state)
    if state.is_over:
        raise GameError(f"state: the expedition at '{state}' is over; nothing is taken home any more")
    problem = closed_rule(state)
    if problem is None:
        raise GameError(
            f"state: at '{state}' the best play is not the look-ahead rule (the deck is empty or can run out with"
            " several players in, or artifact points rise steeply), and take_home does not cover it; decide does",
        )
    return problem.take_home()
