"""The functions of the `westwall` commands that list, check and draw files.

Each imports what it needs when it runs.
"""

import argparse
import contextlib
import os
import shlex
import sys
from typing import TYPE_CHECKING

from westwall_tui.commands import unusable
from westwall_tui.files.disk.reach import sentence
from westwall_tui.files.faults import brief, printable

if TYPE_CHECKING:
    from pathlib import Path

    from westwall_tui.engine.board import Board
    from westwall_tui.files.checks import Report
    from westwall_tui.files.saves.file import Save

_WIDTH = 79


def list_games(options: argparse.Namespace) -> int:
    """List scenarios and saved games."""
    if options.names:
        from westwall_tui.tools.shell import names

        for name in names(options.names):
            print(name)
        return 0
    from textwrap import wrap

    from westwall_tui.files.disk.folders import saves_folder
    from westwall_tui.files.saves.catalog import list_saves
    from westwall_tui.files.scenarios.catalog import LENGTHS, YOURS, first_battle, listed_scenarios, shipped

    scenarios = listed_scenarios()
    if options.json:
        own = [each for each in scenarios if each.length == YOURS]
        return _print_json(
            {
                "scenarios": [entry._asdict() for entry in shipped()],
                "own": [each.entry._asdict() | {"path": str(each.path), "trouble": each.trouble} for each in own],
                "folder": str(saves_folder()),
                "saves": [save.plain() for save in list_saves()],
            }
        )
    print(f"To start a scenario, type westwall play and its name: westwall play {first_battle().word}")
    for length in (*LENGTHS, YOURS):
        found = [each for each in scenarios if each.length == length]
        if found:
            print(f"\n{length}")
        for each in found:
            entry, overview = each.entry, each.overview
            time, about = (overview.time, overview.line) if overview is not None else ("", " ".join(entry.about))
            if each.trouble:
                about = each.trouble
            print(printable(f"    {entry.word:20} {time:>6}  {entry.title}"))
            for line in wrap(printable(about), _WIDTH - 8, break_on_hyphens=False):
                print(f"        {line}")
    print("\nRandom battles: westwall play random (--seed 7), and westwall play daily")
    saves = list_saves()
    print(f"\nSaved games in {printable(str(saves_folder()))}:" + ("" if saves else " none"))
    for save in saves:
        about = save.trouble or save.about
        print(printable(f"    {save.path.name:32} {save.local_time}  {about}"))
    return 0


def paths(options: argparse.Namespace) -> int:
    """Print the folders and files of the game."""
    from westwall_tui.files.disk import folders
    from westwall_tui.net.addresses import games_folder

    found = {
        "scenarios": folders.shipped_root(),
        "your battles": folders.scenarios_folder(),
        "saves": folders.saves_folder(),
        "settings": folders.settings_file(),
        "progress in lessons": folders.learned_file(),
        "hosted games": games_folder(),
        "keys and secrets": folders.own_folder("state", "XDG_STATE_HOME"),
    }
    if options.json:
        return _print_json({what: str(path) for what, path in found.items()})
    for what, path in found.items():
        print(printable(f"{what:<26}{path}"))
    return 0


def check(options: argparse.Namespace) -> int:
    """Print the faults of files."""
    reports = {name: _report_on(name) for name in options.files}
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


def _report_on(name: str) -> "Report":
    """Return the report on the file at a path; if there is none, on the scenario or saved game of that name."""
    from pathlib import Path

    from westwall_tui.files.checks import Report
    from westwall_tui.files.faults import FileError
    from westwall_tui.files.saves.catalog import find_save
    from westwall_tui.files.scenarios.catalog import scenario_file

    path = Path(name)
    try:
        if not path.exists():
            path = scenario_file(name) or find_save(name)
    except (OSError, ValueError):
        pass  # `check_file` reports the fault
    except FileError as error:
        if path.suffix != ".toml":
            return Report("", error.faults)
    return _checked(path)


