"""The functions of the `westwall` commands.

Each imports what it needs when it runs, so that every command starts fast.
"""

import argparse
import contextlib
import gc
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from westwall_tui.files.command_line import DRAWN, MANUAL, UNUSABLE
from westwall_tui.files.faults import printable

if TYPE_CHECKING:
    from types import ModuleType

    from westwall_tui.mail.session import MailSession
    from westwall_tui.referee import Sentences
    from westwall_tui.ui.starts import ScreenStart

ESCAPE_DELAY = "25"
"""Milliseconds after which an escape character counts as the Escape key rather than the start of another key's code."""
DUMB = ("dumb", "unknown")
"""The TERM values of terminals that can only display lines."""


def unusable(error: object) -> int:
    """Print an error and return the exit status for it."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(error, file=sys.stderr)
    return UNUSABLE


def _collect_later() -> None:
    """Turn the garbage collector off until the screen's first paint, because there is little garbage at the start."""
    gc.disable()


def title(_: argparse.Namespace) -> int:
    """Open the title screen."""
    _collect_later()
    from westwall_tui.ui.starts import TitleStart

    return _screen(TitleStart)


def play(options: argparse.Namespace) -> int:
    """Start a new game."""
    _collect_later()
    from westwall_tui.files.players.options import read_options, read_seats
    from westwall_tui.files.saves.matches import Match
    from westwall_tui.files.scenarios.briefings import has_briefing
    from westwall_tui.files.scenarios.catalog import load_scenario
    from westwall_tui.files.scenarios.random_battles import dice_seed, wanted_battle
    from westwall_tui.files.sessions.local import LocalSession
    from westwall_tui.ui.starts import GameStart

    def start(name: str, seed: int | None) -> Callable[[], GameStart]:
        """Return a function that begins the game of a scenario. The arguments are checked before it is returned."""
        scenario = load_scenario(name)
        chosen = read_options(scenario, options.option)
        seats = read_seats(scenario, options.computer, options.name)
        manual, drawn = options.dice == MANUAL, options.dice == DRAWN
        strict = options.strict or chosen.strict

        def begin() -> GameStart:
            match = Match.new(options.match) if options.match else None
            session = LocalSession.new(
                scenario, seed=seed, manual=manual, drawn=drawn, strict=strict, options=chosen.battle, seats=seats,
                match=match,
            )  # fmt: skip
            return GameStart(session, "briefing" if has_briefing(scenario) else "")

        return begin

    wanted = wanted_battle(options.scenario, options.seed)
    if isinstance(wanted, int) and not (options.plain or _no_screen()):
        from westwall_tui.ui.starts import TrialStart

        dice = dice_seed(options.scenario, options.seed)
        return _screen(lambda: TrialStart(wanted, lambda battle: start(str(battle), dice)().session))
    begin = start(*_whole_name(options.scenario, options.seed))
    if options.plain:
        return _in_lines(lambda lines: lines.play(lambda: begin().session))
    return _screen(begin)


def _whole_name(word: str, seed: int | None = None) -> tuple[str, int | None]:
    """Return a scenario's name and the seed of its dice. Find a random battle first, and show how far its trial is."""
    if not word.lower().startswith(("random", "daily")):
        return word, seed
    from westwall_tui.ai.proof import whole_name

    shows = sys.stderr is not None and sys.stderr.isatty()
    told = ""

    def tell(line: str) -> None:
        nonlocal told
        told = f"{line}. "
        if shows:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    found = whole_name(word, seed, tell)
    if shows and found[0] != word:
        print(f"\r\x1b[K{told or 'The battle is ready. '}Its name is {found[0]}", file=sys.stderr)
    return found


def host(options: argparse.Namespace) -> int:
    """Host a game at several terminals."""
    from westwall_tui.net.command import host

    options.game, options.seed = _whole_name(options.game, options.seed)
    return host(options)


def resume(options: argparse.Namespace) -> int:
    """Continue a saved game."""
    _collect_later()
    from westwall_tui.files.saves.catalog import find_save, read_info
    from westwall_tui.files.sessions.local import LocalSession
    from westwall_tui.ui.starts import GameStart

    path = find_save(options.save)
    if read_info(path).mail:
        from westwall_tui.mail.command import ask
        from westwall_tui.mail.opening import open_mail

        if options.computer or options.name:
            return unusable("westwall resume: a game by mail keeps its players; leave out --computer and --name")
        return _by_mail(lambda: open_mail(path, ask), plain=options.plain)
    session = LocalSession.resume(path, at_once=not options.plain)
    session.set_host("")
    if options.computer or options.name:
        from westwall_tui.files.players.options import read_seats

        session.seat(read_seats(session.game.scenario, options.computer, options.name))
    if options.plain:
        return _in_lines(lambda lines: lines.play(lambda: session))
    return _screen(lambda: GameStart(session))


