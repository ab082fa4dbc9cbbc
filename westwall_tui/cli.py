"""The `westwall` command: its parser, and its error messages. `commands.py` and `file_commands.py` do the rest."""

import argparse
import contextlib
import gc
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from westwall_tui import __version__, commands, file_commands
from westwall_tui.commands import unusable
from westwall_tui.files.command_line import DICE, HOSTED, MATCHES, SEEDED, docs_page
from westwall_tui.files.disk.reach import discard_output, sentence
from westwall_tui.files.faults import FileError, brief, likely, printable, refuse
from westwall_tui.tools.shell import NAMES, SHELLS, as_sentence

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

SERVERS = ("club", "web")
"""Commands whose standard error is a log, so that a bug shows its whole traceback there."""
FOR_GUESTS = ("play", "demo", "resume", "learn", "puzzle", "list", "rules", "host", "join", "watch", "referee")
"""Commands for a login that sshd restricts to playing. None of them writes a file named by the user."""
_NAME = r"-{0,2}[A-Za-z0-9][\w=,-]*|[a-z]+/[a-z0-9_-]+|\d{1,2}\.\d{1,3}|[A-Za-z]+=\d:[a-z]+"
"""Pattern of a word that such a login may use: an option, number, case, player, save or scenario, but never a path."""
_LARGEST_SEED = (1 << 63) - 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    If a file cannot be read or written, print one sentence and return `UNUSABLE`.
    """
    if sys.stdout is None:
        return unusable("westwall: standard output is closed")
    try:
        try:
            return _command(arguments)
        finally:
            sys.stdout.flush()  # output errors appear here rather than after Python has ended
    except FileError as error:
        return unusable(error)
    except BrokenPipeError:
        discard_output()  # the reader of the output has gone, so an error message would reach no one
        return 0
    except OSError as error:
        discard_output()
        return unusable(f"westwall: {printable(brief(str(error.filename or 'standard output')))}: {sentence(error)}")
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if arguments is not None or sys.argv[1:2] in ([server] for server in SERVERS):
            raise
        return _failed(error)
    finally:
        gc.enable()


def _failed(error: Exception) -> int:
    """Write a bug into the error report, say where the report is, and return the exit status."""
    from traceback import format_exception

    from westwall_tui.files.disk.writing import add_report

    report = add_report("".join(format_exception(error)))
    where = f" The details are in {printable(str(report))}." if report else ""
    unusable(f"westwall: the program ended because of a bug.{where}")
    return 1


def _command(arguments: Sequence[str] | None) -> int:
    words = _typed() if arguments is None else arguments
    options = _parser(words).parse_args(words)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    command: Callable[[argparse.Namespace], int] = options.run
    return command(options)


def _typed() -> Sequence[str]:
    """Return the words of the command line.

    If sshd started this program by a ForceCommand, take the words from SSH_ORIGINAL_COMMAND. Raise `FileError` for
    words that a login restricted to playing may not use.
    """
    words, asked = sys.argv[1:], os.environ.get("SSH_ORIGINAL_COMMAND", "")
    if words or not asked:
        return words
    import shlex

    try:
        words = shlex.split(asked)
    except ValueError:
        words = [asked]
    words = words[1:] if words[:1] == ["westwall"] else words
    command = next((word for word in words if not word.startswith("-")), "")
    if command in COMMANDS and command not in FOR_GUESTS:
        refuse("westwall", f"not allowed for this login, which may use only {', '.join(FOR_GUESTS)}", at=command)
    for word in words:
        if word.partition("=")[0] in ("--make", "--markdown") or not re.fullmatch(_NAME, word):
            refuse("westwall", "not allowed for this login, which may not name files", at=word)
    return words


class _Parser(argparse.ArgumentParser):
    """A parser whose errors name the next help to read, and quote the typed words safely on one line."""

    def error(self, message: str) -> NoReturn:
        wrong = re.match(r"argument COMMAND: invalid choice: '(.*?)' ", message)
        if wrong:  # argparse lists all of them
            message = f"unknown command '{wrong[1]}'{likely(wrong[1], COMMANDS)}; see {self.prog} --help"
        unknown = re.match(r"unrecognized arguments: (--[\w-]+)", message)
        if unknown:
            message = f"unknown option '{unknown[1]}'{likely(unknown[1], self._options())}; see {self._help_on()}"
        message = printable(brief(message))
        if "required: SCENARIO" in message:
            from westwall_tui.files.scenarios.catalog import first_battle

            message += f", such as {first_battle().word}; see westwall list"
        super().error(message)

    def _options(self) -> list[str]:
        """Return the options of this parser and of the command that was typed."""
        return [option for parser in (self, *self._commands()) for option in parser._option_string_actions]

    def _help_on(self) -> str:
        """Return the command line that shows the options."""
        commands = self._commands()
        return f"{commands[0].prog if len(commands) == 1 else self.prog} --help"

    def _commands(self) -> Sequence[argparse.ArgumentParser]:
        """Return the parsers of the commands; usually only the parser of the command that was typed."""
        found = [action.choices for action in self._actions if isinstance(action, argparse._SubParsersAction)]
        return [parser for choices in found for parser in choices.values()]

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        """Write a message. Let `main` report an output error, which argparse would ignore."""
        if file is not None:
            file.write(message)


class _Formatter(argparse.HelpFormatter):
    """A help formatter that breaks lines only at spaces, so that a URL stays on one line."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from textwrap import fill

        whole = " ".join(text.split())
        return fill(
            whole,
            width,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser for the command line.

    If `words` names a command, the parser has only that command, because it takes 6 ms to build all of them.
    """
    parser = _Parser(
        prog="westwall",
        description="SPI's WestWall in a terminal. Without a command, the title screen opens.",
        epilog=f"How to play: {docs_page('playing')}",
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"westwall {__version__}")
    parser.set_defaults(run=commands.title)
    parsers = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    named = next((word for word in words if not word.startswith("-")), "")
    for name, command in COMMANDS.items():
        if name == named or (words and named not in COMMANDS):
            more = f"More: {docs_page(command.page)}" if command.page else ""
            added = parsers.add_parser(
                name,
                help=command.help,
                description=as_sentence(command.help),
                epilog=" ".join(part for part in (command.epilog, more) if part),
                formatter_class=_Formatter,
                allow_abbrev=False,
            )
            command.add(added)
            added.set_defaults(run=command.run)
    return parser


def whole_parser() -> argparse.ArgumentParser:
    """Return the parser with all commands."""
    return _parser(["--help"])


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument(
        "scenario",
        metavar="SCENARIO",
        help="a name from westwall list, the path to a file, random for a random battle, or daily for the battle of "
        "the day",
    )
    _add_dice(play)
    play.add_argument("--strict", action="store_true", help="orders cannot be undone (5.15)")
    _add_computer(play)
    _add_name(play)
    play.add_argument(
        "--match",
        choices=MATCHES,
        default="",
        help="play a match and switch sides after each game: mirrored is two games, decided by the sum of the leads",
    )
    _add_option(play)
    _add_plain(play)


def _add_resume(resume: argparse.ArgumentParser) -> None:
    resume.add_argument(
        "save", metavar="SAVE", nargs="?", default="", help="name or path of the saved game (default: the newest)"
    )
    _add_computer(resume)
    _add_name(resume)
    _add_plain(resume)


def _add_mail(mail: argparse.ArgumentParser) -> None:
    from westwall_tui.arguments import add_mail

    add_mail(mail)
    _add_option(mail)
    _add_plain(mail)


def _add_join(join: argparse.ArgumentParser) -> None:
    from westwall_tui.arguments import add_join

    add_join(join)
    _add_plain(join)


def _add_learn(learn: argparse.ArgumentParser) -> None:
    learn.add_argument(
        "lesson",
        metavar="LESSON",
        nargs="?",
        default="",
        help="number or name of a lesson, or a folder with your own (default: the next lesson)",
    )
    learn.add_argument("--list", action="store_true", help="list the lessons and your progress")
    _add_plain(learn)


def _add_edit(edit: argparse.ArgumentParser) -> None:
    edit.add_argument(
        "battle",
        metavar="NAME",
        nargs="?",
        default="",
        help="a name from westwall list, random, daily, the path to a file or a pack, or a saved game (default: choose "
        "from a list)",
    )
    edit.add_argument(
        "--new",
        metavar="COLUMNSxROWS|BATTLE",
        type=_new_board,
        help="begin with an empty board of this size, or with the board and the counters of a battle, such as arnhem",
    )
    edit.add_argument(
        "--units", metavar="BATTLE", default="bastogne", help="with an empty board: the battle whose counters are used"
    )
    edit.add_argument(
        "--sides",
        metavar="NAME,NAME",
        type=_two_sides,
        default=(),
        help="with an empty board: two sides with counters of your own",
    )
    _add_plain(edit)


def _add_puzzle(puzzle: argparse.ArgumentParser) -> None:
    from westwall_tui.tools.puzzles import SOURCES

    puzzle.add_argument(
        "puzzle",
        metavar="NAME",
        nargs="?",
        default="",
        help="name of a puzzle, a file, or today (default: list the puzzles)",
    )
    puzzle.add_argument("--make", metavar="FOLDER", help="look for new puzzles and write them to this folder")
    puzzle.add_argument("--from", dest="source", choices=SOURCES, default=SOURCES[0], help="where to look for puzzles")
    puzzle.add_argument("--seconds", metavar="N", type=_seed, default=600, help="how long to look (default: 600)")
    puzzle.add_argument(
        "--seed", metavar="N", type=_seed, default=1, help="random seed (another seed finds different puzzles)"
    )


def _add_demo(demo: argparse.ArgumentParser) -> None:
    demo.add_argument(
        "scenario",
        metavar="SCENARIO",
        nargs="?",
        default="",
        help="a name from westwall list, random or daily (default: a quick battle)",
    )
    demo.add_argument("--seed", metavar="N", type=_seed, help="seed for the dice (default: random)")
    _add_plain(demo)


def _add_list(lists: argparse.ArgumentParser) -> None:
    form = lists.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print a JSON object")
    form.add_argument(
        "--names", choices=NAMES, help="print only the names of one kind, one per line, for shell completion"
    )


def _add_check(check: argparse.ArgumentParser) -> None:
    check.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a file, the name of a scenario or saved game, or the folder of a lesson or example",
    )
    check.add_argument("--json", action="store_true", help="print a JSON list with one object per file")


def _add_board(board: argparse.ArgumentParser) -> None:
    from westwall_tui.arguments import add_paper

    board.add_argument(
        "board",
        metavar="BATTLE",
        nargs="?",
        default="",
        help="a battle such as arnhem, a scenario, or the path to a board or scenario file",
    )
    board.add_argument("--size", choices=("small", "middle", "large"), default="middle", help="size of the hexes")
    board.add_argument("--at", metavar="HEX", help="show only the part around this hex")
    board.add_argument(
        "--width",
        metavar="COLUMNS",
        type=_columns,
        help="width of the strips (default: the width of the terminal); 0 prints the whole board",
    )
    add_paper(board)


def _add_pack(pack: argparse.ArgumentParser) -> None:
    pack.add_argument("scenario", metavar="SCENARIO", help="a name from westwall list, or the path to a scenario file")
    pack.add_argument(
        "file", metavar="FILE", nargs="?", default="", help="the file to write (default: the name with .toml, here)"
    )


def _add_report(report: argparse.ArgumentParser) -> None:
    report.add_argument("save", metavar="SAVE", help="name or path of the saved game, finished or not")
    form = report.add_mutually_exclusive_group()
    form.add_argument("--html", metavar="FILE", help="write a page with maps to this file, overwriting it")
    form.add_argument(
        "--markdown",
        metavar="FILE",
        nargs="?",
        const="",
        default="",
        help="write a short Markdown report to this file, or to standard output (this is the default)",
    )
    report.add_argument(
        "--notes", metavar="SIDE", help="add the notes that the player of SIDE keeps with the game (default: none)"
    )


def _add_poster(poster: argparse.ArgumentParser) -> None:
    poster.add_argument("save", metavar="SAVE", help="name or path of the saved game, finished or not")
    form = poster.add_mutually_exclusive_group()
    form.add_argument(
        "--ansi",
        metavar="FILE",
        nargs="?",
        const="-",
        help="write it with color codes to this file, or to standard output; cat shows it",
    )
    form.add_argument("--svg", metavar="FILE", help="write it as an SVG picture to this file, overwriting it")
    form.add_argument("--png", metavar="FILE", help="write it as a PNG picture (needs CairoSVG, the extra pdf)")
    poster.add_argument(
        "--size",
        metavar="COLUMNSxLINES",
        type=_extent,
        help="size in characters (default: that of the terminal; 120x40 for files and pipes)",
    )


def _add_rules(rules: argparse.ArgumentParser) -> None:
    rules.add_argument(
        "words", metavar="WORD|CASE", nargs="*", help="supply, ZOC, 7.71 ... (default: list the sections)"
    )
    rules.add_argument("--battle", metavar="BATTLE", default="standard", help="the battle whose rules are listed first")
    rules.add_argument("--markdown", action="store_true", help="print all the rules as Markdown")
    rules.add_argument(
        "--example",
        action="store_true",
        help="show a section's examples of play step by step; without a section, list them",
    )


def _add_referee(referee: argparse.ArgumentParser) -> None:
    referee.add_argument(
        "game", metavar="SCENARIO|SAVE", help="a name from westwall list, random, daily, or the path to a file"
    )
    _add_dice(referee)
    _add_option(referee)
    referee.add_argument(
        "--side", metavar="NAME", help="print only what this side may know (default: the side that decides)"
    )
    referee.add_argument(
        "--match",
        choices=MATCHES,
        default="",
        help="play a match; after each game, the line next starts another with the sides switched",
    )
    referee.add_argument("--json", action="store_true", help="give each answer as a JSON object")


def _add_host(host: argparse.ArgumentParser) -> None:
    from westwall_tui.arguments import add_host

    add_host(host)
    _add_dice(
        host,
        HOSTED,
        "drawn: the system draws each die when it is rolled; shared: the host cannot choose the dice either",
    )
    _add_computer(host)
    _add_option(host)


def _add_paths(paths: argparse.ArgumentParser) -> None:
    paths.add_argument("--json", action="store_true", help="print a JSON object")


def _add_completion(completion: argparse.ArgumentParser) -> None:
    completion.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


class Command(NamedTuple):
    """A command: its help, the function that runs it, and the function that adds its arguments to a parser."""

    help: str
    run: Callable[[argparse.Namespace], int]
    add: Callable[[argparse.ArgumentParser], None] = lambda _: None
    """A function that adds the command's arguments to its parser."""
    epilog: str = ""
    page: str = ""
    """The page of docs/ that describes the command."""


def _later(module: str, name: str) -> Callable[[Any], Any]:
    """Return a function that loads a module and calls a function in it."""

    def call(given: Any) -> Any:
        return getattr(import_module(f"westwall_tui.{module}"), name)(given)

    return call


CHECKED = (
    "The exit status is 0 if every file is good, 1 if one has a fault or cannot be read, and 2 if the command itself "
    "fails. Remarks don't count."
)
COMMANDS: Mapping[str, Command] = {
    "play": Command("start a scenario", commands.play, _add_play),
    "resume": Command("continue a saved game", commands.resume, _add_resume),
    "mail": Command(
        "play by mail: start a game, open a letter, or continue your game", commands.mail, _add_mail, page="mail"
    ),
    "learn": Command("learn the game, lesson by lesson", commands.learn, _add_learn, page="learn"),
    "puzzle": Command("solve a puzzle; every solution is proven", commands.puzzle, _add_puzzle, page="learn"),
    "edit": Command("make a battle of your own, or change one, in the workshop", commands.edit, _add_edit),
    "demo": Command("watch the computer play itself; press a key to take over a side", commands.demo, _add_demo),
    "list": Command("list scenarios and saved games", file_commands.list_games, _add_list),
    "check": Command(
        "check files of any kind and list their errors; also prove puzzles again and verify the shared dice of saves",
        file_commands.check,
        _add_check,
        epilog=CHECKED,
    ),
    "board": Command(
        "show a board in the terminal, or draw it as SVG or PDF", file_commands.board, _add_board, page="printing"
    ),
    "pack": Command(
        "put a battle into one file, for a friend",
        file_commands.pack,
        _add_pack,
        page="scenario-files",
    ),
    "report": Command(
        "write a report on a saved game, as an HTML page to post or print, or as Markdown",
        file_commands.report,
        _add_report,
    ),
    "poster": Command(
        "show a whole saved game on one screen: the result, the points, a small map of every turn, and four sentences",
        file_commands.poster,
        _add_poster,
    ),
    "host": Command("host a game for two terminals", commands.host, _add_host, page="hosting"),
    "join": Command("play a hosted game", commands.join, _add_join, page="hosting"),
    "watch": Command(
        "watch a hosted game, or replay a saved one",
        commands.watch,
        _later("arguments", "add_watch"),
        page="hosting",
    ),
    "simulate": Command(
        "play games between computer players, without a screen",
        _later("tools.simulate.command", "run"),
        _later("tools.simulate.words", "add"),
    ),
    "referee": Command(
        "play without a screen: read orders and print answers, line by line",
        commands.referee,
        _add_referee,
        page="referee",
    ),
    "rules": Command("look up the rules, in our own words, by word or case", commands.rules, _add_rules),
    "club": Command(
        "run a club: many players on one server, over SSH",
        _later("club.commands", "run"),
        _later("club.command_line", "add"),
        page="run-a-club",
    ),
    "web": Command(
        "let people play in a browser", _later("web.command", "run"), _later("arguments", "add_web"), page="web"
    ),
    "paths": Command("show where saved games, settings and other files are stored", file_commands.paths, _add_paths),
    "completion": Command(
        "print a completion script for your shell",
        lambda options: commands.completion(whole_parser(), options.shell),
        _add_completion,
        page="install",
    ),
    "manual": Command("print the manual page (westwall manual | man -l -)", lambda _: commands.manual(whole_parser())),
}
"""The commands by name, in the order of the help."""


def _add_dice(
    parser: argparse.ArgumentParser,
    kinds: Sequence[str] = DICE,
    about: str = "manual: you enter each roll as an order, roll N; drawn: the system draws each die when it is rolled",
) -> None:
    parser.add_argument(
        "--seed",
        metavar="N",
        type=_seed,
        help="seed for the dice, or the number of a random battle (default: a random one)",
    )
    parser.add_argument("--dice", choices=kinds, default=SEEDED, help=f"{about} (default: {SEEDED})")


def _add_plain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--plain", action="store_true", help="plain text instead of the full screen, for screen readers and pipes"
    )