def _checked(path: "Path") -> "Report":
    """Return the report on a file; for a lesson, an example or a battle it may be a folder."""
    from westwall_tui.files.checks import check_file, kind_of
    from westwall_tui.files.scenarios.own import SCENARIO

    script = path
    with contextlib.suppress(OSError, ValueError):  # `check_file` says what is wrong
        if path.is_dir():
            script = next(
                (path / name for name in ("lesson.toml", "example.toml", SCENARIO) if (path / name).is_file()), path
            )
    kind = kind_of(script)
    if kind == "puzzle":
        from westwall_tui.learn.puzzles.prover import check_puzzle

        return check_puzzle(path)
    if kind in ("save", ""):  # a letter damaged in the mail may have lost its kind
        from westwall_tui.mail.checking import check_letters

        return check_letters(script, check_file(script))
    if kind not in ("lesson", "example"):
        return check_file(script)
    from westwall_tui.ui.decisions.lesson import vocabulary

    if kind == "example":
        from westwall_tui.learn.checks import check_example

        return check_example(script.parent, vocabulary())
    from westwall_tui.learn.checks import check_lesson

    return check_lesson(script.parent, vocabulary())


def board(options: argparse.Namespace) -> int:
    """Print or draw a board."""
    from westwall_tui.files.scenarios.catalog import find_ground

    drawn = [name for name in (options.svg, options.pdf) if name is not None]
    if options.save is not None and (options.board or not drawn):
        return unusable(
            "westwall board: --save needs --svg or --pdf FILE, and no battle, because the save names its own"
        )
    if options.save is None and not options.board:
        return unusable("westwall board: name a battle, a scenario or a board file, or a saved game with --save")
    if options.counters and (options.save is not None or not drawn):
        return unusable("westwall board: --counters needs --svg or --pdf FILE, and no saved game")
    if not drawn:
        return _print_board(find_ground(options.board)[0], options)
    from westwall_tui.prints.svg import draw_files

    problem = draw_files(options)
    return unusable(problem) if problem else 0


def _print_board(board: "Board", options: argparse.Namespace) -> int:
    """Print the board across the width of the terminal, in the player's colors and characters."""
    import shutil

    from westwall_tui.files.players.settings import load_settings
    from westwall_tui.ui.map.pane.text import BoardText, in_colours, plain
    from westwall_tui.ui.map.signs import ASCII, UNICODE

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


def pack(options: argparse.Namespace) -> int:
    """Write a battle into one file, which other players can open."""
    from pathlib import Path

    from westwall_tui.files.checks import kind_of
    from westwall_tui.files.saves.catalog import file_stem
    from westwall_tui.files.scenarios.catalog import load_scenario
    from westwall_tui.files.scenarios.own import short_key
    from westwall_tui.files.scenarios.packs import PACK, packed

    scenario = load_scenario(options.scenario)
    assert scenario.texts is not None
    target = Path(options.file or f"{file_stem(short_key(scenario.key))}.toml")
    if target.exists() and kind_of(target) != PACK:
        return unusable(printable(f"{brief(str(target))} is another file, which isn't overwritten; name a new one"))
    status = _write(target, packed(scenario.texts, options.scenario))
    if not status:
        print(printable(f"{target} is ready. To play it, type: westwall play {shlex.quote(str(target))}"))
    return status


