"""The shell's verbs: `gmkit new`, `do`, `show`, `ledger`, `report` and more; exit 0, or 2 with one sentence."""

from __future__ import annotations

import json
import locale
import os
import re
import shutil
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gmkit.errors import GmkitError, why
from gmkit.words import Sentence, Words, current_language, render, say, set_language

if TYPE_CHECKING:
    from gmkit.campaign import Campaign


def _shell_language() -> str:
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    if not named:
        # Windows names no language in its environment ("Russian_Russia" is how it calls it).
        with suppress(ValueError):
            named = locale.getlocale()[0] or ""
    return "ru" if named.lower().startswith("ru") else "en"


_LANG = _shell_language()
"""The language of help, and of what is said before a campaign is open: the shell's own."""


def _help(words: Sentence) -> str:
    return words.render(_LANG)


app = typer.Typer(
    name="gmkit",
    help=_help(say("A kit for game masters: campaigns that keep everything, exact dice, boards to click.")),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# A notation may begin with a minus, which is no option.
NOTATION = {"ignore_unknown_options": True}

_REFUSAL: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""What typer raises for words that it cannot read; it brings a click of its own, or takes the one installed."""

PathArgument = Annotated[
    Path, typer.Argument(metavar="PATH", help=_help(say("The campaign's folder.")), show_default=False)
]
ViewerOption = Annotated[
    str, typer.Option("--as", metavar="PLAYER", help=_help(say('Whose view: a player\'s name, "public" or "gm".')))
]
OutputOption = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help=_help(say("Write to this file.")))
]
IdOption = Annotated[
    str | None, typer.Option("--id", metavar="TEXT", help=_help(say("The same id and content act only once.")))
]
JsonOption = Annotated[bool, typer.Option("--json", help=_help(say("As JSON, for other programs.")))]


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit code of one call: 0, or 2 with the one sentence on stderr where the input was refused."""
    set_language(_LANG)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Names are Cyrillic, whatever the console's own encoding is.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    command = _speaking(typer.main.get_command(app))
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        code = command.main(given or ["--help"], "gmkit", standalone_mode=False)
    except GmkitError as refused:
        return _refused(str(refused))
    except _REFUSAL as refused:
        return _refused(render(_misread(refused), _LANG))
    except (KeyboardInterrupt, typer.Abort):
        return 130
    return code if isinstance(code, int) else 0


def _refused(words: str) -> int:
    print(words, file=sys.stderr)
    return 2


def _misread(refused: Any) -> Words:
    """Returns why the words of a call could not be read: typer says it in English alone."""
    param, message = getattr(refused, "param", None), " ".join(str(getattr(refused, "message", "")).split())
    if param is not None:
        is_option = str(param.opts[0]).startswith("-")
        name = " / ".join(param.opts) if is_option else str(param.metavar or param.name)
        if type(refused).__name__ == "MissingParameter":
            return say("Missing: {name}; {help} says what is needed.", name=name, help=_help_of(refused))
        if "valid int" in message:
            return say("{name} is a whole number.", name=name)
        if found := re.search(r"(greater|less) than or equal to (-?\d+)", message):
            at_least, at_most = (
                say("{name} is at least {n}.", name=name, n=found[2]),
                say("{name} is at most {n}.", name=name, n=found[2]),
            )
            return at_least if found[1] == "greater" else at_most
        return say("{name} is not what it takes; {help} says what that is.", name=name, help=_help_of(refused))
    option = getattr(refused, "option_name", None)
    if option and type(refused).__name__ == "NoSuchOption":
        return say("There is no option {name}; {help} lists them.", name=option, help=_help_of(refused))
    if option:
        return say("The option {name} is given the wrong way; {help} shows it.", name=option, help=_help_of(refused))
    if found := re.search(r"No such command '(.*?)'", message):
        return say("There is no command {name}; gmkit --help lists them.", name=found[1])
    if found := re.search(r"extra argument\(?s?\)? \((.*)\)", message):
        return say("{words}: that is more than is taken; {help} says what is.", words=found[1], help=_help_of(refused))
    return say(
        "The call cannot be read ({words}); {help} says how it is written.", words=message, help=_help_of(refused)
    )


def _help_of(refused: Any) -> str:
    return f"{refused.ctx.command_path if getattr(refused, 'ctx', None) else 'gmkit'} --help"


# --- the frame of the help: typer has it in English alone ------------------------------------------------------------

_FRAME = {
    "Usage: ": say("Usage: "),
    "[OPTIONS]": say("[OPTIONS]"),
    "COMMAND [ARGS]...": say("COMMAND [ARGS]..."),
    "Arguments": say("Arguments"),
    "Options": say("Options"),
    "Commands": say("Commands"),
    "[required]": say("[required]"),
    "[default: ": say("[default: "),
    "Show this message and exit.": say("Show this message and exit."),
    "<path>": say("<path>"),
    "<str>": say("<text>"),
    "<int>": say("<number>"),
    "<int range>": say("<number>"),
}


def _framed(text: str) -> str:
    """Returns a text of the help with typer's own words in the shell's language."""
    if _LANG != "en":
        for word, words in _FRAME.items():
            text = text.replace(word, words.render(_LANG))
    return text


def _speaking(command: Any) -> Any:
    """Returns the command, its help and that of its subcommands framed in the shell's language."""
    plain = command.context_class
    base: Any = plain.formatter_class

    class Formatter(base):  # type: ignore[misc]  # typer brings a click of its own, or takes the one installed
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, _framed(args), _framed(prefix or "Usage: "))

        def write_heading(self, heading: str) -> None:
            super().write_heading(_framed(heading))

        def write_dl(self, rows: Sequence[tuple[str, str]], *more: Any, **named: Any) -> None:
            super().write_dl([(_framed(name), _framed(text)) for name, text in rows], *more, **named)

    for each in (command, *getattr(command, "commands", {}).values()):
        each.context_class = type("Context", (plain,), {"formatter_class": Formatter})
    return command


