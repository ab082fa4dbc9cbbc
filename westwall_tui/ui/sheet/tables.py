"""What one plays with beside the map: the Combat Results Table (7.61), the turn track, and the scale."""

from collections.abc import Sequence
from itertools import pairwise

from westwall_tui.engine.board import LINE_ORDER, Board
from westwall_tui.engine.queries.tables import RESULTS, headings
from westwall_tui.engine.scenario import Scenario
from westwall_tui.ui.sheet.blocks import Block
from westwall_tui.ui.sheet.elements import box, text, width_of
from westwall_tui.ui.sheet.geometry import HEIGHT

ROW, CELL, FIRST = 22.0, 37.0, 180.0
TURN_WIDTH, TURN_HEIGHT = 62.0, 54.0
IN_ROW = 10
BARS = (0.5, 1, 2, 5, 10, 20)
"""Kilometres that a bar of the scale may have."""
MEANINGS = (
    "A1, A2: attacker retreats 1 or 2 hexes; D1 to D4: defender; Br: both one; Ae, De: eliminated.",
    "Beyond an end of a line, use its first or last column.",
    "Artillery and Ground Support alone: only D2, D3, D4 and De move a defender (8.15).",
)


def results_table() -> Block:
    """The Combat Results Table, as printed: four lines of headings over one block of results."""
    width = FIRST + CELL * len(RESULTS[0])
    found = [text("head", 0, 18, "Combat Results Table (7.61)")]
    y = 28.0
    rows = [(entry.value, headings(entry), "cell fine bold", "frame") for entry in LINE_ORDER]
    rows += [(f"die {die}", row, "cell", "band" if die % 2 else "frame") for die, row in enumerate(RESULTS, 1)]
    for name, cells, style, ground in rows:
        found.append(box(ground, 0, y, width, ROW))
        found.append(text("fine", 4, y + 15, name))
        found += [text(style, FIRST + CELL * (c + 0.5), y + 16, words) for c, words in enumerate(cells)]
        y += ROW
    found += [text("fine", 0, y + 16 * i, words) for i, words in enumerate(MEANINGS, 1)]
    return Block("".join(found), width, y + 16 * len(MEANINGS) + 4)


def turn_track(scenarios: Sequence[Scenario], now: int | None = None) -> Block:
    """A box for each Game-Turn that the scenarios have between them, with its date; that of now is marked."""
    first = min(scenario.first_turn for scenario in scenarios)
    last = max(scenario.last_turn for scenario in scenarios)
    found = [text("head", 0, 18, "Game-Turns")]
    for i, turn in enumerate(range(first, last + 1)):
        x, y = TURN_WIDTH * (i % IN_ROW), 30 + TURN_HEIGHT * (i // IN_ROW)
        date = next((date for scenario in scenarios if (date := scenario.date(turn))), "")
        found.append(box("now" if turn == now else "frame", x, y, TURN_WIDTH, TURN_HEIGHT))
        found.append(text("cell bold", x + TURN_WIDTH / 2, y + 20, str(turn)))
        lines = _two_lines(date)
        size = min(12.0, *(12 * (TURN_WIDTH - 6) / max(1.0, width_of(words, 12)) for words in lines))
        for k, words in enumerate(lines):
            style = f' style="font-size:{size:.1f}px"'
            found.append(text("cell", x + TURN_WIDTH / 2, y + 35 + 13 * k, words, style))
    count = last + 1 - first
    return Block("".join(found), TURN_WIDTH * min(count, IN_ROW), 30 + TURN_HEIGHT * -(-count // IN_ROW))


def _two_lines(date: str) -> tuple[str, str]:
    """A date, of which the third word and what follows goes below: the part of the day."""
    words = date.split()
    return " ".join(words[:2]), " ".join(words[2:])


def scale_bar(board: Board) -> Block:
    """Kilometres, and how many hexes they are."""
    unit = HEIGHT / board.metres * 1000
    longest = next((km for km in reversed(BARS) if km * unit <= 420), BARS[0])
    ends = [0.0, longest / 4, longest / 2, longest]
    heading = f"{board.metres} m to the hex, from side to side"
    found = [text("head", 0, 18, heading)]
    for i, (a, b) in enumerate(pairwise(ends)):
        fill = "#222" if i % 2 == 0 else "#fffdf6"
        found.append(box("frame", a * unit, 34, (b - a) * unit, 10, f' style="fill:{fill}"'))
    found += [text("cell", km * unit, 62, f"{km:g}") for km in ends]
    found.append(text("cell", longest * unit + 24, 62, "km"))
    return Block("".join(found), max(longest * unit + 40, width_of(heading, 19, bold=True)), 68)
