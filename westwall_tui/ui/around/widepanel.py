"""The side panel of a wide screen: counters as drawings, and lists of reinforcements and losses."""

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import UnitPlace
from westwall_tui.engine.scenario import Reinforcements
from westwall_tui.ui.around import sidepanel
from westwall_tui.ui.around.counter import short_name, unit_rows
from westwall_tui.ui.around.entry import WORD, unit_chip
from westwall_tui.ui.around.sidepanel import COUNTER, WAYS, Part
from westwall_tui.ui.map.sheet.printed import boundary_rows
from westwall_tui.words.odds import fill_lines
from westwall_tui.words.places import entry_rows, hexes_in_short, landing_in_short
from westwall_tui.words.rows import Row, Span, row, shortened, width_of, with_more

# -- Lists of reinforcements and losses at the bottom of a wide side panel. The cursor does not change them.


ABOVE = 16
"""Minimum rows of the panel for the hex under the cursor, which gets half of a high panel."""
TWO_COLUMNS, BETWEEN = 78, 3
"""Minimum columns of text for lists that are side by side, and the columns between these lists."""
HEADS = 2
"""Rows for the number of units that each side has lost."""
MIN_ROWS = 3
"""Minimum number of rows for a list; fewer are left blank."""


def still_to_come(game: Game) -> list[tuple[Reinforcements, list[int]]]:
    """Return the groups of reinforcements that have units off the map, by Game-Turn, each with those units."""
    found = []
    for group in sorted(game.scenario.reinforcements, key=lambda group: (group.turn, group.side)):
        units = [unit for unit in group.units if queries.whereabouts(game, unit).place is UnitPlace.RESERVE]
        if units:
            found.append((group, units))
    return found


