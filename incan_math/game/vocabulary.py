"""What people call the cards: the hazards of three families of editions, common names, and four languages.

Snakes, spiders and falling rocks are the same danger under every name; the other two are paired so that a path typed
with one edition's names can be read under another's. What a kind is called changes no probability.
"""

from __future__ import annotations

__all__ = ["ARTIFACT_WORDS", "FAMILIES", "LEAVING_WORDS", "TREASURE_WORDS", "names_elsewhere"]

FAMILIES = {
    "incan": ("fire", "mummy", "rocks", "snakes", "spiders"),
    "diamant": ("explosion", "gas", "rockfall", "snake", "scorpion"),
    "iello": ("lava", "rams", "boulders", "snakes", "spiders"),
}
"""The five kinds, in one order, as three families of editions call them."""

_COMMON = (  # English; Portuguese; Serbian in both scripts, also as the Serbian rule text spells English; Hungarian.
    "fires flame flames blaze burning explosions blast magma fogo fogos chama chamas"
    " vatra ватра požar пожар fajr фире tűz tüzek láng lángok explosão explosões eksplozija експлозија",
    "mummies zombie zombies undead curse gases poison ram battering-ram múmia múmias zumbi"
    " mumija мумија mumije мумије муммy múmiák gáz gás гас",  # noqa: RUF001 - two scripts in one word, as that text has it
    "rock rockfalls rockslide rockslides rock-fall rock-slide falling-rocks cave-in cavein collapse boulder stone"
    " stones landslide avalanche rocha rochas pedra pedras desabamento desmoronamento"
    " kamen камен kamenje камење stena стена stene стене odron одрон роцк роцкс"
    " szikla sziklák kő kövek kőomlás sziklaomlás omlás beomlás",
    "serpent serpents cobra cobras viper vipers serpente serpentes zmija змија zmije змије снаке снакес kígyó kígyók",
    "spider scorpions tarantula tarantulas aranha aranhas escorpião escorpiões"
    " pauk паук pauci пауци škorpija шкорпија спидер спидерс pók pókok skorpió",
)
_ARTIFACTS = (
    "artifact artifacts artefact artefacts relic relics idol idols artefato artefatos"
    " artefakt artefakti артефакт артефакти артифацт артифацтс mutargy mutargyak ereklye"
)
_LEAVING = "retire retires retired retreat leave leaves leaving left out exit quit go home return back flee escape camp"
_TREASURES = "treasure treasures gem gems jewel jewels ruby rubies diamond diamonds"

ARTIFACT_WORDS = frozenset(_ARTIFACTS.split())
"""Words for an artifact, without accents; a number behind one is the number on the card."""
LEAVING_WORDS = frozenset(_LEAVING.split())
"""Words that people try for leaving, which is written `-1`."""
TREASURE_WORDS = frozenset(_TREASURES.split())
"""Words that people try for a treasure, which is written as its number alone."""


def names_elsewhere(family: str) -> tuple[tuple[str, str], ...]:
    """Pairs (what others call a kind, its name in `family`), without repetition and without the family's own names.

    >>> dict(names_elsewhere("diamant"))["mummy"], dict(names_elsewhere("iello"))["cobras"]
    ('gas', 'snakes')
    """
    here = FAMILIES[family]
    pairs = {(there, name) for names in FAMILIES.values() for there, name in zip(names, here, strict=True)} | {
        (there, name) for names, name in zip(_COMMON, here, strict=True) for there in names.split()
    }
    return tuple(sorted((there, name) for there, name in pairs if there not in here))
