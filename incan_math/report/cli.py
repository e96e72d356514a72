"""The command line: `incan-math odds PATH` and its neighbours."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated, Any

import typer

from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.expedition import Expedition

__all__ = ["app", "main"]

app = typer.Typer(
    name="incan-math",
    help="Exact odds and decisions for Incan Gold / Diamant, for the cards on your table.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


class Format(StrEnum):
    """How the answer is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"
    LATEX = "latex"


PathWords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATH",
        help="The cards so far, such as '7 fire 11 -1 snakes': treasures, hazards (any clear start of a name), A for an"
        " artifact, -1 where one player retires. Nothing for a fresh deck.",
        show_default=False,
    ),
]
Players = Annotated[
    int | None,
    typer.Option(help="How many started, 1 to 8 (1 if not told).", show_default=False),
]
RulesName = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help=f"The edition ({DEFAULT_EDITION} if not told); 'incan-math editions' lists them.",
        show_default=False,
    ),
]
ExpeditionNumber = Annotated[
    int | None,
    typer.Option("--expedition", help="Its number in the game, 1 to 5.", show_default=False),
]
Removed = Annotated[
    str | None,
    typer.Option(help="Hazards that left the game in earlier busts: 'fire fire snakes'.", show_default=False),
]
Claimed = Annotated[
    str | None,
    typer.Option(help="Artifacts claimed in earlier expeditions: 2, or which: 'A5 A7'.", show_default=False),
]
Lost = Annotated[
    str | None,
    typer.Option(help="Artifacts that left unclaimed in earlier expeditions, likewise.", show_default=False),
]
OutputFormat = Annotated[Format, typer.Option("--format", help="How to write the answer.")]

_PATH_SETTINGS = {"ignore_unknown_options": True}


@app.command(
    context_settings=_PATH_SETTINGS,
    short_help="The chance of a bust, and the next card.",
    epilog="""Examples:

  incan-math odds "7 fire 11 snakes" --players 4

  incan-math odds "5 fire 7 A -1 mummy" --players 5 --expedition 3 --removed fire --claimed 1

  incan-math odds --rules diamant-2016 --format json""",
)
def odds(
    path: PathWords = None,
    players: Players = None,
    rules: RulesName = None,
    expedition: ExpeditionNumber = None,
    removed: Removed = None,
    claimed: Claimed = None,
    lost: Lost = None,
    draws: Annotated[int, typer.Option(help="How many cards to look ahead.", min=1)] = 10,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """The exact chance of a bust on the next card and the ones after, and all that the next card can be."""
    from incan_math.report.odds import position_odds

    state = _position(path, players, rules, expedition, removed, claimed, lost)
    _show(position_odds(state, draws), output_format)


@app.command(
    context_settings=_PATH_SETTINGS,
    short_help="Stay or retire, in expected points.",
    epilog="""Examples:

  incan-math decide "fire 15 snakes 3"

  incan-math decide "7 fire 11 snakes" --players 4 --against stay

  incan-math decide "7 fire 11 snakes 15" --players 3 --against gems:8 --against hazards:3""",
)
def decide(
    path: PathWords = None,
    players: Players = None,
    rules: RulesName = None,
    expedition: ExpeditionNumber = None,
    removed: Removed = None,
    claimed: Claimed = None,
    lost: Lost = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            help="How the others who are in play: stay, gems:15, hazards:3, cards:6, risk:0.2, onestep, outweigh,"
            " chance:1/3, joined by | or &. Once for all of them, or once for each.",
            show_default=False,
        ),
    ] = None,
    campaign: Annotated[bool, typer.Option("--campaign", help="Alone: play for the whole game's points.")] = False,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """Stay or retire: what each is worth in expected points, exactly, and why."""
    from incan_math.decisions.advice import closed_rule
    from incan_math.decisions.advice import decide as best
    from incan_math.decisions.campaign import campaign as whole_game
    from incan_math.decisions.policy import take_home
    from incan_math.decisions.simple import StayForever, parse_strategy
    from incan_math.report.advice import advice_report
    from incan_math.report.progress import layers_shown

    state = _position(path, players, rules, expedition, removed, claimed, lost)
    if against and (campaign or state.players < 2):
        raise ValueError("--against: nobody else is in; leave it out, or say --players")
    if campaign:
        decision = whole_game(state.rules).decide(state)
        _show(advice_report(decision, "none; the points of the whole game count"), output_format)
        return
    others = max(state.players - 1, 0)
    strategies = [parse_strategy(word) for word in against or ()]
    if others and not strategies:
        more = "1 more is" if others == 1 else f"{others} more are"
        raise ValueError(f"{more} in: say how they play, such as --against stay (see decide --help)")
    if len(strategies) == 1:
        strategies *= others
    with layers_shown("best response", state) as progress:
        decision = best(state, strategies, progress=progress)
    known = all(isinstance(strategy, StayForever) for strategy in strategies) and closed_rule(state) is not None
    words = ", ".join(map(str, strategies)) or "none"
    _show(advice_report(decision, words, take_home(state) if known else None), output_format)