def list_rows(game: Game, width: int, room: int, keys: tuple[str, str]) -> list[Row]:
    """Return the reinforcements and below them the losses, in at most `room` rows, with the points if there is room.

    `keys` are the keys for the whole lists of reinforcements and of losses.
    """
    if room < MIN_ROWS or not (queries.account(game) or game.scenario.reinforcements or _units_lost(game)):
        return []
    if width >= TWO_COLUMNS:
        return _two_columns(game, width, room, keys)
    lost, come = _loss_rows(game, width), _arrival_rows(game, width)
    share = min(len(lost), max(HEADS, room // 2, room - len(come) - 2))
    rows = _first_rows(lost, min(share, room - 1), keys[1])
    left = room - len(rows) - 2
    if come and left >= MIN_ROWS:
        rows = [*_first_rows(come, left, keys[0]), (), *rows]
    return [row("-" * width, "frame"), *rows]


def _units_lost(game: Game) -> list[int]:
    return [unit for side in (0, 1) for unit in queries.losses(game, side)]


def column_of(width: int) -> int:
    """Return the width of the panel's left column, or of its only one."""
    return (width - BETWEEN) // 2 if width >= TWO_COLUMNS else width


def beside_each_other(left: Sequence[Row], right: Sequence[Row], width: int) -> list[Row]:
    """Return rows with two columns side by side."""
    start = column_of(width) + BETWEEN
    pairs = zip_longest(left, right, fillvalue=())
    return [(*one, Span(" " * (start - width_of(one))), *other) if other else one for one, other in pairs]


def to_act_rows(game: Game, width: int, room: int) -> list[Row]:
    """Return the units that can still move or must still fight, in at most `room` rows; empty in a one-column panel."""
    kind, state = game.prompt.kind, game.state
    if width < TWO_COLUMNS or room < MIN_ROWS or kind not in ("movement", "combat"):
        return []
    if kind == "movement":
        head, units = "still to move", queries.movers(game)
    else:
        obliged = queries.outstanding(game)
        head, units = "still to fight", [*obliged.attackers, *obliged.enemies]
    where = [f"at {state.number(h)}" if (h := state.location[unit]) >= 0 else "to enter" for unit in units]
    rows = [_unit_row(game, unit, column_of(width), at) for unit, at in zip(units, where, strict=True)]
    shown, left = rows[: room - 1], max(0, len(rows) - room + 1)
    return [row(f"{len(units)} {head}", "bold"), *with_more(shown, column_of(width), 0, left)]


def _two_columns(game: Game, width: int, room: int, keys: tuple[str, str]) -> list[Row]:
    """Return the points by cause and the losses on the left, and the reinforcements on the right."""
    column = column_of(width)
    points = account_rows(game, column)
    lost = _loss_rows(game, column)
    left = [*points, *([()] if points else [])]
    left += _first_rows(lost, max(HEADS, room - 1 - len(left)), keys[1])
    right = _first_rows(_arrival_rows(game, column) or [row("No reinforcements to come", "bold")], room - 1, keys[0])
    return [row("-" * width, "frame"), *beside_each_other(left[: room - 1], right, width)]


def account_rows(game: Game, width: int) -> list[Row]:
    """Return the Victory Points by side and cause, with totals; empty if the battle has none."""
    lines = queries.account(game)
    rows: list[Row] = []
    totals = queries.totals(game) if lines else ()
    for side, points in enumerate(totals):
        rows.append(row(f"{game.scenario.sides[side].adjective}: {points} Victory Points", "bold"))
        own = [f"  {line.points:>3}  {line.cause}" for line in lines if line.side == side]
        rows += [row(part) for text in own for part in wrap(text, width, subsequent_indent=" " * 7)]
    return rows


def _first_rows(rows: Sequence[Row], room: int, key: str) -> list[Row]:
    """Return the first rows and, if there are more, the key that shows all."""
    if len(rows) <= room or room <= HEADS:
        return list(rows[:room])
    return [*rows[: room - 1], row(f"... {key}: all of them")]


def _arrival_rows(game: Game, width: int) -> list[Row]:
    rows: list[Row] = []
    for group, units in still_to_come(game):
        where = _where_they_come(game, group, units)
        head = f"{game.scenario.sides[group.side].adjective}, {_when_they_come(game, group, units)}, {where}"
        rows.append(shortened(row(head, "bold"), width))
        rows += [_unit_row(game, unit, width, game.state.units[unit].formation) for unit in units]
    return rows


def _when_they_come(game: Game, group: Reinforcements, units: Sequence[int]) -> str:
    """Return `may land now` if a unit of the group still may; else say that the group waits, or its Game-Turn."""
    if group.turn > game.state.turn:
        return f"turn {group.turn}"
    comes = "land" if group.lands else "enter"
    now = queries.is_arriving(game, group.side) and any(queries.may_arrive(game, unit) for unit in units)
    return f"may {comes} now" if now else f"waiting to {comes}"


def _where_they_come(game: Game, group: Reinforcements, units: Sequence[int]) -> str:
    """Return where a group enters or lands; only `by air` if the schedule does not say where."""
    board = game.scenario.board
    if not group.lands:
        return hexes_in_short(board, group.hexes)
    return "by air" if queries.landing_place(game, units[0]) else landing_in_short(board, group.hexes)


def _loss_rows(game: Game, width: int) -> list[Row]:
    """Return a heading per side, then all lost units, the latest first."""
    lost = [queries.losses(game, side) for side in (0, 1)]
    heads = [
        row(f"{info.adjective}: {len(units)} lost, {len(game.state.on_map(side))} on the map"[:width], "bold")
        for side, (info, units) in enumerate(zip(game.scenario.sides, lost, strict=True))
    ]
    gone = game.state.gone
    units = sorted((unit for units in lost for unit in units), key=lambda unit: (-gone[unit], unit))
    return [*heads, *(_unit_row(game, unit, width, f"turn {gone[unit]}") for unit in units)]


def _unit_row(game: Game, unit: int, width: int, about: str) -> Row:
    """Return a unit in one row: its kind, name and strengths, and a text about it."""
    counter = game.state.units[unit]
    text = f"{f' {counter.id:<7} {counter.strength!s}':<20} "
    text += short_name(about, width - WORD - len(text))
    return (unit_chip(game, unit), *row(text[: width - WORD]))


# -- The side panel of a wide screen: units as counters with all their details, then the hex in a few lines.


GROUND = 15
"""Columns of the cost to enter a hex."""
WIDE_HEX = 3
"""Minimum rows of the hex."""


def wide_parts(game: Game, h: int, width: int, viewer: int = -1, selected: int = -1, mover: int = -1) -> list[Part]:
    """Return the parts of a wide panel, as `hex_parts` does for a narrow one."""
    lines = [*boundary_rows(game, h, width), *entry_rows(game.scenario.board, h)]
    units: list[Row] = []
    for unit in [selected] if selected >= 0 else queries.units_at(game, h):
        units += [*_unit_rows(game, unit, width, is_selected=selected >= 0), ()]
    about = sidepanel.head_rows(game, h, width)
    ground = sidepanel.ground_facts(game, h, mover)
    text = "".join(f"{fact:<{GROUND}}" for fact in ground).rstrip()
    text = text if len(text) <= width else text.replace(*sidepanel.SHORTER)
    fits = len(text) <= width and all(len(fact) < GROUND for fact in ground[:-1])
    about += [row(text)] if fits else [row(fact) for fact in ground]
    about += [row(line) for line in sidepanel.zone_facts(game, h, mover) or [""]]
    others = [*sidepanel.area_facts(game, h), *(line[0].text for line in lines), *_arrivals_at(game, h)]
    ways = [row(line) for facts in (others, sidepanel.way_facts(game, h, mover)) for line in fill_lines(facts, width)]
    ways += [row(short_name(name, width), "name") for name in sidepanel.marker_facts(game, h, viewer)]
    return [Part(units, COUNTER), Part(about, WIDE_HEX), Part(ways, WAYS)]


def other_units(game: Game, h: int, width: int, selected: int) -> list[Row]:
    """Return rows for the units in a hex while another one is selected, each with a blank row above it."""
    others = sidepanel.others_there(game, h, selected)
    return [line for unit in others for line in ((), *_unit_rows(game, unit, width))]


def _unit_rows(game: Game, unit: int, width: int, *, is_selected: bool = False) -> list[Row]:
    """Return a unit: its counter, and beside it its formation, kind, arrival and actions."""
    notes = ["selected"] * is_selected + [_arrival_of(game, unit), *sidepanel.actions(game, unit)]
    return unit_rows(game, unit, width, notes)


def _arrival_of(game: Game, unit: int) -> str:
    """Return when and where a reinforcement was due; empty for a unit that started on the map."""
    group = queries.arrival(game, unit)
    if group is None:
        return ""
    where = "by air" if group.lands else hexes_in_short(game.scenario.board, group.hexes)
    return f"arrival turn {group.turn}, {where}"


def _arrivals_at(game: Game, h: int) -> list[str]:
    """Return the Game-Turns on which further reinforcements may enter at a hex; the lists below name the units."""
    coming = (group for group, _ in still_to_come(game) if h in group.hexes and not group.lands)
    turns = dict.fromkeys(str(group.turn) for group in coming)
    return [f"enter here: turn {', '.join(turns)}"] if turns else []