def _speak_as(path: Path) -> None:
    """From here on the campaign's language is spoken, if it can be read; else the shell's own."""
    from gmkit.campaign import care

    set_language(care.language_of(path) or _LANG)


@contextmanager
def _opened(path: Path) -> Iterator[Campaign]:
    import gmkit
    from gmkit.campaign.opened import CampaignNotice

    with warnings.catch_warnings():
        warnings.simplefilter("always", CampaignNotice)
        warnings.showwarning = lambda notice, *_: print(notice, file=sys.stderr)
        with gmkit.open(path) as campaign:
            yield campaign


# --- campaigns -------------------------------------------------------------------------------------------------------


@app.command(help=_help(say("Creates a campaign in a new folder.")))
def new(
    path: PathArgument,
    *,
    system: Annotated[str, typer.Option(help=_help(say('The rules, such as "zone".')))],
    players: Annotated[str, typer.Option(help=_help(say("Their names, with commas between: Anna,Борис.")))] = "",
    title: Annotated[str, typer.Option(help=_help(say("What stands above every report.")))] = "",
    lang: Annotated[str, typer.Option(help=_help(say('"en" or "ru".')))] = _LANG,
    scenario: Annotated[
        Path | None, typer.Option(help=_help(say("A TOML file with the position to start from.")))
    ] = None,
    key: Annotated[
        str | None, typer.Option(help=_help(say("For teaching: the dice come from this text, and prove nothing.")))
    ] = None,
    asked_id: IdOption = None,
) -> None:
    """Creates a campaign."""
    import gmkit

    names = [name.strip() for name in players.split(",") if name.strip()]
    campaign = gmkit.create(
        path, system=system, title=title, players=names, lang=lang, scenario=scenario, key=key, id=asked_id
    )
    with campaign:
        words = say("{title}: created in {folder}.", title=campaign.title, folder=str(path))
        print(words.render(campaign.lang))


@app.command(help=_help(say("Does the commands of a file, all or none, and prints what happened.")))
def do(
    path: PathArgument,
    file: Annotated[str, typer.Argument(help=_help(say('TOML with [[commands]], or a JSON list; "-" reads stdin.')))],
    asked_id: IdOption = None,
    turn: Annotated[
        int | None, typer.Option(help=_help(say("The turn for which they are meant; they act only once in it.")))
    ] = None,
) -> None:
    """Does the commands of a file."""
    from gmkit.campaign.script import parse_script

    _speak_as(path)
    name = "stdin" if file == "-" else file
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise GmkitError(say("{file} cannot be read: {reason}.", file=name, reason=why(error))) from None
    with _opened(path) as campaign:
        for result in campaign.do(parse_script(data, name), id=asked_id, turn=turn):
            if str(result):
                print(str(result).rstrip("\n"))


