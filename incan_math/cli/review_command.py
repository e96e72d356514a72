"""`incan-math review`: what each decision of a recorded game lost, and what luck each card was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from incan_math.cli.options import FORMAT, NO_CACHE
from incan_math.cli.output import show, write
from incan_math.cli.specification import Argument, Command, Option
from incan_math.game.errors import GameError, shown

if TYPE_CHECKING:
    from incan_math.strategies.protocol import Strategy

__all__ = ["COMMAND", "review"]

_LARGEST = 1_000_000


def review(
    file: Sequence[str],
    against: Sequence[str] | None,
    losses: bool,
    plot: str | None,
    no_cache: bool,
    output_format: str,
) -> None:
    """What each decision of a game lost in expected points, what luck each card was, and both by player.

    FILE is the record that `incan-math play` writes, or you: 'players: Ann, Bob', then '1: 7 fire -Ann fire'.
    Values are those of the equilibrium or, with --against, of the best response to given strategies. In all,
    result = value before + luck - losses, exactly.
    """
    from incan_math.cli.progress import work_shown
    from incan_math.game.record import Record
    from incan_math.report.review_report import review_report
    from incan_math.reviews.game_review import review as reviewed
    from incan_math.storage.store import Store

    if len(file) > 1:
        raise GameError(f"FILE: {len(file)} given; give one")
    record = Record.parse(_text(Path(file[0])))
    known = _strategies(against)
    if plot is not None and Path(plot).suffix.lower() not in (".svg", ".png"):  # Before the work, not after it.
        raise GameError(f"--plot: {shown(Path(plot).name)} given; the file's name ends in .svg or .png")
    with work_shown("review", "situations") as progress:
        found = reviewed(record, known, store=Store(None) if no_cache else None, progress=progress)
    if plot is not None:
        from incan_math.report.figure import save_figure
        from incan_math.report.review_plot import review_plot

        save_figure(review_plot(found), Path(plot))
    least = Fraction(1, 20) if losses else Fraction(0)
    if output_format == "html" and find_spec("matplotlib") is not None:
        from incan_math.report.review_plot import review_html

        write(review_html(found, least))
    else:
        show(review_report(found, least), output_format)


def _strategies(against: Sequence[str] | None) -> Strategy | Mapping[str, Strategy] | None:
    from incan_math.strategies.text_form import parse_strategy

    if not against:
        return None
    words = [word.strip() for text in against for word in text.split(",") if word.strip()]
    if len(words) == 1 and "=" not in words[0]:
        return None if words[0] == "equilibrium" else parse_strategy(words[0])
    named: dict[str, Strategy] = {}
    for word in words:
        name, equals, strategy = word.partition("=")
        if not equals or name.strip() in named:
            raise GameError(f"--against: {shown(word)}; give one for all (gems:9) or one by name (Ann=gems:9,Bob=stay)")
        named[name.strip()] = parse_strategy(strategy)
    return named


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise GameError(f"{shown(path.name)}: too large for a record, which has at most {_LARGEST:,} bytes")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise GameError(f"{shown(path.name)}: not a text file in UTF-8; give the file of a record") from None
    except OSError as error:
        raise GameError(f"{shown(str(path))}: {error.strerror or error}; give the file of a record") from None


COMMAND = Command(
    "review",
    review,
    "The luck and the losses of a game.",
    (
        Argument("file", "The record of a game, as text.", "FILE", required=True),
        Option(
            "against",
            "What all are supposed to play, if not the equilibrium: a strategy as for 'decide', or one by name:"
            " Ann=gems:9,Bob=stay.",
            many=True,
        ),
        Option("losses", "Only decisions that lose 0.05 points or more.", bool, default=False),
        Option("plot", "Also draw luck less losses, card by card, into this file, .svg or .png (extra `plots`)."),
        NO_CACHE,
        replace(FORMAT, choices=tuple(dict.fromkeys((*FORMAT.choices, "html")))),
    ),
    (
        "incan-math review game.txt",
        "incan-math review game.txt --losses --format markdown",
        "incan-math review game.txt --against gems:9",
    ),
)
