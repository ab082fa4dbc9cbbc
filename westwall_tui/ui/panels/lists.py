"""Lists at the foot of a wide side panel: who is still to come, and who is lost. The cursor does not change them."""

from collections.abc import Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Place
from westwall_tui.engine.scenario import Reinforcements
from westwall_tui.ui.kit.rows import Row, Span, row
from westwall_tui.ui.panels.counterdrawing import symbol
from westwall_tui.ui.texts.places import hexes_in_short

ABOVE = 16
"""Rows of the panel that are left to the hex under the cursor."""
HEADS = 2
"""Rows that say how many units each side has lost."""
FEWEST = 3
"""Fewer rows than these are left blank."""


def still_to_come(game: Game) -> list[tuple[Reinforcements, list[int]]]:
    """The groups of reinforcements that have units off the map, by Game-Turn, and those units."""
    found = []
    for group in sorted(game.scenario.reinforcements, key=lambda group: (group.turn, group.side)):
        units = [unit for unit in group.units if queries.whereabouts(game, unit).place is Place.RESERVE]
        if units:
            found.append((group, units))
    return found


def list_rows(game: Game, width: int, room: int, keys: tuple[str, str]) -> list[Row]:
    """Who is still to come, and below it who is lost, in at most `room` rows.

    `keys` show the whole lists: those of the reinforcements and of the losses.
    """
    if room < FEWEST:
        return []
    lost, come = _lost_rows(game, width), _come_rows(game, width)
    share = min(len(lost), max(HEADS, room // 2, room - len(come) - 2))
    rows = _cut(lost, min(share, room - 1), keys[1])
    left = room - len(rows) - 2
    if come and left >= FEWEST:
        rows = [*_cut(come, left, keys[0]), (), *rows]
    return [row("-" * width, "rule"), *rows]


def _cut(rows: Sequence[Row], room: int, key: str) -> list[Row]:
    """The first rows, and if there are more, where they are."""
    if len(rows) <= room or room <= HEADS:
        return list(rows[:room])
    return [*rows[: room - 1], row(f"... {key}: all of them")]


def _come_rows(game: Game, width: int) -> list[Row]:
    rows: list[Row] = []
    for group, units in still_to_come(game):
        where = "from the air" if group.lands else hexes_in_short(game.scenario.board, group.hexes)
        comes = "land" if group.lands else "enter"
        when = f"may {comes} now" if group.turn <= game.state.turn else f"turn {group.turn}"
        rows.append(row(f"{game.scenario.sides[group.side].name}, {when}, {where}"[:width], "bold"))
        rows += [_unit_row(game, unit, width, game.state.units[unit].formation) for unit in units]
    return rows


def _lost_rows(game: Game, width: int) -> list[Row]:
    """A heading for each side, then its lost units, the last one first."""
    sides = game.scenario.sides
    lost = [queries.losses(game, side) for side in (0, 1)]
    heads = [
        row(f"{info.name}: {len(units)} lost, {len(game.state.on_map(side))} on the map"[:width], "bold")
        for side, (info, units) in enumerate(zip(sides, lost, strict=True))
    ]
    gone = game.state.gone
    units = sorted((unit for units in lost for unit in units), key=lambda unit: (-gone[unit], unit))
    return [*heads, *(_unit_row(game, unit, width, f"turn {gone[unit]}") for unit in units)]


def _unit_row(game: Game, unit: int, width: int, about: str) -> Row:
    """A unit in a row: its symbol, name and strengths, and something about it."""
    counter = game.state.units[unit]
    text = f" {counter.id:<8}{counter.strength!s:<11} {about}"
    return (Span(symbol(counter.kind), game.scenario.army(unit)), *row(text[: width - 5]))
