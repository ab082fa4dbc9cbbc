"""The effects of the six rolls of a combat, against the table as the engine resolves it (7.61, 7.62, 8.15)."""

import pytest

from westwall_tui.ai.combats.odds import HIGHEST, LOWEST, dice
from westwall_tui.engine.queries import tables
from westwall_tui.engine.terrain import LINE_ORDER, Line

CLEAR = LINE_ORDER.index(Line.CLEAR)


@pytest.mark.parametrize(
    ("room", "lost"),
    [
        (0, (2, 4, 5, 6, 6, 6, 6, 6)),
        (1, (0, 1, 2, 3, 4, 5, 6, 6)),
        (2, (0, 0, 0, 0, 0, 1, 2, 3)),
        (3, (0, 0, 0, 0, 0, 0, 1, 2)),
    ],
)
def test_7_74_dice_that_lose_a_defender_by_its_room(room, lost):
    assert tuple(dice(CLEAR, differential).lost[room] for differential in (-1, 0, 1, 2, 4, 6, 9, 12)) == lost


def test_8_15_guns_alone_drive_nobody_back_one_hex():
    with_units, alone = dice(CLEAR, 1), dice(CLEAR, 1, alone=True)
    results = [row[tables.column(Line.CLEAR, 1)] for row in tables.RESULTS]
    assert alone.moved == sum(result in ("D2", "D3", "D4", "De") for result in results)
    assert with_units.moved == alone.moved + results.count("D1") + results.count("Br")


def test_differentials_beyond_the_table_give_its_ends():
    for line in range(len(LINE_ORDER)):
        assert dice(line, LOWEST - 20) == dice(line, LOWEST)
        assert dice(line, HIGHEST + 20) == dice(line, HIGHEST)


def test_an_exchange_moves_both_and_gives_no_advance():
    differential = next(d for d in range(-8, 13) if any("Br" in r for r in results_at(d)))
    six, results = dice(CLEAR, differential), results_at(differential)
    assert six.won == sum(result[0] == "D" for result in results)
    assert six.back == sum(result[0] == "A" or result == "Br" for result in results)


def results_at(differential: int) -> list[str]:
    """Return the six results on the Clear line."""
    return [row[tables.column(Line.CLEAR, differential)] for row in tables.RESULTS]
