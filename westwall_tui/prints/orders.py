"""What `westwall board` draws into files: a board, a saved game or counters, as SVG or PDF."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.boards import find_board
from westwall_tui.files.faults import brief, printable
from westwall_tui.files.reach import sentence
from westwall_tui.files.scenarios import load_scenario, shipped
from westwall_tui.files.writing import write_out
from westwall_tui.prints.counter_sheets import counter_sheets, stacked_pages
from westwall_tui.prints.sheet import PAPERS, NoPdf, Sheet, pdf
from westwall_tui.prints.svg import board_sheet

HEX_MM = 16.0
"""A hex of the printed sheets, from side to side."""


def draw_files(options: argparse.Namespace) -> str:
    """Draw the files that were asked for. What went wrong, in a sentence; empty if nothing did. Raises `FileError`."""
    name = ""
    try:
        for name, content in _files(options):
            write_out(Path(name), content)
    except NoPdf as error:
        return f"westwall board: {error}"
    except OSError as error:
        return printable(f"{brief(name)}: cannot be written: {sentence(error)}")
    return ""


def _files(options: argparse.Namespace) -> Iterator[tuple[str, str | bytes]]:
    """The files by name, drawn one by one."""
    if options.counters:
        sheets = _counters(options)
        picture = stacked_pages(f"{options.board}: counters", sheets).svg(options.hex or HEX_MM)
    else:
        sheets = [_board(options)]
        picture = sheets[0].svg(options.hex)
    if options.svg is not None:
        yield options.svg, picture
    if options.pdf is not None:
        yield options.pdf, pdf(sheets, options.hex or HEX_MM, PAPERS.get(options.paper))


def _counters(options: argparse.Namespace) -> list[Sheet]:
    """The counters of a battle, or of one scenario."""
    scenarios = scenarios_of(options.board) or [load_scenario(options.board)]
    name = scenarios[0].battle or scenarios[0].name
    return counter_sheets(name, scenarios, options.hex or HEX_MM, PAPERS.get(options.paper, PAPERS["a4"]))


def _board(options: argparse.Namespace) -> Sheet:
    if options.save is None:
        return board_sheet(find_board(options.board), scenarios_of(options.board))
    from westwall_tui.files.savefiles import find_save
    from westwall_tui.files.saves import read_save

    game = read_save(find_save(options.save)).game
    return board_sheet(game.scenario.board, game=game)


def scenarios_of(battle: str) -> Sequence[Scenario]:
    """The scenarios that come with a battle."""
    return [load_scenario(entry.key) for entry in shipped() if entry.key.partition("/")[0] == battle.lower()]
