"""The order of the cards in every simulated game, from a seed alone.

All physical cards of the game are shuffled for each expedition, and those that are not in its deck are passed over.
So the order depends on (seed, game, expedition) only: not on who plays, nor on how the work is split, and two
strategies can be compared on the same cards. The random words are those of the counter-based generator Philox4x32-10
(Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): word i of a stream is a function
of the seed, the game, the expedition and what the stream is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import Rules

__all__ = ["MOST_GAMES", "WordStream", "card_order", "key_of_seed", "need_seed", "physical_cards", "shuffled_places"]

MOST_GAMES = 1 << 62
"""Games are numbered from 0 to this."""
LOW = (1 << 32) - 1
_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_WEYL = 0x9E3779B9, 0xBB67AE85
_ROUNDS = 10


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Four random words of 32 bits, by ten rounds of Philox4x32.

    >>> [f"{word:08x}" for word in philox((0, 0, 0, 0), (0, 0))]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    a, b, c, d = counter
    k, m = key
    for _ in range(_ROUNDS):
        first, second = a * _MULTIPLIERS[0], c * _MULTIPLIERS[1]
        a, b, c, d = (second >> 32) ^ b ^ k, second & LOW, (first >> 32) ^ d ^ m, first & LOW
        k, m = (k + _WEYL[0]) & LOW, (m + _WEYL[1]) & LOW
    return a, b, c, d


@dataclass(slots=True)
class WordStream:
    """The random words of one game, expedition and purpose.

    Attributes:
        key: made of the seed.
        game: the game's number, from 0.
        tag: 16 * expedition (from 0) + purpose: 0 for the cards, 1 + seat for a player's mixing.
        block: how many times four words were drawn.
        words: those not used yet.
    """

    key: tuple[int, int]
    game: int
    tag: int
    block: int = 0
    words: tuple[int, ...] = ()

    def word(self) -> int:
        """The next word of 32 bits."""
        if not self.words:
            self.words = philox((self.game & LOW, self.game >> 32, self.block, self.tag), self.key)
            self.block += 1
        word, *rest = self.words
        self.words = tuple(rest)
        return word

    def below(self, count: int) -> int:
        """A uniform whole number from 0 to `count` - 1 (Lemire's method, exact)."""
        if count == 1:
            return 0
        product = self.word() * count
        if product & LOW < count:
            least = (LOW + 1 - count) % count
            while product & LOW < least:
                product = self.word() * count
        return product >> 32

    def happens(self, numerator: int, denominator: int) -> bool:
        """Whether an event of exactly this probability happens."""
        rest = numerator
        while True:
            rest = (rest << 32) - self.word() * denominator
            if rest >= denominator:
                return True
            if rest <= 0:
                return False


def need_seed(seed: object) -> int:
    """Refuse what is not a seed: a whole number of 64 bits."""
    if type(seed) is not int or not 0 <= seed < 1 << 64:
        raise GameError(f"seed: {shown(seed)} given; give a whole number from 0 to 2**64 - 1")
    return seed


def key_of_seed(seed: int) -> tuple[int, int]:
    """The seed as the generator takes it: its low and its high 32 bits."""
    return seed & LOW, seed >> 32


def physical_cards(rules: Rules) -> tuple[Card, ...]:
    """Every physical card of the game: treasures rising, hazards by name, artifacts in printed order."""
    treasures = [Treasure(value) for value in rules.treasures]
    hazards = [Hazard(name) for name, count in rules.hazards.items() for _ in range(count)]
    printed = rules.artifact_value == "printed"
    return (*treasures, *hazards, *(Artifact(points if printed else None) for points in rules.artifacts))


def shuffled_places(key: tuple[int, int], game: int, expedition: int, cards: int) -> Iterator[int]:
    """The places of `cards` physical cards in the order in which they come, expeditions counted from 0."""
    stream = WordStream(key, game, 16 * expedition)
    order = list(range(cards))
    for place in range(cards):
        other = place + stream.below(cards - place)
        order[place], order[other] = order[other], order[place]
        yield order[place]


def card_order(game: int, expedition: int, rules: str | Rules = DEFAULT_EDITION, seed: int = 0) -> tuple[Card, ...]:
    """The order in which the cards of one expedition of a simulated game come, all cards of the game in it.

    Of a kind with cards that left the game, the last ones are passed over; so are artifacts that are not in the deck.

    Args:
        game: its number, from 0.
        expedition: its number, from 1.
        rules: an edition's name or a `Rules` value.
        seed: as for `simulate`.

    Raises:
        GameError: there is no such game or expedition.

    >>> order = card_order(0, 1)
    >>> len(order), order == card_order(0, 1), order == card_order(0, 2)
    (34, True, False)
    """
    known = rules_of(rules)
    key = key_of_seed(need_seed(seed))
    if type(game) is not int or not 0 <= game < MOST_GAMES:
        raise GameError(f"game: {shown(game)} given; games are numbered from 0")
    if type(expedition) is not int or not 1 <= expedition <= known.expeditions:
        raise GameError(f"expedition: {shown(expedition)} given; a game of {known.name} has 1 to {known.expeditions}")
    cards = physical_cards(known)
    return tuple(cards[place] for place in shuffled_places(key, game, expedition - 1, len(cards)))
