"""What the signs on the map mean: the table of signs, as the map paints them."""

from collections.abc import Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.units import Kind
from westwall_tui.ui.map.signs import GROUND, KIND_NAMES, KIND_WORDS, TABLE, Signs
from westwall_tui.ui.terminal.dialog import Desk, TextDialog
from westwall_tui.ui.terminal.rows import Row, Span, row

ROOM, SIGN = 18, 5
"""Cells of a column of the legend, and of a sign in it."""
SHORT = {"glider infantry": "glider", "reconnaissance": "recon", "self-propelled artillery": "SP guns"}

Entry = tuple[str, str, str]
"""A sign, the role that paints it, and what it means."""


class LegendDialog(TextDialog):
    """What the signs on the map mean."""

    title = "What the signs mean"
    width = 78

    def __init__(self, desk: Desk, signs: Signs) -> None:
        super().__init__(desk)
        self.signs = signs

    def rows(self, width: int) -> Sequence[Row]:
        notes = [
            "Counters: Germans in small letters, Allies in CAPITALS; below attack, state, defense (guns: barrage, FPF)."
        ]
        lines, north = queries.boundaries(self.desk.game), self.desk.game.scenario.board.north
        more = [f"{self.signs['line']} {', '.join(lines)}."] if lines else []
        if north != "top":
            more.append(f"North is to the {north}; in the panel, N is up the screen.")
        notes += [" ".join(more)] if more else []
        return [
            *legend_rows(self.signs, width),
            row(),
            *(row(line) for text in notes for line in wrap(text, width)),
            self.hint(width, ("back", "back to the map")),
        ]


def legend_rows(signs: Signs, width: int = 4 * ROOM) -> list[Row]:
    """Every sign of the table and every kind of unit, in as many columns as there is room for."""
    entries = legend_entries(signs)
    depth = -(-len(entries) // max(1, width // ROOM))
    rows: list[Row] = []
    for i in range(depth):
        spans: list[Span] = []
        for text, role, meaning in entries[i::depth]:
            spans += [Span(text, role), Span(f"{' ' * (SIGN - len(text))} {meaning}".ljust(ROOM - len(text)))]
        rows.append(tuple(spans))
    return rows


def legend_entries(signs: Signs) -> list[Entry]:
    """Every sign of the table, those of the ground on their ground, and the words of the kinds."""
    found = []
    for sign in TABLE:
        role = f"{sign.role}@{sign.name}" if sign.group == GROUND else sign.role
        found.append((signs[sign.name] or "   ", role, sign.meaning))
    kinds = [kind for kind in Kind if kind is not Kind.AIRBORNE_ARTILLERY]  # a gun like the others
    return found + [(KIND_WORDS[kind], "bold", SHORT.get(KIND_NAMES[kind], KIND_NAMES[kind])) for kind in kinds]
