"""The command line as a Typer program: help, completion, and one message for each thing that is wrong."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand

import incan_math
from incan_math.cli.reader import is_retreat
from incan_math.cli.specification import Argument, Command, Option
from incan_math.game.errors import GameError, shown
from incan_math.game.spelling import closest

__all__ = ["run_program"]

_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
_HELP = """Exact probabilities and decisions for Incan Gold / Diamant, for the cards on your table.

A position is written as the cards in their order: "7 fire 11 -1 snakes". What else matters is said by options, or
behind a bar in the same text: "7 fire 11 snakes | players=4 removed=snakes"."""


def run_program(commands: Mapping[str, Command], groups: Mapping[str, tuple[str, str]], words: list[str]) -> int:
    """Run the words of the command line; gives the exit status.

    Args:
        commands: the commands by name, those of a group as "group name".
        groups: the groups by name, each with its help and a summary.
        words: what was typed.
    """
    app = typer.Typer(
        name="incan-math",
        help=_HELP,
        add_completion=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings=_CONTEXT,
    )
    app.callback()(_root)
    homes = {"": app}
    for name, (text, summary) in groups.items():
        homes[name] = typer.Typer(name=name, help=text, short_help=summary, rich_markup_mode=None)
        app.add_typer(homes[name])
    for name, command in commands.items():
        group, _, own = name.rpartition(" ")
        _add(homes[group], own, command)
    program = typer.main.get_command(app)
    try:
        # Typer's own `main` would end the process at a broken pipe; ours says what it means everywhere.
        program._main_shell_completion({}, "incan-math")
        with program.make_context("incan-math", words) as context:
            program.invoke(context)
    except typer.Exit as ended:
        return ended.exit_code
    return 0


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"incan-math {incan_math.__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", show_default=False, callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    pass


def _add(app: typer.Typer, name: str, command: Command) -> None:
    heading = "Example" if len(command.examples) == 1 else "Examples"
    app.command(
        name,
        cls=_Strict,
        help=inspect.getdoc(command.run),
        short_help=command.summary,
        context_settings={"ignore_unknown_options": command.argument is not None and command.argument.is_path},
        epilog="\n\n".join([f"{heading}:", *(f"  {example}" for example in command.examples)]),
    )(_callback(command))


def _callback(command: Command) -> Callable[..., None]:
    """The function of the command with the signature that Typer reads."""

    def call(**values: Any) -> None:
        command.start(values)

    parameters = [
        inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=_default(each), annotation=_declared(each))
        for each in command.parameters
    ]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return call


def _default(each: Option | Argument) -> Any:
    if isinstance(each, Argument):
        return inspect.Parameter.empty if each.required else None
    return False if each.kind is bool else each.default


def _declared(each: Option | Argument) -> Any:
    if isinstance(each, Argument):
        kind: Any = list[str] if each.required else list[str] | None
        return Annotated[kind, typer.Argument(metavar=each.metavar, help=each.help, show_default=False)]
    kind = Literal[each.choices] if each.choices else each.kind
    if each.many:
        kind = list[kind] | None
    elif each.default is None and each.kind is not bool:
        kind = kind | None
    names = [name for name in (each.long, each.short) if name]
    shows_default = each.default is not None and each.kind is not bool
    option = typer.Option(*names, help=each.help, min=each.least, max=each.most, show_default=shows_default)
    return Annotated[kind, option]


class _Strict(TyperCommand):
    """A command that refuses an option it does not know even beside a path, and one that is given twice."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Check what is typed, then read it."""
        given = list(args)
        rest = super().parse_args(ctx, args)
        known = [name for param in self.get_params(ctx) for name in param.opts]
        for words in ctx.params.values():
            for word in words if isinstance(words, list | tuple) and ctx.ignore_unknown_options else ():
                if isinstance(word, str) and word.startswith("-") and word != "-" and not is_retreat(word):
                    hint = closest(word.partition("=")[0], [name for name in known if name.startswith("-")])
                    raise GameError(f"no such option: {shown(word)}{hint}; see 'incan-math {ctx.info_name} --help'")
        _, _, order = self.make_parser(ctx).parse_args(args=given)
        for param in {id(each): each for each in order}.values():
            single = param.param_type_name == "option" and not param.multiple and not getattr(param, "is_flag", False)
            if single and sum(each is param for each in order) > 1:
                raise GameError(f"{param.opts[0]}: given twice; leave one out")
        return rest
