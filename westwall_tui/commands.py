"""What each `westwall` command does. It imports what it needs when it runs, so that all of them start fast."""

import argparse
import contextlib
import gc
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from westwall_tui.files.faults import brief, printable
from westwall_tui.files.reach import sentence
from westwall_tui.files.words import DRAWN, MANUAL

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from westwall_tui.engine.board import Board
    from westwall_tui.files.checks import Report
    from westwall_tui.files.recording import Recording
    from westwall_tui.files.session import Session
    from westwall_tui.learn import puzzles
    from westwall_tui.learn.demonstration import Demonstration
    from westwall_tui.learn.lessons import ListedLesson
    from westwall_tui.mail.session import MailSession
    from westwall_tui.referee import Sentences

_WIDTH = 79
ESCAPE_DELAY = "25"
"""Milliseconds after which an escape character is the Escape key, not the start of another key's code."""
DEMONSTRATED = "bastogne/spearhead"
"""The scenario of a demonstration if none is named: a short one."""
DUMB = ("dumb", "unknown")
"""What terminals are called that can only write lines."""
UNUSABLE = 2
"""Exit status when something named on the command line cannot be used."""


def unusable(error: object) -> int:
    """Say what cannot be used; returns the exit status."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(error, file=sys.stderr)
    return UNUSABLE


def title(_: argparse.Namespace) -> int:
    """The title screen."""
    gc.disable()  # starting makes little garbage; the screen collects from its first paint on
    return _screen(None)


def play(options: argparse.Namespace) -> int:
    """A new game."""
    gc.disable()  # starting makes little garbage; the screen collects from its first paint on
    from westwall_tui.files.briefings import has_briefing
    from westwall_tui.files.options import read_options, read_seats
    from westwall_tui.files.scenarios import load_scenario
    from westwall_tui.files.session import LocalSession

    scenario = load_scenario(options.scenario)
    chosen = read_options(scenario, options.option)
    seats = read_seats(scenario, options.computer)
    manual, drawn = options.dice == MANUAL, options.dice == DRAWN
    strict = options.strict or chosen.strict

    def make() -> LocalSession:
        return LocalSession.new(
            scenario, seed=options.seed, manual=manual, drawn=drawn, strict=strict, options=chosen.battle, seats=seats
        )

    if options.plain:
        return _in_lines(lambda lines: lines.play(make))
    return _screen(make, page="briefing" if has_briefing(scenario) else "")


def resume(options: argparse.Namespace) -> int:
    """A saved game."""
    gc.disable()  # starting makes little garbage; the screen collects from its first paint on
    from westwall_tui.files.saves import read_info
    from westwall_tui.files.session import LocalSession, find_save

    path = find_save(options.save)
    if read_info(path).mail:
        from westwall_tui.mail.command import ask
        from westwall_tui.mail.opening import open_mail

        return _by_mail(lambda: open_mail(path, ask), plain=options.plain)
    session = LocalSession.resume(path, at_once=not options.plain)
    session.set_host("")
    if options.computer:
        from westwall_tui.files.options import read_seats

        session.seat(read_seats(session.game.scenario, options.computer))
    if options.plain:
        return _in_lines(lambda lines: lines.play(lambda: session))
    return _screen(lambda: session)


def mail(options: argparse.Namespace) -> int:
    """A game by mail: a new one, a letter, or one's own file."""
    gc.disable()  # starting makes little garbage; the screen collects from its first paint on
    from westwall_tui.mail.command import run

    return run(options, lambda make: _by_mail(make, plain=options.plain))


def _by_mail(make: "Callable[[], MailSession]", *, plain: bool) -> int:
    """Show a game by mail, and on a screen say afterwards where the letter is if one was written."""
    from westwall_tui.mail.command import tell_letter

    if plain:
        return _in_lines(lambda lines: lines.mail(make()))
    if why := _no_screen():
        return unusable(why)  # before the letter is opened
    session = make()
    status = _screen(lambda: session, page="since" if session.has_news else "")
    tell_letter(session)
    return status


