"""What `westwall board` draws into files: a board or a saved game, as SVG or PDF."""

import argparse
from collections.abc import Iterator, Sequence

from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.boards import find_board
from westwall_tui.files.scenarios import load_scenario, shipped
from westwall_tui.prints.pdf import PAPERS, NoPdf, pdf
from westwall_tui.prints.sheet import Sheet
from westwall_tui.prints.svg import board_sheet

__all__ = ["NoPdf", "files"]

HEX_MM = 16.0
"""A hex of the printed sheets, from side to side."""


def files(options: argparse.Namespace) -> Iterator[tuple[str, str | bytes]]:
    """The files that were asked for, by name, drawn one by one. Raises `FileError` and `NoPdf`."""
    sheet = _sheet(options)
    if options.svg is not None:
        yield options.svg, sheet.svg(options.hex)
    if options.pdf is not None:
        yield options.pdf, pdf([sheet], options.hex or HEX_MM, PAPERS.get(options.paper))


def _sheet(options: argparse.Namespace) -> Sheet:
    if options.save is None:
        return board_sheet(find_board(options.board), scenarios_of(options.board))
    from westwall_tui.files.saves import read_save
    from westwall_tui.files.session import find_save

    game = read_save(find_save(options.save)).game
    return board_sheet(game.scenario.board, game=game)


def scenarios_of(battle: str) -> Sequence[Scenario]:
    """The scenarios that come with a battle."""
    return [load_scenario(entry.key) for entry in shipped() if entry.key.partition("/")[0] == battle.lower()]
