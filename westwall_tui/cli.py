"""The `westwall` command. Each command imports what it needs when it runs, so that all of them start fast."""

import argparse
import contextlib
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from westwall_tui import __version__
from westwall_tui.files.faults import FileError, brief, printable
from westwall_tui.files.reach import sentence
from westwall_tui.files.words import DICE, DRAWN, HOSTED, MANUAL, SEEDED

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from westwall_tui.engine.board import Board
    from westwall_tui.files.recording import Recording
    from westwall_tui.files.session import Session

    _Commands = argparse._SubParsersAction["_Parser"]

_LARGEST_SEED = (1 << 63) - 1
_WIDTH = 79
ESCAPE_DELAY = "25"
"""Milliseconds after which an escape character is the Escape key, not the start of another key's code."""
UNUSABLE = 2
"""Exit status when something named on the command line cannot be used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status. A file that cannot be read or written gives one sentence and
    `UNUSABLE`."""
    if sys.stdout is None:
        return _unusable("westwall: standard output is closed")
    try:
        try:
            return _command(arguments)
        finally:
            sys.stdout.flush()  # output errors show here, not after Python has ended
    except FileError as error:
        return _unusable(error)
    except BrokenPipeError:
        _mute()  # nobody reads our output any more, so there is nothing to say
        return 0
    except OSError as error:
        _mute()
        return _unusable(f"westwall: {printable(brief(str(error.filename or 'standard output')))}: {sentence(error)}")
    except KeyboardInterrupt:
        return 130
    finally:
        gc.enable()


