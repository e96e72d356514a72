"""Players as text (`gems:15`, `equilibrium`, `bot.py:Name`), and the equilibrium as a player of whole games."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.strategies.text_form import parse_strategy

if TYPE_CHECKING:
    from incan_math.equilibria.result import Equilibrium

__all__ = ["EquilibriumPlayer", "parse_player"]


class EquilibriumPlayer:
    """Plays the symmetric equilibrium of every expedition for its points, of the deck that the game has come to.

    An equilibrium is computed when its deck is first met, and kept: decks that differ in the names of hazard kinds
    alone share it. On a full deck that takes a few seconds for two players, and minutes for more.

    >>> from incan_math import Rules
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> 0 < EquilibriumPlayer()(Expedition.parse("7 fire", players=2, rules=small)) < 1
    True
    """

    kind_symmetric = True

    def __init__(self) -> None:
        self._known: dict[object, Equilibrium] = {}

    def __call__(self, state: Expedition, /) -> Fraction | int:
        """P(retire) at `state`."""
        setup = state.setup
        deck = setup.rules, setup.players, tuple(sorted(setup.hazards.values())), setup.artifacts, setup.worth
        known = self._known.get(deck)
        if known is None:
            from incan_math.equilibria.symmetric import equilibrium  # It loads the compiler.

            start = Expedition.start(
                setup.players, setup.rules, setup.expedition, setup.removed, setup.claimed, setup.lost
            )
            known = self._known[deck] = equilibrium(start)
        return known(state)

    def __str__(self) -> str:
        return "equilibrium"


def parse_player(text: str) -> Callable[..., object]:
    """The player that a text describes: a strategy's text, `equilibrium`, or `bot.py:Name`.

    The file of a bot is run as Python, with all that it may do on this machine; `Name` is a function of it, or a class
    that takes no arguments.

    Raises:
        GameError: the text is none of them, or the file does not give a player.

    >>> parse_player("gems:15"), str(parse_player("equilibrium"))
    (RetireAtGems(gems=15), 'equilibrium')
    """
    if not isinstance(text, str):
        raise GameError(f"strategy: {shown(text)} is not text; write gems:15, equilibrium, bot.py:Name and the like")
    if text.strip().lower() == "equilibrium":
        return EquilibriumPlayer()
    file, mark, name = text.rpartition(".py:")
    if not mark:
        return parse_strategy(text)
    path = Path(f"{file}.py")
    if not path.is_file():
        raise GameError(f"strategy: there is no file {shown(str(path))}; write path/to/bot.py:Name")
    module_name = f"_incan_math_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
        player = getattr(module, name)
        player = player() if isinstance(player, type) else player
    except Exception as error:
        said = " ".join(str(error).split())[:120]
        raise GameError(f"strategy: {shown(text)} gives no player: {type(error).__name__}: {said}") from None
    if not callable(player):
        raise GameError(f"strategy: {shown(text)} is {shown(player)}; give a function, or a class of callables")
    return player  # type: ignore[no-any-return]