def _add_computer(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--computer",
        metavar="SIDE=LEVEL",
        action="append",
        default=[],
        help="have the computer play SIDE at LEVEL 1 to 5, with an optional style (2:bold, 2:careful, 2:steady); "
        "repeat for both sides",
    )


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name",
        metavar="SIDE=NAME",
        action="append",
        default=[],
        help="name of the player of SIDE, when two people play at this keyboard; repeat for both sides",
    )


def _add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        metavar="NAME[=VALUE]",
        action="append",
        default=[],
        help="turn on an option (strict, or one of the battle's own, such as weather), or set its VALUE",
    )


def _columns(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 6):
        raise argparse.ArgumentTypeError("must be a whole number, 0 or more")
    return int(word)


def _extent(word: str) -> tuple[int, int]:
    from westwall_tui.ui.terminal.abilities import MOST, NEEDS

    columns, _, lines = word.partition("x")
    if columns.isdecimal() and lines.isdecimal() and word.isascii() and len(word) < 10:
        size = int(columns), int(lines)
        if NEEDS.width <= size[0] <= MOST.width and NEEDS.height <= size[1] <= MOST.height:
            return size
    least, most = f"{NEEDS.width}x{NEEDS.height}", f"{MOST.width}x{MOST.height}"
    raise argparse.ArgumentTypeError(f"must be columns x lines, from {least} to {most}, such as 120x40")


def _new_board(word: str) -> tuple[int, int] | str:
    columns, _, rows = word.partition("x")
    if word.isalpha():
        return word
    if columns.isdecimal() and rows.isdecimal() and word.isascii() and len(word) < 6:
        return int(columns), int(rows)
    raise argparse.ArgumentTypeError(
        "must be columns x rows, at most 99 each, such as 12x10, or a battle, such as arnhem"
    )


def _two_sides(word: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in word.split(","))


def _seed(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 20 and int(word) <= _LARGEST_SEED):
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to {_LARGEST_SEED}")
    return int(word)