def _command(arguments: Sequence[str] | None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    options = _parser(words).parse_args(words)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    command: Callable[[argparse.Namespace], int] = options.run
    return command(options)


def _mute() -> None:
    """Discard the rest of our output, so that Python does not complain when closing it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unusable(error: object) -> int:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(error, file=sys.stderr)
    return UNUSABLE


class _Parser(argparse.ArgumentParser):
    """A parser that says where to find scenario names, and quotes what was typed safely in one line."""

    def error(self, message: str) -> NoReturn:
        message = printable(brief(message))
        super().error(f"{message}; see westwall list" if "required: SCENARIO" in message else message)

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        """Let `main` report that help or version cannot be written; argparse would keep silent."""
        if file is not None:
            file.write(message)


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for the command line. It has only the command named in `words`, if any: all take 6 ms."""
    parser = _Parser(
        prog="westwall",
        description="SPI's WestWall in a terminal. Without a command it opens the title screen.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"westwall {__version__}")
    parser.set_defaults(run=_title)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    named = next((word for word in words if not word.startswith("-")), "")
    for name, add in COMMANDS.items():
        if name == named or (words and named not in COMMANDS):
            add(commands)
    return parser


def _add_play(commands: "_Commands") -> None:
    play = commands.add_parser("play", help="start a scenario", allow_abbrev=False)
    play.add_argument("scenario", metavar="SCENARIO", help="a name from westwall list, or the path of a file")
    _add_dice(play)
    play.add_argument("--strict", action="store_true", help="orders cannot be taken back (5.15)")
    _add_computer(play)
    _add_option(play)
    play.set_defaults(run=_play)


def _add_resume(commands: "_Commands") -> None:
    resume = commands.add_parser("resume", help="continue a saved game", allow_abbrev=False)
    resume.add_argument("save", metavar="SAVE", nargs="?", default="", help="its name or path; by default the newest")
    _add_computer(resume)
    resume.set_defaults(run=_resume)


def _add_list(commands: "_Commands") -> None:
    lists = commands.add_parser("list", help="list scenarios and saved games", allow_abbrev=False)
    lists.set_defaults(run=_list)


def _add_check(commands: "_Commands") -> None:
    check = commands.add_parser(
        "check",
        help="list every fault in board, unit, scenario, save and settings files, and prove the shared dice of saves",
        epilog="The status is 0 if every file is good, 1 if any has a fault or cannot be read, and 2 if the command "
        "itself cannot be carried out. Remarks do not count.",
        allow_abbrev=False,
    )
    check.add_argument("files", metavar="FILE", nargs="+")
    check.set_defaults(run=_check)


def _add_board(commands: "_Commands") -> None:
    from westwall_tui.prints.words import add_paper

    board = commands.add_parser("board", help="show a board, in the terminal or as an SVG picture", allow_abbrev=False)
    board.add_argument(
        "board", metavar="BATTLE", nargs="?", default="", help="arnhem, bastogne ..., or the path of a board file"
    )
    board.add_argument("--size", choices=("small", "middle", "large"), default="middle", help="how large to draw hexes")
    board.add_argument("--at", metavar="HEX", help="only what fits the terminal round this hex")
    board.add_argument(
        "--width",
        metavar="COLUMNS",
        type=_columns,
        help="how wide strips may be; by default the terminal; 0: the whole board",
    )
    add_paper(board)
    board.set_defaults(run=_board)


def _add_report(commands: "_Commands") -> None:
    report = commands.add_parser(
        "report", help="tell a saved game: a page of HTML to post or print, or Markdown", allow_abbrev=False
    )
    report.add_argument("save", metavar="SAVE", help="its name or path; it need not be over")
    form = report.add_mutually_exclusive_group()
    form.add_argument("--html", metavar="FILE", help="write a page with maps into this file, replacing what is there")
    form.add_argument(
        "--markdown",
        metavar="FILE",
        nargs="?",
        const="",
        default="",
        help="write it short, as Markdown, into this file or on standard output; the default",
    )
    report.set_defaults(run=_report)


def _add_simulate(commands: "_Commands") -> None:
    from westwall_tui.tools.simulate.words import add

    add(commands)


def _add_fuzz(commands: "_Commands") -> None:
    from westwall_tui.tools.fuzz.words import add

    add(commands)


def _add_referee(commands: "_Commands") -> None:
    referee = commands.add_parser(
        "referee", help="play without the screen: orders in, answers out, line by line", allow_abbrev=False
    )
    referee.add_argument("game", metavar="SCENARIO|SAVE", help="a name from westwall list, or the path of a file")
    _add_dice(referee)
    _add_option(referee)
    referee.add_argument(
        "--side", metavar="NAME", help="answer only what this side may know; by default the side that decides"
    )
    referee.add_argument("--json", action="store_true", help="make each answer a JSON object")
    referee.set_defaults(run=_referee)


def _add_host(commands: "_Commands") -> None:
    from westwall_tui.net.words import add_host

    host = add_host(commands, _host)
    _add_dice(
        host,
        HOSTED,
        "drawn: nobody can know a die before it is due; shared: nor choose it, being made of everybody's share",
    )
    _add_computer(host)
    _add_option(host)


def _add_join(commands: "_Commands") -> None:
    from westwall_tui.net.words import add_join

    add_join(commands, _join)


def _add_watch(commands: "_Commands") -> None:
    from westwall_tui.net.words import add_watch

    add_watch(commands, _watch)


COMMANDS: Mapping[str, "Callable[[_Commands], None]"] = {
    "play": _add_play,
    "resume": _add_resume,
    "list": _add_list,
    "check": _add_check,
    "board": _add_board,
    "report": _add_report,
    "host": _add_host,
    "join": _add_join,
    "watch": _add_watch,
    "simulate": _add_simulate,
    "fuzz": _add_fuzz,
    "referee": _add_referee,
}
"""By command, in the order of the help: adds it to the parser."""


def _add_dice(
    parser: argparse.ArgumentParser,
    kinds: Sequence[str] = DICE,
    about: str = "manual: you give each roll as an order, roll N; drawn: nobody can know a die before it is due",
) -> None:
    parser.add_argument("--seed", metavar="N", type=_seed, help="where the die starts; by default chosen at random")
    parser.add_argument("--dice", choices=kinds, default=SEEDED, help=about)


def _add_computer(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--computer",
        metavar="SIDE=LEVEL",
        action="append",
        default=[],
        help="a side that the computer plays, at level 1 to 4; give it twice and the computer plays both",
    )


def _add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        metavar="NAME[=VALUE]",
        action="append",
        default=[],
        help="an option: strict, or one of the battle's, such as weather; true unless you give a value",
    )


def _columns(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 6):
        raise argparse.ArgumentTypeError("must be a whole number, 0 or more")
    return int(word)


def _seed(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 20 and int(word) <= _LARGEST_SEED):
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to {_LARGEST_SEED}")
    return int(word)


# -- the commands


def _title(_: argparse.Namespace) -> int:
    gc.disable()  # starting makes little garbage; the screen collects from its first paint on
    return _screen(None)


def _play(options: argparse.Namespace) -> int:
    gc.disable()  # starting makes little garbage; the screen collects from its first paint on
    from westwall_tui.files.options import read_options, read_seats
    from westwall_tui.files.scenarios import load_scenario
    from westwall_tui.files.session import LocalSession

    scenario = load_scenario(options.scenario)
    chosen = read_options(scenario, options.option)
    seats = read_seats(scenario, options.computer)
    manual, drawn = options.dice == MANUAL, options.dice == DRAWN
    strict = options.strict or chosen.strict
    return _screen(
        lambda: LocalSession.new(
            scenario, seed=options.seed, manual=manual, drawn=drawn, strict=strict, options=chosen.battle, seats=seats
        )
    )


def _resume(options: argparse.Namespace) -> int:
    gc.disable()  # starting makes little garbage; the screen collects from its first paint on
    from westwall_tui.files.session import LocalSession, find_save

    session = LocalSession.resume(find_save(options.save), at_once=True)
    session.set_host("")
    if options.computer:
        from westwall_tui.files.options import read_seats

        session.seat(read_seats(session.game.scenario, options.computer))
    return _screen(lambda: session)


def _screen(make: "Callable[[], Session] | None", recording: "Recording | None" = None) -> int:
    """Start the screen, with a game if given, on a terminal or as TEXTUAL_DRIVER says (a browser)."""
    if not os.environ.get("TEXTUAL_DRIVER") and (
        sys.stderr is None or not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    ):
        return _unusable(
            "westwall: the screen needs a terminal, and this isn't one. "
            "To play through a pipe: westwall referee SCENARIO"
        )
    os.environ.setdefault("ESCDELAY", ESCAPE_DELAY)  # Textual reads it when it is imported
    _load_asyncio()
    from westwall_tui.ui.app import run

    return run(make() if make else None) if recording is None else run(recording=recording)


def _load_asyncio() -> None:
    """Load asyncio without OpenSSL, a tenth of the screen's memory: it is for TLS, which nothing here uses.

    A later `import ssl` still works. Hosts and guests have loaded asyncio by then.
    """
    if "ssl" in sys.modules:
        return
    sys.modules["ssl"] = None  # type: ignore[assignment]  # its import fails, as where Python was built without
    try:
        import asyncio  # noqa: F401
    finally:
        del sys.modules["ssl"]


def _list(_: argparse.Namespace) -> int:
    from textwrap import wrap

    from westwall_tui.files.folders import saves_folder
    from westwall_tui.files.scenarios import shipped
    from westwall_tui.files.session import list_saves

    for entry in shipped():
        print(printable(f"{entry.key:24} {entry.battle}: {entry.name}"))
        for line in wrap(printable(" ".join(entry.about)), _WIDTH - 4):
            print(f"    {line}")
    saves = list_saves()
    print(f"\nSaved games in {printable(str(saves_folder()))}:" + ("" if saves else " none"))
    for save in saves:
        about = save.trouble or save.about
        print(printable(f"    {save.path.name:32} {save.local_time}  {about}"))
    return 0


def _check(options: argparse.Namespace) -> int:
    from pathlib import Path

    from westwall_tui.files.checks import check_file

    bad = False
    for name in options.files:
        report = check_file(Path(name))
        for fault in report.faults:
            print(fault)
        for remark in report.remarks:
            print(f"remark: {remark}")
        if not report.faults:
            print(printable(f"{name}: good ({report.kind})"))
        bad = bad or bool(report.faults)
    return int(bad)


def _board(options: argparse.Namespace) -> int:
    from westwall_tui.files.boards import find_board

    drawn = [name for name in (options.svg, options.pdf) if name is not None]
    if options.save is not None and (options.board or not drawn):
        return _unusable(
            "westwall board: --save takes --svg or --pdf FILE, and no battle: the saved game names its own"
        )
    if options.save is None and not options.board:
        return _unusable("westwall board: name a battle or a board file, or a saved game with --save")
    if options.counters and (options.save is not None or not drawn):
        return _unusable("westwall board: --counters takes --svg or --pdf FILE, and no saved game")
    if not drawn:
        return _print_board(find_board(options.board), options)
    from westwall_tui.prints.orders import draw_files

    problem = draw_files(options)
    return _unusable(problem) if problem else 0


def _report(options: argparse.Namespace) -> int:
    from pathlib import Path

    from westwall_tui.files.saves import read_save
    from westwall_tui.files.session import find_save
    from westwall_tui.files.writing import write_out
    from westwall_tui.prints.report.written import as_html, as_markdown

    path = find_save(options.save)
    target = Path(options.html or options.markdown or "-")
    if options.html == "":
        return _unusable("westwall report: --html needs the name of a file")
    if target.exists() and target.samefile(path):
        return _unusable(
            f"westwall report: {printable(brief(str(target)))} is the saved game itself; name another file"
        )
    save = read_save(path)
    text = as_html(save) if options.html else as_markdown(save)
    if not (options.html or options.markdown):
        print(text, end="")
        return 0
    try:
        write_out(target, text)
    except OSError as error:
        return _unusable(printable(f"{brief(str(target))}: cannot be written: {sentence(error)}"))
    return 0


def _print_board(board: "Board", options: argparse.Namespace) -> int:
    """Print the board as wide as the terminal, in the player's colors and characters."""
    import shutil

    from westwall_tui.files.settings import load_settings
    from westwall_tui.ui.map.signs import ASCII, UNICODE
    from westwall_tui.ui.map.text import BoardText, in_colours, plain

    settings, faults = load_settings()
    for fault in faults:
        print(f"remark: {fault}", file=sys.stderr)
    unicode = settings.glyphs == "unicode" and (sys.stdout.encoding or "").lower().startswith("utf")
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    paint = in_colours(settings.theme, os.environ) if colour else plain
    columns, lines = shutil.get_terminal_size()
    width = columns if options.width is None else options.width
    drawn = BoardText(board, options.size, UNICODE if unicode else ASCII)
    if options.at is None:
        shown = [line for strip in drawn.strips(width) for line in (*strip, ())]
    else:
        try:
            h = board.hex(options.at)
        except ValueError as error:
            return _unusable(printable(brief(str(error))))
        legend = drawn.legend(width)
        shown = [*drawn.around(h, width, max(lines - len(legend) - 2, 12)), ()]
    for line in (*shown, *drawn.legend(width)):
        print(paint(line))
    return 0


def _host(options: argparse.Namespace) -> int:
    from westwall_tui.net.command import host

    return host(options)


def _join(options: argparse.Namespace) -> int:
    from westwall_tui.net.command import join

    return join(options, lambda session: _screen(lambda: session))


def _watch(options: argparse.Namespace) -> int:
    from westwall_tui.net.command import save_to_watch

    save = save_to_watch(options)
    if save is None:
        return _join(options)
    from westwall_tui.files.recording import recording_of_save

    return _screen(None, recording_of_save(save))


def _referee(options: argparse.Namespace) -> int:
    if sys.stdin is None:
        return _unusable("westwall: standard input is closed, and the referee reads its orders there")
    from westwall_tui.referee import run

    with contextlib.suppress(AttributeError):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    return run(
        options.game,
        seed=options.seed,
        dice=options.dice,
        as_objects=options.json,
        options=options.option,
        side=options.side,
    )
