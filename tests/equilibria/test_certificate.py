"""Certificates: what is published passes the checker, and nothing that was changed does."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_certified import SMALL, UTILITIES, starts

from incan_math import Expedition, GameError, Rules
from incan_math.equilibria.certified.certificate import Certificate
from incan_math.equilibria.certified.enclosed import certified_equilibrium
from incan_math.equilibria.checker import checking as checker
from incan_math.equilibria.checker.checking import CertificateError, check_certificate
from incan_math.numbers.enclosure import Enclosure
from incan_math.states.utility import Utility

CAVE = Expedition.parse("7 fire 11 snakes 15 5 mummy", players=3)


@pytest.fixture(scope="module")
def published() -> Certificate:
    return certified_equilibrium(CAVE).certificate()


@settings(max_examples=40)
@given(st.sampled_from([2, 3, 4]).flatmap(starts), st.sampled_from(UTILITIES))
def test_what_is_published_passes(start: Expedition, utility: Utility | None) -> None:
    found = certified_equilibrium(start, utility=utility)
    checked = check_certificate(found.certificate().text)
    assert checked.state == start
    assert checked.value.low <= found.value.high and found.value.low <= checked.value.high
    assert checked.value.radius < Fraction(1, 10**14)


def test_a_full_edition_passes(published: Certificate) -> None:
    checked = check_certificate(published.text)
    found = certified_equilibrium(CAVE)
    assert (checked.state, checked.value) == (CAVE, published.value)
    assert checked.value.low <= found.value.low <= found.value.high <= checked.value.high
    assert checked.mixed == found.mixed > 50


def test_a_flipped_play_is_noticed_wherever_it_stands(published: Certificate) -> None:
    plays = published.plays
    places = [0, *(plays.index(kind) for kind in sorted(set(plays))), len(plays) // 2, len(plays) - 1]
    for place in places:
        for other in set("SRMTB?") - {plays[place]}:
            forged = replace(published, plays=plays[:place] + other + plays[place + 1 :])
            with pytest.raises(CertificateError):
                check_certificate(forged.text)


def test_a_nudged_chance_is_noticed(published: Certificate) -> None:
    exact = next(place for place, (_, width, _) in enumerate(published.intervals) if not width)
    wide = next(place for place, (_, width, _) in enumerate(published.intervals) if width)
    for place in (exact, wide, len(published.intervals) // 2, len(published.intervals) - 1):
        low, width, whole = published.intervals[place]
        scale = 10**6
        for nudged in (
            (low * scale + whole, width * scale, whole * scale),
            (low * scale - whole, width * scale, whole * scale),
            (low, width, 0),
            (low + width + 1, -width - 1, whole),
        ):
            intervals = (*published.intervals[:place], nudged, *published.intervals[place + 1 :])
            with pytest.raises(CertificateError):
                check_certificate(replace(published, intervals=intervals).text)


def test_a_wider_chance_is_true_but_does_not_prove_the_value(published: Certificate) -> None:
    low, width, whole = published.intervals[-1]
    wide = (low - whole // 10**4, width + whole // 5000, whole)
    with pytest.raises(CertificateError, match="value"):
        check_certificate(replace(published, intervals=(*published.intervals[:-1], wide)).text)


def test_a_moved_value_is_noticed(published: Certificate) -> None:
    off = 4 * published.value.radius
    for shift in (-off, off):
        with pytest.raises(CertificateError, match="value"):
            check_certificate(replace(published, value=published.value + shift).text)
    point = Enclosure(published.value.midpoint, published.value.midpoint)
    with pytest.raises(CertificateError, match="value"):
        check_certificate(replace(published, value=point).text)


def test_another_position_or_deck_is_noticed(published: Certificate) -> None:
    with pytest.raises(CertificateError):
        check_certificate(replace(published, state=Expedition.parse("7 fire 11 snakes 15 4 mummy", players=3)).text)
    first, rest = published.text.split("\n", 1)
    claim = json.loads(first)
    claim["rules"]["treasures"][-1] += 1
    with pytest.raises(CertificateError):
        check_certificate(f"{json.dumps(claim)}\n{rest}")


def test_plays_left_out_or_added_are_noticed(published: Certificate) -> None:
    for forged, said in (
        (replace(published, plays=published.plays[:-1]), "plays: fewer than there are"),
        (replace(published, plays=published.plays + "S"), "plays: there are more"),
        (replace(published, intervals=published.intervals[:-1]), "intervals: one is missing"),
        (replace(published, intervals=(*published.intervals, published.intervals[0])), "plays: there are more"),
    ):
        with pytest.raises(CertificateError, match=said):
            check_certificate(forged.text)


@pytest.mark.slow
def test_bounds_of_points_are_not_taken_for_another_utility() -> None:
    start = Expedition.parse("7 fire 11 snakes 15 5 mummy spiders 14 1", players=2)
    points = certified_equilibrium(start).certificate()
    assert "B" in points.plays
    most = len(certified_equilibrium(start, utility=lambda p: p).certificate().utility or ())
    with pytest.raises(CertificateError, match="no bound"):
        check_certificate(replace(points, utility=tuple(map(Fraction, range(most)))).text)


def test_a_state_whose_path_is_not_known_is_not_written_down() -> None:
    bare = CAVE.seen_as(CAVE.situation)
    with pytest.raises(GameError, match="path is not known"):
        certified_equilibrium(bare).certificate()


def test_the_checker_uses_nothing_of_the_solver() -> None:
    checking = {f"incan_math.equilibria.checker.{name}" for name in ("bounds", "checking", "claim", "plays", "walk")}
    for name in checking:
        file = Path(checker.__file__).with_name(f"{name.rpartition('.')[2]}.py")
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        imported = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
        imported |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        assert "flint" not in imported
        for other in imported - checking - {"incan_math.numbers.enclosure"}:
            assert other.startswith("incan_math.game.") or not other.startswith("incan_math")


def test_the_text_of_the_small_deck_is_short() -> None:
    certificate = certified_equilibrium(Expedition.start(2, SMALL)).certificate()
    assert certificate.value == Enclosure(Fraction(119206107, 41086892), Fraction(119206107, 41086892))
    assert len(certificate.text) < 1000
    assert check_certificate(certificate.text).value == certificate.value


def test_a_tie_through_an_irrational_coin_is_refused_by_name() -> None:
    rules = Rules((7, 22), {"fire": 3}, (20,), artifact_value="printed", artifact_entry="all at once", expeditions=1)
    with pytest.raises(GameError, match="no certificate can be written"):
        certified_equilibrium(Expedition.start(3, rules), utility=lambda points: min(points, 9)).certificate()
