"""The Combat Results Table and the Terrain Key, as lines of text."""

from collections.abc import Sequence

from westwall_tui.engine.board import LINE_ORDER, TERRAIN_KEY, Line
from westwall_tui.engine.queries.tables import RESULTS, headings


def results_table(line: Line | None = None, column: int = -1) -> list[str]:
    """The Combat Results Table: a row of headings for each kind of terrain, then the six rows of the die.

    With a line and a column of it, that heading and that column's results are marked.
    """
    shown = [f"{_short(entry):<7}" + _cells(headings(entry), column if entry is line else -1) for entry in LINE_ORDER]
    shown += [f"die {die}  " + _cells(row, column) for die, row in enumerate(RESULTS, 1)]
    return [text.rstrip() for text in shown]


def _cells(texts: Sequence[str], marked: int) -> str:
    return "".join(f"[{text}]".rjust(6) if i == marked else f"{text} ".rjust(6) for i, text in enumerate(texts))


def _short(line: Line) -> str:
    return line.value.split(",")[0]


def terrain_key() -> list[str]:
    """The Terrain Key: cost, line of the table, vehicles."""
    shown = ["hex      MP  line of the table            vehicles"]
    for entry in TERRAIN_KEY.values():
        cost = f"{entry.cost // 2}"
        cars = "yes" if entry.vehicles else "by road or trail only (5.24)"
        shown.append(f"{entry.name:<8} {cost:>2}  {entry.line.value:<28} {cars}")
    shown += [
        "hexside",
        "road     1/2 MP, whatever the hex (5.22)",
        "trail    1 MP, whatever the hex (5.23)",
        "stream   +3 MP; vehicles by road or trail only (5.24); its line, see 7.42",
        "river    closed to all; no zone, no attack across it (6.33)",
        "bridge   no extra cost; its line, see 7.42",
        "ferry    +3 MP over a river, not for vehicles; no bridge (6.33)",
    ]
    return shown