@app.command(help=_help(say("Shows where a campaign stands, as the GM or a player knows it.")))
def show(path: PathArgument, viewer: ViewerOption = "gm", as_json: JsonOption = False) -> None:
    """Shows where a campaign stands."""
    from gmkit.campaign.standing import standing_text
    from gmkit.core.codec import to_plain

    with _opened(path) as campaign:
        view = campaign.view(viewer)
        if as_json:
            shown = {name: getattr(view, name) for name in ("title", "viewer", "lang", "turn", "over", "turns")}
            shown |= {"system": campaign.system, "players": list(view.players), "settings": dict(view.settings)}
            shown |= {"lines": len(view.ledger), "state": to_plain(view.state)}
            _print_json(shown)
            return
        print(standing_text(view, _width()), end="")


@app.command(help=_help(say("Prints or saves the ledger, as the GM or a player may read it.")))
def ledger(
    path: PathArgument,
    viewer: ViewerOption = "gm",
    form: Annotated[str, typer.Option("--format", help="table | csv | json | xlsx")] = "",
    output: OutputOption = None,
) -> None:
    """Prints or saves the ledger."""
    from gmkit.campaign.export import ledger_bytes, write_bytes

    _speak_as(path)
    form = form or (output.suffix.lower().lstrip(".") if output else "table")
    if form not in ("table", "csv", "json", "xlsx"):
        raise GmkitError(say("A ledger is printed as table, csv, json or xlsx, not {form}.", form=form))
    if form == "xlsx" and output is None:
        raise GmkitError(say("An xlsx file is not for the screen: name a file with -o."))
    with _opened(path) as campaign:
        seen = campaign.view(viewer).ledger
        if form == "table":
            data = seen.to_text(None if output else _width()).encode()
        else:
            data = ledger_bytes(seen, f".{form}")
        if output is not None:
            print(say("{file} is written.", file=str(write_bytes(output, data))).render(campaign.lang))
        else:
            sys.stdout.write(data.decode("utf-8-sig"))


@app.command(help=_help(say("Prints a turn's report; with -o it is saved, and counts as sent to whom it is for.")))
def report(
    path: PathArgument,
    *,
    turn: Annotated[int, typer.Option(help=_help(say("A turn that was closed; 0 is the start.")))],
    viewer: ViewerOption = "public",
    form: Annotated[str, typer.Option("--format", help="md | html | bbcode")] = "md",
    lang: Annotated[str | None, typer.Option(help=_help(say('"en" or "ru".')))] = None,
    output: OutputOption = None,
) -> None:
    """Prints or saves a turn's report."""
    from gmkit.campaign.export import write_bytes

    with _opened(path) as campaign:
        page = campaign.report(turn, viewer, form, lang)
        if output is None:
            print(page, end="")
            return
        view = campaign.view(viewer)
        sends = None if view.viewer == "gm" else lambda: campaign.sent("report", view.viewer, turn)
        written = write_bytes(output, page.encode(), before=sends)
        print(say("{file} is written.", file=str(written)).render(campaign.lang))


@app.command(help=_help(say("Undoes the last act; it stays in the ledger, marked.")))
def undo(
    path: PathArgument, reason: Annotated[str, typer.Option(help=_help(say("Why; for the ledger.")))] = ""
) -> None:
    """Undoes the last act."""
    with _opened(path) as campaign:
        undone = campaign.undo(reason)
        print(undone)
        if undone.notice:
            print(undone.notice, file=sys.stderr)


@app.command(help=_help(say("Brings the last undone act back, with the dice that it had.")))
def redo(path: PathArgument) -> None:
    """Brings the last undone act back."""
    with _opened(path) as campaign:
        print(campaign.redo())


# --- the file --------------------------------------------------------------------------------------------------------