def learn(options: argparse.Namespace) -> int:
    """A lesson, or the list of them."""
    from westwall_tui.learn.lessons import find_lesson, listed, next_lesson
    from westwall_tui.learn.progress import read_progress
    from westwall_tui.learn.script import load_lesson

    progress = read_progress()
    if options.list:
        for lesson in listed():
            minutes = f"{lesson.minutes} minutes"
            print(printable(f"{lesson.number:>2}  {lesson.title:<30} {minutes:>10}  {lesson.stand(progress)}".rstrip()))
        return 0
    lesson = find_lesson(options.lesson) if options.lesson else next_lesson(progress)
    load_lesson(lesson.folder)  # its faults are listed here, before there is a screen
    if options.plain:
        return _in_lines(lambda lines: lines.learn(lesson))
    return _screen(None, lesson=lesson)


def puzzle(options: argparse.Namespace) -> int:
    """A puzzle, the list of them, or the search for more."""
    if options.make is not None:
        from westwall_tui.tools.puzzles.making import make

        return make(options)
    from datetime import datetime

    from westwall_tui.learn.puzzles import find_puzzle, listed, of_the_day

    day = datetime.now().astimezone().toordinal()
    if options.puzzle == "today":
        return _screen(None, puzzle=of_the_day(listed(), day))
    if options.puzzle:
        return _screen(None, puzzle=find_puzzle(options.puzzle))
    from westwall_tui.learn.progress import read_progress
    from westwall_tui.ui.words.puzzles import STARS, stand_in_words

    tries, found = read_progress().puzzles, listed()
    for each in found:
        stand = stand_in_words(tries.get(each.key, 0))
        stars = STARS[: each.grade]
        print(printable(f"{stars:<5}{each.key:<28} {each.name:<36} {stand}".rstrip()))
    print(f"\nToday: westwall puzzle {printable(of_the_day(found, day).key)}")
    return 0


def demo(options: argparse.Namespace) -> int:
    """Two computers: on the screen, or where there can be none, in lines."""
    from westwall_tui.files.scenarios import load_scenario
    from westwall_tui.learn.demonstration import Demonstration

    demonstration = Demonstration(load_scenario(options.scenario or DEMONSTRATED), options.seed)
    if options.plain or _no_screen():
        from westwall_tui.plain.demo import show

        return show(demonstration)
    return _screen(None, demonstration=demonstration)


def _no_screen() -> str:
    """Why there can be no screen, on a terminal or as TEXTUAL_DRIVER says (a browser), and what there can be; or
    nothing."""
    if os.environ.get("TEXTUAL_DRIVER"):
        return ""
    if sys.stderr is None or not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return (
            "westwall: the screen needs a terminal, and this isn't one. "
            "To play through a pipe: westwall play SCENARIO --plain, for programs westwall referee SCENARIO"
        )
    if os.environ.get("TERM", "") in DUMB:
        return (
            f"westwall: the screen needs a terminal that can move its cursor, and this one (TERM={os.environ['TERM']}) "
            "says it cannot. To play in lines: westwall play SCENARIO --plain, or westwall resume --plain"
        )
    return ""


def _screen(
    make: "Callable[[], Session] | None",
    recording: "Recording | None" = None,
    page: str = "",
    lesson: "ListedLesson | None" = None,
    puzzle: "puzzles.ListedPuzzle | None" = None,
    demonstration: "Demonstration | None" = None,
) -> int:
    """Start the screen, with a lesson, a puzzle or a demonstration, or with a game if given and a `page` over it."""
    if why := _no_screen():
        return unusable(why)
    os.environ.setdefault("ESCDELAY", ESCAPE_DELAY)  # Textual reads it when it is imported
    _load_asyncio()
    from westwall_tui.ui.app import run

    if demonstration is not None:
        return run(demonstration=demonstration)
    if lesson is not None or puzzle is not None:
        return run(lesson=lesson, puzzle=puzzle)
    return run(make() if make else None, page=page) if recording is None else run(recording=recording)


