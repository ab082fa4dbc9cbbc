"""The side panel of a wide screen: counters as drawings, and lists of who comes and who is lost."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import UnitPlace
from westwall_tui.engine.scenario import Reinforcements
from westwall_tui.engine.units import Kind, Unit
from westwall_tui.ui.around import sidepanel
from westwall_tui.ui.map.printed import boundary_rows
from westwall_tui.ui.map.signs import KIND_NAMES
from westwall_tui.ui.terminal.rows import Row, Span, row
from westwall_tui.ui.words.odds import fill_lines
from westwall_tui.ui.words.places import entry_rows, hexes_in_short

# -- Counters drawn for the side panel: in a frame the size, the symbol of the kind, and the strengths.


ACROSS = 8
"""Columns of a drawing."""

SYMBOLS: Mapping[Kind, str] = {
    Kind.INFANTRY: "X",
    Kind.AIRBORNE: "v",
    Kind.GLIDER: "g",
    Kind.ENGINEER: "E",
    Kind.ARMOR: "O",
    Kind.MECHANIZED: "%",
    Kind.RECONNAISSANCE: "/",
    Kind.ARTILLERY: "*",
    Kind.SP_ARTILLERY: "(*)",
    Kind.AIRBORNE_ARTILLERY: "*v",
}
"""The symbols that stand for the kinds on counters, as near as ASCII comes to them."""


def symbol(kind: Kind) -> str:
    """A kind's symbol in its box, five characters."""
    return f"[{SYMBOLS[kind]:^3}]"


def counter_drawing(unit: Unit, nation: str) -> Sequence[Row]:
    """A counter in three rows of `ACROSS` characters, in its army's colours (`Scenario.army`), the last as on the map.

    Guns show barrage, Final Protective Fire and Range.

        +- II -+
        |[ X ] |
        |5-5-12|
    """
    s = unit.strength
    numbers = f"{s.barrage}-{s.fpf}-{s.range}" if unit.is_artillery else str(s)
    inside = ACROSS - 2
    size = f" {unit.size} ".center(inside, "-") if unit.size else "-" * inside
    return (
        (Span(f"+{size}+", nation),),
        (Span(f"|{symbol(unit.kind).center(inside)}|", nation),),
        (Span(f"|{numbers.center(inside)[:inside]}|", f"{nation}_low"),),
    )


# -- Lists at the foot of a wide side panel: who is still to come, and who is lost. The cursor does not change them.


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
        units = [unit for unit in group.units if queries.whereabouts(game, unit).place is UnitPlace.RESERVE]
        if units:
            found.append((group, units))
    return found


def list_rows(game: Game, width: int, room: int, keys: tuple[str, str]) -> list[Row]:
    """Who is still to come, and below it who is lost, in at most `room` rows.

    `keys` show the whole lists: those of the reinforcements and of the losses.
    """
    if room < FEWEST:
        return []
    lost, come = _loss_rows(game, width), _arrival_rows(game, width)
    share = min(len(lost), max(HEADS, room // 2, room - len(come) - 2))
    rows = _first_rows(lost, min(share, room - 1), keys[1])
    left = room - len(rows) - 2
    if come and left >= FEWEST:
        rows = [*_first_rows(come, left, keys[0]), (), *rows]
    return [row("-" * width, "frame"), *rows]


def _first_rows(rows: Sequence[Row], room: int, key: str) -> list[Row]:
    """The first rows, and if there are more, where they are."""
    if len(rows) <= room or room <= HEADS:
        return list(rows[:room])
    return [*rows[: room - 1], row(f"... {key}: all of them")]


def _arrival_rows(game: Game, width: int) -> list[Row]:
    rows: list[Row] = []
    for group, units in still_to_come(game):
        where = "from the air" if group.lands else hexes_in_short(game.scenario.board, group.hexes)
        comes = "land" if group.lands else "enter"
        when = f"may {comes} now" if group.turn <= game.state.turn else f"turn {group.turn}"
        rows.append(row(f"{game.scenario.sides[group.side].name}, {when}, {where}"[:width], "bold"))
        rows += [_unit_row(game, unit, width, game.state.units[unit].formation) for unit in units]
    return rows


def _loss_rows(game: Game, width: int) -> list[Row]:
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


# -- The side panel of a wide screen: the hex in a few lines, its units as counters with all that is known of them.


FACTS = 6
"""Rows of what is said of a hex; its units stand below them, always in the same place, so that less is repainted."""
GROUND = 19
"""Columns of what a hex costs to enter."""


def wide_rows(game: Game, h: int, width: int, viewer: int = -1) -> list[Row]:
    """A hex and the units there, their counters drawn. `viewer`: the side whose secrets may be shown."""
    lines = [*boundary_rows(game, h, width), *entry_rows(game.scenario.board, h)]
    rows = sidepanel.head_rows(game, h, width)
    rows.append(row("".join(f"{fact:<{GROUND}}" for fact in sidepanel.ground_facts(game, h))[:width]))
    rows += [row(line) for line in fill_lines(sidepanel.way_facts(game, h), width)]
    # What changes seldom from hex to hex stands first.
    about = [*sidepanel.area_facts(game, h), *(line[0].text for line in lines), *_arrivals_at(game, h)]
    rows += [row(line) for line in fill_lines([*about, *sidepanel.zone_facts(game, h)], width)]
    rows += [row(name[:width], "name") for name in sidepanel.marker_facts(game, h, viewer)]
    rows += [()] * (FACTS - len(rows))
    for unit in queries.units_at(game, h):
        rows += [*_unit_rows(game, unit, width), ()]
    return rows


def _unit_rows(game: Game, unit: int, width: int) -> list[Row]:
    """A unit: its counter, and beside it its name, kind, formation, how it came in and what it has done."""
    counter = game.state.units[unit]
    whose = counter.nation or game.scenario.sides[counter.side].name
    name = f"{whose} {counter.id}" + (f" ({counter.designation})" if counter.designation != counter.id else "")
    kind = KIND_NAMES[counter.kind] + (f" {counter.strength}" if counter.is_artillery else "")
    room = width - ACROSS - 1
    texts = (kind, counter.formation, _arrival_of(game, unit), *sidepanel.deeds(game, unit))
    lines = [line for text in texts for line in wrap(text, room)]
    beside = [(Span(" "), *row(name[:room], "bold")), *(row(f" {line}") for line in lines)]
    counters = counter_drawing(counter, game.scenario.army(unit))
    beside += [()] * (len(counters) - len(beside))
    rows = [(*left, *right) for left, right in zip(counters, beside, strict=False)]
    return rows + [(Span(" " * ACROSS), *right) for right in beside[len(counters) :]]


def _arrival_of(game: Game, unit: int) -> str:
    """When and where a reinforcement is due; nothing for a unit that was there from the start."""
    group = game.scenario.arrivals.get(unit)
    if group is None:
        return ""
    where = "by air" if group.lands else hexes_in_short(game.scenario.board, group.hexes)
    return f"arrival turn {group.turn}, {where}"


def _arrivals_at(game: Game, h: int) -> list[str]:
    """On which Game-Turns reinforcements still to come may enter at a hex; the lists below say who they are."""
    coming = (group for group, _ in still_to_come(game) if h in group.hexes and not group.lands)
    turns = dict.fromkeys(str(group.turn) for group in coming)
    return [f"enter here: turn {', '.join(turns)}"] if turns else []