def mail(options: argparse.Namespace) -> int:
    """Play a game by mail: a new one, a letter, or the player's own file."""
    _collect_later()
    from westwall_tui.mail.command import run

    options.new, _ = _whole_name(options.new)
    return run(options, lambda make: _by_mail(make, plain=options.plain))


def _by_mail(make: "Callable[[], MailSession]", *, plain: bool) -> int:
    """Show a game by mail. After the screen has closed, print the path of the letter if one was written."""
    from westwall_tui.mail.command import print_letter
    from westwall_tui.ui.starts import GameStart

    if plain:
        return _in_lines(lambda lines: lines.mail(make()))
    if why := _no_screen():
        return unusable(why)  # checked before the letter is opened
    session = make()
    status = _screen(lambda: GameStart(session, "since" if session.has_news else ""))
    print_letter(session)
    return status


def edit(options: argparse.Namespace) -> int:
    """Open the workshop with a battle, with an empty board, or with a list to choose from."""
    from westwall_tui.files.workshop.opening import new_battle, new_on_board, open_battle
    from westwall_tui.ui.starts import WorkshopStart

    battle = None
    if isinstance(options.new, str):
        battle = new_on_board(options.new)
    elif options.new:
        columns, rows = options.new
        battle = new_battle(columns, rows, options.units, options.sides)
    elif options.battle:
        battle = open_battle(_whole_name(options.battle)[0])
    return _in_lines(lambda lines: lines.edit(battle)) if options.plain else _screen(lambda: WorkshopStart(battle))


def learn(options: argparse.Namespace) -> int:
    """Open a lesson, or list the lessons."""
    from westwall_tui.learn.lessons.catalog import all_lessons, find_lesson, next_lesson
    from westwall_tui.learn.lessons.script import load_lesson
    from westwall_tui.learn.progress import read_progress
    from westwall_tui.ui.starts import LessonStart

    progress = read_progress()
    if options.list:
        for lesson in all_lessons():
            minutes = f"{lesson.minutes} minutes"
            print(
                printable(f"{lesson.number:>2}  {lesson.title:<30} {minutes:>10}  {lesson.status(progress)}".rstrip())
            )
        return 0
    lesson = find_lesson(options.lesson) if options.lesson else next_lesson(progress)
    load_lesson(lesson.folder)  # report faults of the lesson before the screen opens
    if options.plain:
        return _in_lines(lambda lines: lines.learn(lesson))
    return _screen(lambda: LessonStart(lesson))


def puzzle(options: argparse.Namespace) -> int:
    """Open a puzzle, list the puzzles, or look for new ones."""
    if options.make is not None:
        from westwall_tui.tools.puzzles.maker import make

        return make(options)
    from datetime import datetime

    from westwall_tui.learn.puzzles.catalog import all_puzzles, find_puzzle, of_the_day
    from westwall_tui.ui.starts import PuzzleStart

    day = datetime.now().astimezone().toordinal()
    if options.puzzle:
        chosen = of_the_day(all_puzzles(), day) if options.puzzle == "today" else find_puzzle(options.puzzle)
        return _screen(lambda: PuzzleStart(chosen))
    from westwall_tui.learn.progress import read_progress
    from westwall_tui.words.puzzles import progress_in_words

    tries, found = read_progress().puzzles, all_puzzles()
    for each in found:
        progress = progress_in_words(tries.get(each.key, 0))
        print(printable(f"level {each.grade}  {each.key:<28} {each.name:<36} {progress}".rstrip()))
    print(f"\nToday: westwall puzzle {printable(of_the_day(found, day).key)}")
    return 0


def demo(options: argparse.Namespace) -> int:
    """Show two computer players, on the screen or, without a terminal, in lines."""
    from westwall_tui.files.scenarios.catalog import first_battle, load_scenario
    from westwall_tui.learn.session import Demonstration
    from westwall_tui.ui.starts import DemoStart

    name, seed = _whole_name(options.scenario or first_battle().word, options.seed)
    demonstration = Demonstration(load_scenario(name), seed)
    if options.plain or _no_screen():
        from westwall_tui.plain.commands import show

        return show(demonstration, name)
    return _screen(lambda: DemoStart(demonstration))


