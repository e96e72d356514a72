"""Settings for the whole suite, and the command line as a fixture."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings
from shell import Answer, Run

from incan_math.cli.app import main

# The same examples in every run, and no time limit for one.
settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=20)
settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    """The quick subset tries fewer examples of each property, where the test does not say how many."""
    if config.getoption("markexpr") == "not slow":
        settings.load_profile("quick")


SLOW_PAGES = ("docs/decisions.md", "docs/howto/opponents.md", "docs/results/equilibrium.md", "docs/howto/bots.md")
"""Pages whose examples solve a full deck; they have no place for a marker."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow pages as slow tests are marked."""
    for item in items:
        if item.nodeid.startswith(SLOW_PAGES):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Results kept on disk go to a folder of the test run, also for programs that tests start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INCAN_MATH_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line, run in this process."""

    def call(*words: str) -> Answer:
        monkeypatch.setattr(sys, "argv", ["incan-math", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Answer(ended.value.code, out, err)

    return call