@app.command(
    short_help="When to retire; simple rules.", epilog="Example:\n\n  incan-math table --rules diamant-2005 --players 4"
)
def table(
    players: Players = None,
    rules: RulesName = None,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """From which take-home to retire, and the best simple rules with what they cost."""
    from incan_math.report.tables import decision_table

    _show(decision_table(rules or DEFAULT_EDITION, 1 if players is None else players), output_format)


@app.command(
    short_help="What strategies bring at one table.",
    epilog="""Examples:

  incan-math evaluate gems:15 hazards:3

  incan-math evaluate "gems:17&hazards:2" --rules diamant-2005""",
)
def evaluate(
    strategies: Annotated[list[str], typer.Argument(metavar="STRATEGY...", help="One for each player; see decide.")],
    rules: RulesName = None,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """What given strategies take home from one expedition when they meet, exactly."""
    from incan_math.decisions.evaluation import evaluate as follow
    from incan_math.decisions.simple import parse_strategy
    from incan_math.report.progress import layers_shown
    from incan_math.report.tables import evaluation_report

    known = [parse_strategy(word) for word in strategies]
    start = Expedition.start(len(known), rules or DEFAULT_EDITION)
    with layers_shown("every card and choice", start) as progress:
        result = follow(known, state=start, progress=progress)
    _show(evaluation_report(known, result, rules or DEFAULT_EDITION), output_format)


@app.command(short_help="The whole game alone.", epilog="Example:\n\n  incan-math campaign --rules diamant-2005")
def campaign(rules: RulesName = None, output_format: OutputFormat = Format.TEXT) -> None:
    """The whole game alone: the most points to expect, and what the rest is worth before each expedition."""
    from incan_math.report.campaign import campaign_report

    _show(campaign_report(rules or DEFAULT_EDITION), output_format)


@app.command(
    context_settings=_PATH_SETTINGS,
    short_help="Two players: the chance of winning.",
    epilog="""Examples:

  incan-math duel "14 fire 13 snakes" --lead -7 --expedition 5

  incan-math duel --lead 12 --expedition 4 --removed fire --claimed 1 --artifact-lead 1

  incan-math duel --rules diamant-2005

  incan-math duel --solve --rules incan-gold-2006""",
)
def duel(
    path: PathWords = None,
    lead: Annotated[
        int | None,
        typer.Option(help="Points you were ahead before this expedition; -7 when behind.", show_default=False),
    ] = None,
    artifact_lead: Annotated[
        int | None,
        typer.Option(help="Artifacts you had more than the other then, where they break ties.", show_default=False),
    ] = None,
    rules: RulesName = None,
    expedition: ExpeditionNumber = None,
    removed: Removed = None,
    claimed: Claimed = None,
    lost: Lost = None,
    solve: Annotated[
        bool, typer.Option("--solve", help="Solve the whole game first; goes on where it stopped.")
    ] = False,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """Two players for the win: the chance of winning at a position, at a score, or by lead before each expedition."""
    from incan_math.decisions.duel import duel as solved
    from incan_math.game.setup import Setup
    from incan_math.report.duel import leads_report, score_report, win_report
    from incan_math.report.progress import situations_shown

    known = rules_of(rules or DEFAULT_EDITION)
    if path:
        state = _position(path, 2, rules, expedition, removed, claimed, lost)
        known = state.rules
    with situations_shown(known.name, solve) as progress:
        game = solved(known, solve=solve, progress=progress)
    if path:
        if lead is None:
            raise ValueError("--lead: say how many points you were ahead before this expedition, such as --lead -7")
        _show(win_report(game.decide(state, lead, artifact_lead)), output_format)
    elif lead is not None:
        if expedition is None:
            raise ValueError("--expedition: say which expedition comes next, 1 to 5")
        setup = Setup.read(2, known, expedition, removed, claimed, lost)
        value = game.win_probability(lead, expedition, removed, claimed, artifact_lead, lost)
        _show(score_report(game, setup, lead, artifact_lead, value), output_format)
    elif expedition or removed or claimed or lost or artifact_lead:
        raise ValueError("--lead: give it with the other options, such as --lead -7; without any there is a table")
    else:
        _show(leads_report(game), output_format)


@app.command(
    short_help="The published editions side by side.", epilog="Example:\n\n  incan-math editions bga-sr diamant-2016"
)
def editions(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[EDITION]...", help="Which editions; all by default.", show_default=False),
    ] = None,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """The published editions side by side, with their sources and what their texts leave open."""
    from incan_math.report.editions import editions_report

    _show(editions_report([rules_of(name).name for name in names or ()]), output_format)


def main() -> None:
    """Run the command line; bad input ends in one line on the error output and exit status 2."""
    try:
        status = app(sys.argv[1:] or ["--help"], prog_name="incan-math", standalone_mode=False)
    except typer.TyperException as error:
        _fail(error.format_message(), error.exit_code)
    except ValueError as error:
        _fail(str(error), 2)
    except BrokenPipeError:  # The reader has seen enough, as with `| head`.
        sys.stderr.close()
        status = 0
    except OSError as error:
        _fail(f"the answer cannot be written: {error.strerror or error}", 1)
    sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str, status: int) -> None:
    line = " ".join(message.split()).replace("Value error, ", "")
    print(f"incan-math: {line}", file=sys.stderr)
    sys.exit(status)


def _show(report: Any, output_format: Format) -> None:
    from incan_math.report.formats import render

    print(render(report, output_format), end="", flush=True)


def _position(path: list[str] | None, *settings: Any) -> Expedition:
    """The position that the words of PATH and the options say."""
    words = " ".join(path or ())
    for word in words.partition("|")[0].split():
        if word.startswith("--"):
            raise ValueError(f"no such option: {word}; see incan-math odds --help")
    return Expedition.parse(words, *settings)