def _no_screen() -> str:
    """Return why no screen can open, and what to use instead; empty if a screen can open.

    It can open on a terminal, or in a browser by TEXTUAL_DRIVER.
    """
    if os.environ.get("TEXTUAL_DRIVER"):
        return ""
    if sys.stderr is None:
        return "westwall: standard error is closed; the screen needs it to report errors"
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return (
            "westwall: the screen needs a terminal, and this isn't one. "
            "To play through a pipe, use westwall play SCENARIO --plain; for programs, westwall referee SCENARIO"
        )
    if os.environ.get("TERM", "") in DUMB:
        return (
            f"westwall: the screen needs a terminal that can move its cursor, and this one (TERM={os.environ['TERM']}) "
            "cannot. To play in plain text, use westwall play SCENARIO --plain or westwall resume --plain"
        )
    return ""


def _screen(make: "Callable[[], ScreenStart]") -> int:
    """Start the screen that `make` returns, if a screen can open; only then call `make`."""
    if why := _no_screen():
        if sys.stderr is None:
            print(why)
        return unusable(why)
    os.environ.setdefault("ESCDELAY", ESCAPE_DELAY)  # Textual reads the variable when it is imported
    _load_asyncio()
    from westwall_tui.ui.app import run

    return run(make())


def _in_lines(run: "Callable[[ModuleType], int]") -> int:
    """Call `run` with the module of plain lines, at a terminal or through a pipe."""
    if sys.stdin is None:
        return unusable("westwall: standard input is closed, and --plain reads your orders there")
    from westwall_tui.plain import commands as lines

    encoding = (
        None if sys.stdin.isatty() else "utf-8"
    )  # a pipe is UTF-8 everywhere, though on Windows the locale's encoding differs
    with contextlib.suppress(AttributeError):
        sys.stdin.reconfigure(encoding=encoding, errors="replace")  # type: ignore[union-attr]
    gc.enable()
    return run(lines)


def _load_asyncio() -> None:
    """Load asyncio without OpenSSL, which would take a tenth of the screen's memory for TLS that nothing here uses.

    A later `import ssl` still works. Commands that host or join a game have loaded asyncio before.
    """
    if "ssl" in sys.modules:
        return
    sys.modules["ssl"] = None  # type: ignore[assignment]  # its import fails, as if Python had been built without it
    try:
        import asyncio  # noqa: F401
    finally:
        del sys.modules["ssl"]


def completion(parser: argparse.ArgumentParser, shell: str) -> int:
    """Print the completion script of a shell."""
    from westwall_tui.tools.shell import completion

    print(completion(parser, shell))
    return 0


def manual(parser: argparse.ArgumentParser) -> int:
    """Print the manual page."""
    from westwall_tui import __version__
    from westwall_tui.tools.shell import manual

    print(manual(parser, __version__), end="")
    return 0


def join(options: argparse.Namespace) -> int:
    """Take a seat in a hosted game."""
    from westwall_tui.net import command

    if getattr(options, "plain", False):
        return command.join(options, lambda session: _in_lines(lambda lines: lines.join(session)))
    from westwall_tui.ui.starts import GameStart

    return command.join(options, lambda session: _screen(lambda: GameStart(session)))


def watch(options: argparse.Namespace) -> int:
    """Watch a hosted game, or replay a saved one."""
    from westwall_tui.net.command import save_to_watch

    save = save_to_watch(options)
    if save is None:
        return join(options)
    from westwall_tui.files.sessions.recording import recording_of_save
    from westwall_tui.ui.starts import WatchStart

    recording = recording_of_save(save)
    return _screen(lambda: WatchStart(recording))


def referee(options: argparse.Namespace) -> int:
    """Play a game line by line on standard input and output."""
    if sys.stdin is None:
        return unusable("westwall: standard input is closed, and the referee reads orders there")
    from westwall_tui.referee import run

    with contextlib.suppress(AttributeError):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    game, seed = _whole_name(options.game, options.seed)
    return run(
        game,
        sentences=_sentences,
        seed=seed,
        dice=options.dice,
        as_objects=options.json,
        options=options.option,
        side=options.side,
        match=options.match,
    )


def _sentences() -> "Sentences":
    """Return the questions of the referee that are answered in sentences."""
    from westwall_tui.plain.questions import questions

    return questions()


def rules(options: argparse.Namespace) -> int:
    """Print rules by word or case, all rules as Markdown, or examples of play."""
    if options.example:
        from westwall_tui.ui.around.example import printed_examples

        sys.stdout.write(printed_examples(" ".join(options.words), options.battle))
        return 0
    from westwall_tui.words.rulebook import as_markdown, as_text

    sys.stdout.write(as_markdown() if options.markdown else as_text(" ".join(options.words), options.battle))
    return 0
