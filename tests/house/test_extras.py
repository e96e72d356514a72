"""Without an optional package the core answers, and what needs it is refused with the extra that brings it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import incan_math
from incan_math.game.extras import EXTRAS

ROOT = Path(incan_math.__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

HEAD = """
import sys
from fractions import Fraction
for module in {blocked!r}:
    sys.modules[module] = None
import incan_math
from incan_math import Expedition, GameError
cave = Expedition.parse("7 fire 11")
"""


def after(blocked: tuple[str, ...], code: str) -> str:
    """What a fresh interpreter without these packages prints at its end."""
    command = [sys.executable, "-c", HEAD.format(blocked=blocked) + code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_the_table_of_extras_is_the_distribution_s() -> None:
    extras = PROJECT["optional-dependencies"]
    for module, extra in EXTRAS.items():
        brought = {re.split(r"[><=;\[ ]", wanted)[0] for wanted in extras[extra]}
        assert {"flint": "python-flint"}.get(module, module) in brought
    core = {re.split(r"[><=;\[ ]", wanted)[0] for wanted in PROJECT["dependencies"]}
    assert not core & set(EXTRAS)
    assert set(re.findall(r"[a-z]+", extras["all"][0].partition("[")[2])) == set(EXTRAS.values())


def test_the_core_answers_without_any_extra() -> None:
    code = """
from incan_math import RetireAtGems, bust_probability, decide, draws_to_bust, evaluate, gems_before_bust, next_card
from incan_math import one_step_gain, policy, take_home, validate
print(bust_probability(cave), draws_to_bust(cave).median, gems_before_bust(cave).mean, next_card(cave).bust)
print(decide(cave).action, one_step_gain(cave), take_home(cave), policy(cave), validate("bga-sr"))
print(evaluate(Expedition.start(2), [RetireAtGems(5), RetireAtGems(9)]))
"""
    assert after(tuple(EXTRAS), code).startswith("2/27 ")


@pytest.mark.parametrize(
    ("module", "call"),
    [
        ("sympy", "generating_function(cave)"),
        ("sympy", "bust_formula(2)"),
        ("sympy", "removal_formula(cave, 'fire')"),
        ("sympy", "stopping_boundary(cave)"),
        ("networkx", "state_graph(cave, 1)"),
        ("networkx", "decision_graph(cave, 1)"),
        (
            "flint",
            "certified_equilibrium(Expedition.parse('3 fire', players=2, rules=incan_math.Rules((3,), {'fire': 2})))",
        ),
    ],
)
def test_what_needs_an_extra_is_refused_with_its_name(module: str, call: str) -> None:
    code = f"""
try:
    incan_math.{call}
except GameError as error:
    print(error)
"""
    said = after((module,), code)
    assert said.startswith(module) and f".[{EXTRAS[module]}]" in said and "\n" not in said