def report(options: argparse.Namespace) -> int:
    """Write the report on a saved game."""
    from pathlib import Path

    from westwall_tui.files.saves.catalog import find_save
    from westwall_tui.files.saves.file import read_save
    from westwall_tui.prints.report.document import as_html, as_markdown
    from westwall_tui.prints.report.page import PlacedNotes
    from westwall_tui.words.notes import for_report

    path = find_save(options.save)
    target = Path(options.html or options.markdown or "-")
    if options.html == "":
        return unusable("westwall report: --html needs a file name")
    if target.exists() and target.samefile(path):
        return unusable(f"westwall report: {printable(brief(str(target)))} is the saved game itself; name another file")
    save = read_save(path)
    notes: PlacedNotes = ()
    if options.notes is not None:
        side = save.game.scenario.side_called(options.notes)
        if side < 0:
            names = " or ".join(side.name for side in save.game.scenario.sides)
            return unusable(f"westwall report: --notes needs a side of this game: {names}")
        notes = for_report(save.private[side].notes, save.game.scenario.board)
    text = as_html(save, notes) if options.html else as_markdown(save, notes)
    if not (options.html or options.markdown):
        print(text, end="")
        return 0
    return _write(target, text)


def poster(options: argparse.Namespace) -> int:
    """Show the poster of a saved game, or write it."""
    from pathlib import Path

    from westwall_tui.files.saves.catalog import find_save
    from westwall_tui.files.saves.file import read_save
    from westwall_tui.prints.sheet import NoPdf

    path = find_save(options.save)
    name = next((name for name in (options.svg, options.png, options.ansi) if name is not None), "-")
    if not name:
        return unusable("westwall poster: --svg, --png and --ansi need a file name")
    target = Path(name)
    if target.exists() and target.samefile(path):
        return unusable(f"westwall poster: {printable(brief(name))} is the saved game itself; name another file")
    try:
        content = _content_of_poster(read_save(path), path.stem, options)
    except NoPdf as error:
        return unusable(f"westwall poster: {error}")
    if name == "-" and isinstance(content, str):
        print(content, end="")
        return 0
    return _write(target, content)


def _write(target: "Path", content: str | bytes) -> int:
    """Write a file, and return the command's exit status."""
    from westwall_tui.files.disk.writing import write_out

    try:
        write_out(target, content)
    except OSError as error:
        return unusable(printable(f"{brief(str(target))} cannot be written: {sentence(error)}"))
    return 0


def _content_of_poster(save: "Save", name: str, options: argparse.Namespace) -> str | bytes:
    """Return the poster as the options demand it; without any, as the terminal can show it."""
    import shutil

    from rich.console import Console

    from westwall_tui.files.players.settings import load_settings
    from westwall_tui.ui.pages.chart import chart_signs
    from westwall_tui.ui.pages.poster import LARGE, Poster, as_ansi, as_png, as_svg, as_text, poster_rows
    from westwall_tui.ui.preferences import Preferences
    from westwall_tui.ui.terminal.abilities import NEEDS, TINTED

    settings, faults = load_settings()
    for fault in faults:
        print(f"remark: {fault}", file=sys.stderr)
    poster = Poster.of_save(save, name)
    size: tuple[int, int] = options.size or LARGE
    theme = settings.theme if settings.theme in TINTED else "night"
    if options.svg is not None:
        return as_svg(poster, size, theme)
    if options.png is not None:
        return as_png(poster, size, theme)
    if options.ansi is not None:
        from westwall_tui.ui.map.drawn.glyphs import drawing_for

        signs = chart_signs(drawing_for(theme, settings.blocks, os.environ), fine=True)
        return as_ansi(poster_rows(poster, *size, signs), size[0], theme)
    console = Console()
    preferences = Preferences(settings, console)
    at_terminal = sys.stdout.isatty() and console.color_system is not None
    if at_terminal and options.size is None:
        columns, lines = shutil.get_terminal_size()
        size = max(columns, NEEDS.width), max(lines - 1, NEEDS.height)  # the line below it is for the next command
    fine = preferences.fine and (sys.stdout.encoding or "").lower().startswith("utf")
    signs = chart_signs(preferences.drawing if fine and at_terminal else None, fine=fine)
    rows = poster_rows(poster, *size, signs)
    return as_ansi(rows, size[0], preferences.palette) if at_terminal else as_text(rows, size[0])


def _print_json(found: object) -> int:
    import json

    print(json.dumps(found, indent=2))
    return 0