@app.command(help=_help(say("Says what is wrong with a campaign's file; exit 1 if anything is. Changes nothing.")))
def check(path: PathArgument) -> None:
    """Says what is wrong with a campaign's file."""
    from gmkit.campaign import care

    _speak_as(path)
    found = care.check(path)
    for words in found or [say("The campaign is whole.")]:
        print(render(words))
    if found:
        raise typer.Exit(1)


@app.command(help=_help(say("Brings a damaged campaign back to its last good state; the damaged file is kept.")))
def repair(path: PathArgument) -> None:
    """Repairs a campaign's file."""
    from gmkit.campaign import care

    _speak_as(path)
    print(care.repair(path))


@app.command(help=_help(say("Puts a copy of the campaign aside.")))
def backup(path: PathArgument) -> None:
    """Puts a copy aside."""
    from gmkit.campaign import care

    _speak_as(path)
    print(care.backup(path))


@app.command(help=_help(say("Makes a backup the campaign; what was there before is a backup too.")))
def restore(
    path: PathArgument,
    number: Annotated[
        int | None, typer.Argument(help=_help(say("Which backup; the newest whole one if none is named.")))
    ] = None,
    as_list: Annotated[bool, typer.Option("--list", help=_help(say("Lists the backups and changes nothing.")))] = False,
) -> None:
    """Makes a backup the campaign."""
    from gmkit.campaign import care

    _speak_as(path)
    if as_list:
        print(care.backups_text(path, _width()), end="")
        return
    print(care.restore(path, number))


# --- dice ------------------------------------------------------------------------------------------------------------


@app.command(context_settings=NOTATION, help=_help(say("Prints the exact odds of a notation such as 2d6-d6+4.")))
def odds(
    notation: Annotated[str, typer.Argument(help=_help(say("Such as 4dF+2, [4dF] or d%.")))],
    at_least: Annotated[
        int | None, typer.Option("--at-least", help=_help(say("Only the chance of this total or more.")))
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Prints exact odds."""
    from gmkit.dice.notation import parse
    from gmkit.dice.odds import odds as odds_of

    name, die = str(parse(notation)), odds_of(notation)
    chances = {int(total): Fraction(die.probability(total)) for total in die.outcomes()}
    from_here = {low: sum((p for total, p in chances.items() if total >= low), Fraction()) for low in chances}
    if at_least is not None:
        chance = sum((p for total, p in chances.items() if total >= at_least), Fraction())
        if as_json:
            _print_json({"notation": name, "at_least": at_least, **_chance(chance)})
        else:
            print(f"{name} ≥ {at_least}: {chance} = {_percent(chance)}")
        return
    if as_json:
        rows = [{"total": total, **_chance(p), "at_least": _chance(from_here[total])} for total, p in chances.items()]
        _print_json({"notation": name, "outcomes": rows})
        return
    print(f"{name}:")
    for total, p in chances.items():
        print(f"{total:>5}  {_percent(p):>9}   ≥ {_percent(from_here[total]):>9}")


def _percent(chance: Fraction) -> str:
    from gmkit.dice.odds import percent

    # A shell's line is searched and cut at plain blanks.
    return percent(chance, current_language()).replace("\u00a0", " ")


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"probability": str(chance), "percent": float(100 * chance)}


@app.command(context_settings=NOTATION, help=_help(say("Rolls dice that are recorded nowhere.")))
def roll(
    notation: Annotated[str, typer.Argument(help=_help(say("Such as 4dF+2, [4dF] or d%.")))],
    times: Annotated[int, typer.Option("-n", "--times", min=1, max=1000, help=_help(say("How often.")))] = 1,
) -> None:
    """Rolls dice."""
    from gmkit.dice.roll import roll as free_roll

    for _ in range(times):
        print(free_roll(notation).text)


@app.command(help=_help(say("Opens JupyterLab on the notebooks, or on one campaign's session notebook.")))
def lab(
    path: Annotated[
        Path | None, typer.Argument(help=_help(say("A folder for the notebooks, a campaign, or a notebook.")))
    ] = None,
) -> None:
    """Opens JupyterLab."""
    from gmkit.lab import lab as open_lab

    open_lab(path)


def _width() -> int | None:
    """Returns how wide the terminal is, None where the output goes to a file or another program."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=1))