def _in_lines(run: "Callable[[ModuleType], int]") -> int:
    """Do something in plain lines, at a terminal or through a pipe; `run` gets their module."""
    if sys.stdin is None:
        return unusable("westwall: standard input is closed, and --plain reads its lines there")
    from westwall_tui.plain import commands as lines

    with contextlib.suppress(AttributeError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    gc.enable()
    return run(lines)


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


def list_games(options: argparse.Namespace) -> int:
    """Scenarios and saved games."""
    if options.names:
        from westwall_tui.tools.shell.names import names

        for name in names(options.names):
            print(name)
        return 0
    from textwrap import wrap

    from westwall_tui.files.folders import saves_folder
    from westwall_tui.files.scenarios import shipped
    from westwall_tui.files.session import list_saves

    if options.json:
        return _print_json(
            {
                "scenarios": [entry._asdict() for entry in shipped()],
                "folder": str(saves_folder()),
                "saves": [save.plain() for save in list_saves()],
            }
        )
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


def check(options: argparse.Namespace) -> int:
    """The faults of files."""
    from pathlib import Path

    reports = {name: _checked(Path(name)) for name in options.files}
    bad = any(report.faults for report in reports.values())
    if options.json:
        found: list[dict[str, object]] = []
        for name, report in reports.items():
            faults = [fault._asdict() for fault in report.faults]
            found.append({"file": name, "kind": report.kind, "faults": faults, "remarks": report.remarks})
        _print_json(found)
        return int(bad)
    for name, report in reports.items():
        for fault in report.faults:
            print(fault)
        for remark in report.remarks:
            print(f"remark: {remark}")
        if not report.faults:
            print(printable(f"{name}: good ({report.kind})"))
    return int(bad)


def _print_json(found: object) -> int:
    import json

    print(json.dumps(found, indent=2))
    return 0


def web(options: argparse.Namespace) -> int:
    """The game in browsers."""
    from westwall_tui.web.command import run

    return run(options)


def paths(options: argparse.Namespace) -> int:
    """The folders and files of the game."""
    from westwall_tui.files import folders

    found = {
        "scenarios": folders.shipped_root(),
        "saves": folders.saves_folder(),
        "settings": folders.settings_file(),
        "lessons and puzzles done": folders.learned_file(),
        "cache": folders.cache_folder(),
        "hosted games": folders.own_folder("state", "XDG_STATE_HOME"),
    }
    if options.json:
        return _print_json({what: str(path) for what, path in found.items()})
    for what, path in found.items():
        print(printable(f"{what:<26}{path}"))
    return 0


def completion(parser: argparse.ArgumentParser, shell: str) -> int:
    """What teaches a shell the commands."""
    from westwall_tui.tools.shell.completion import completion

    print(completion(parser, shell))
    return 0


def manual(parser: argparse.ArgumentParser) -> int:
    """The manual page."""
    from westwall_tui import __version__
    from westwall_tui.tools.shell.manual import manual

    print(manual(parser, __version__), end="")
    return 0


def _checked(path: "Path") -> "Report":
    """What is wrong with a file, a puzzle, or a lesson or example, which may be a folder."""
    from westwall_tui.files.checks import check_file, kind_of

    script = path
    with contextlib.suppress(OSError, ValueError):  # `check_file` says what is wrong
        if path.is_dir():
            script = next((path / name for name in ("lesson.toml", "example.toml") if (path / name).is_file()), path)
    kind = kind_of(script)
    if kind == "puzzle":
        from westwall_tui.learn.proving import check_puzzle

        return check_puzzle(path)
    if kind == "save":
        from westwall_tui.mail.checking import check_letters

        return check_letters(path, check_file(path))
    if kind not in ("lesson", "example"):
        return check_file(path)
    from westwall_tui.ui.boxes.vocabulary import vocabulary

    if kind == "example":
        from westwall_tui.learn.example_checks import check_example

        return check_example(script.parent, vocabulary())
    from westwall_tui.learn.checks import check_lesson

    return check_lesson(script.parent, vocabulary())


def board(options: argparse.Namespace) -> int:
    """A board, printed or drawn."""
    from westwall_tui.files.boards import find_board

    drawn = [name for name in (options.svg, options.pdf) if name is not None]
    if options.save is not None and (options.board or not drawn):
        return unusable("westwall board: --save takes --svg or --pdf FILE, and no battle: the saved game names its own")
    if options.save is None and not options.board:
        return unusable("westwall board: name a battle or a board file, or a saved game with --save")
    if options.counters and (options.save is not None or not drawn):
        return unusable("westwall board: --counters takes --svg or --pdf FILE, and no saved game")
    if not drawn:
        return _print_board(find_board(options.board), options)
    from westwall_tui.prints.orders import draw_files

    problem = draw_files(options)
    return unusable(problem) if problem else 0


def report(options: argparse.Namespace) -> int:
    """A game told."""
    from pathlib import Path

    from westwall_tui.files.saves import read_save
    from westwall_tui.files.session import find_save
    from westwall_tui.files.writing import write_out
    from westwall_tui.prints.report.written import as_html, as_markdown

    path = find_save(options.save)
    target = Path(options.html or options.markdown or "-")
    if options.html == "":
        return unusable("westwall report: --html needs the name of a file")
    if target.exists() and target.samefile(path):
        return unusable(f"westwall report: {printable(brief(str(target)))} is the saved game itself; name another file")
    save = read_save(path)
    text = as_html(save) if options.html else as_markdown(save)
    if not (options.html or options.markdown):
        print(text, end="")
        return 0
    try:
        write_out(target, text)
    except OSError as error:
        return unusable(printable(f"{brief(str(target))}: cannot be written: {sentence(error)}"))
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
            return unusable(printable(brief(str(error))))
        legend = drawn.legend(width)
        shown = [*drawn.around(h, width, max(lines - len(legend) - 2, 12)), ()]
    for line in (*shown, *drawn.legend(width)):
        print(paint(line))
    return 0


def host(options: argparse.Namespace) -> int:
    """A table for several terminals."""
    from westwall_tui.net import command

    return command.host(options)


def join(options: argparse.Namespace) -> int:
    """A seat at one."""
    from westwall_tui.net import command

    return command.join(options, lambda session: _screen(lambda: session))


def watch(options: argparse.Namespace) -> int:
    """A game watched, at its table or from its save."""
    from westwall_tui.net.command import save_to_watch

    save = save_to_watch(options)
    if save is None:
        return join(options)
    from westwall_tui.files.recording import recording_of_save

    return _screen(None, recording_of_save(save))


def simulate(options: argparse.Namespace) -> int:
    """Games between computer players."""
    from westwall_tui.tools.simulate.command import run

    return run(options)


def fuzz(options: argparse.Namespace) -> int:
    """The game's promises attacked."""
    from westwall_tui.tools.fuzz.command import run

    return run(options)


def referee(options: argparse.Namespace) -> int:
    """A game by lines on standard input and output."""
    if sys.stdin is None:
        return unusable("westwall: standard input is closed, and the referee reads its orders there")
    from westwall_tui.referee import run

    with contextlib.suppress(AttributeError):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    return run(
        options.game,
        sentences=_sentences,
        seed=options.seed,
        dice=options.dice,
        as_objects=options.json,
        options=options.option,
        side=options.side,
    )


def _sentences() -> "Sentences":
    """The referee's questions that are answered in sentences; loaded when one is asked."""
    from westwall_tui.plain.questions import questions

    return questions()


def club(options: argparse.Namespace) -> int:
    """A club on a server, for its keeper."""
    from westwall_tui.club.commands import run

    return run(options)


def rules(options: argparse.Namespace) -> int:
    """The rules by word or case, or all of them as Markdown; or their examples of play."""
    if options.example:
        from westwall_tui.ui.around.example import printed_examples

        sys.stdout.write(printed_examples(" ".join(options.words), options.battle))
        return 0
    from westwall_tui.ui.words.printedrules import as_markdown, as_text

    sys.stdout.write(as_markdown() if options.markdown else as_text(" ".join(options.words), options.battle))
    return 0
