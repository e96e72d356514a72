"""The command line: `incan-math odds PATH` and its neighbours."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from incan_math.cli import solver_commands
from incan_math.cli.options import (
    PATH_SETTINGS,
    Claimed,
    ExpeditionNumber,
    Format,
    Lost,
    NoCache,
    OutputFormat,
    PathWords,
    Players,
    Removed,
    RulesName,
    position,
    show,
)
from incan_math.cli.plot_commands import plot
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


@app.command(
    context_settings=PATH_SETTINGS,
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
    from incan_math.report.odds_report import position_odds

    state = position(path, players, rules, expedition, removed, claimed, lost)
    show(position_odds(state, draws), output_format)


@app.command(
    context_settings=PATH_SETTINGS,
    short_help="Stay or retire, in expected points.",
    epilog="""Examples:

  incan-math decide "fire 15 snakes 3"

  incan-math decide "7 fire 11 snakes" --players 4

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
            help="How the others who are in play, if not the equilibrium: stay, gems:15, hazards:3, cards:6, risk:0.2,"
            " onestep, outweigh, chance:1/3, joined by | or &. Once for all of them, or once for each.",
            show_default=False,
        ),
    ] = None,
    campaign: Annotated[bool, typer.Option("--campaign", help="Alone: play for the whole game's points.")] = False,
    no_cache: NoCache = False,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """Stay or retire: what each is worth in expected points, and why. Others play the equilibrium if not told."""
    from incan_math.advice.policies import take_home
    from incan_math.advice.router import decide as best
    from incan_math.cli.progress import layers_shown
    from incan_math.cli.solver_commands import solved
    from incan_math.report.decision_report import advice_report, joint_report
    from incan_math.solo.campaigns import campaign as whole_game
    from incan_math.solo.stopping import closed_rule
    from incan_math.strategies.heuristics import StayForever
    from incan_math.strategies.text_form import parse_strategy

    state = position(path, players, rules, expedition, removed, claimed, lost)
    if against and (campaign or state.players < 2):
        raise ValueError("--against: nobody else is in; leave it out, or say --players")
    if campaign:
        decision = whole_game(state.rules).decide(state)
        show(advice_report(decision, "none; the points of the whole game count"), output_format)
        return
    others = max(state.players - 1, 0)
    strategies = [parse_strategy(word) for word in against or ()]
    if others and not strategies:
        show(joint_report(solved(state, no_cache).decision()), output_format)
        return
    if len(strategies) == 1:
        strategies *= others
    with layers_shown("best response", state) as progress:
        decision = best(state, strategies, progress=progress)
    known = all(isinstance(strategy, StayForever) for strategy in strategies) and closed_rule(state) is not None
    words = ", ".join(map(str, strategies)) or "none"
    show(advice_report(decision, words, take_home(state) if known else None), output_format)


@app.command(
    short_help="When to retire; simple rules.", epilog="Example:\n\n  incan-math table --rules diamant-2005 --players 4"
)
def table(
    players: Players = None,
    rules: RulesName = None,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """From which take-home to retire, and the best simple rules with what they cost."""
    from incan_math.report.decision_tables import decision_table

    show(decision_table(rules or DEFAULT_EDITION, 1 if players is None else players), output_format)


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
    from incan_math.cli.progress import layers_shown
    from incan_math.report.decision_tables import evaluation_report
    from incan_math.response.evaluation import evaluate as follow
    from incan_math.strategies.text_form import parse_strategy

    known = [parse_strategy(word) for word in strategies]
    start = Expedition.start(len(known), rules or DEFAULT_EDITION)
    with layers_shown("every card and choice", start) as progress:
        result = follow(start, known, progress=progress)
    show(evaluation_report(known, result, rules or DEFAULT_EDITION), output_format)


@app.command(short_help="The whole game alone.", epilog="Example:\n\n  incan-math campaign --rules diamant-2005")
def campaign(rules: RulesName = None, output_format: OutputFormat = Format.TEXT) -> None:
    """The whole game alone: the most points to expect, and what the rest is worth before each expedition."""
    from incan_math.report.campaign_report import campaign_report

    show(campaign_report(rules or DEFAULT_EDITION), output_format)


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
    from incan_math.report.editions_report import editions_report

    show(editions_report([rules_of(name).name for name in names or ()]), output_format)


solver_commands.add_to(app)
app.add_typer(plot)


def main() -> None:
    """Run the command line; bad input ends in one line on the error output and exit status 2."""
    try:
        status = app(sys.argv[1:] or ["--help"], prog_name="incan-math", standalone_mode=False)
    except typer.TyperException as error:
        _fail(error.format_message(), error.exit_code)
    except ValueError as error:
        _fail(str(error), 2)
    except KeyboardInterrupt:
        _fail("interrupted", 130)
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
