"""The side panel of a wide screen: the hex in a few lines, its units as counters with all that is known of them."""

from collections.abc import Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.kit.rows import Row, Span, row
from westwall_tui.ui.map.boundaries import boundary_rows
from westwall_tui.ui.map.entry_areas import entry_rows
from westwall_tui.ui.map.signs import KIND_NAMES
from westwall_tui.ui.panels import sidepanel
from westwall_tui.ui.panels.counterdrawing import ACROSS, drawing
from westwall_tui.ui.panels.lists import still_to_come
from westwall_tui.ui.texts.combat import flowed
from westwall_tui.ui.texts.places import hexes_in_short

FACTS = 6
"""Rows of what is said of a hex; its units stand below them, always in the same place, so that less is repainted."""
GROUND = 19
"""Columns of what a hex costs to enter."""


def wide_rows(game: Game, h: int, width: int, viewer: int = -1) -> list[Row]:
    """A hex and the units there, their counters drawn. `viewer`: the side whose secrets may be shown."""
    lines = [*boundary_rows(game, h, width), *entry_rows(game.scenario.board, h)]
    rows = sidepanel.head_rows(game, h, width)
    rows.append(row("".join(f"{fact:<{GROUND}}" for fact in sidepanel.ground_facts(game, h))[:width]))
    rows += [row(line) for line in flowed(sidepanel.way_facts(game, h), width)]
    # What changes seldom from hex to hex stands first.
    about = [*sidepanel.area_facts(game, h), *(line[0].text for line in lines), *_arriving_here(game, h)]
    rows += [row(line) for line in flowed([*about, *sidepanel.zone_facts(game, h)], width)]
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
    texts = (kind, counter.formation, _came_in(game, unit), *sidepanel.deeds(game, unit))
    beside = [(Span(" "), *row(name[:room], "bold")), *(row(f" {line}") for line in _lines(texts, room))]
    counters = drawing(counter, game.scenario.army(unit))
    beside += [()] * (len(counters) - len(beside))
    rows = [(*left, *right) for left, right in zip(counters, beside, strict=False)]
    return rows + [(Span(" " * ACROSS), *right) for right in beside[len(counters) :]]


def _lines(texts: Sequence[str], width: int) -> list[str]:
    return [line for text in texts for line in wrap(text, width)]


def _came_in(game: Game, unit: int) -> str:
    """When and where a reinforcement is due; nothing for a unit that was there from the start."""
    group = game.scenario.arrivals.get(unit)
    if group is None:
        return ""
    where = "by air" if group.lands else hexes_in_short(game.scenario.board, group.hexes)
    return f"arrival turn {group.turn}, {where}"


def _arriving_here(game: Game, h: int) -> list[str]:
    """On which Game-Turns reinforcements still to come may enter at a hex; the lists below say who they are."""
    coming = (group for group, _ in still_to_come(game) if h in group.hexes and not group.lands)
    turns = dict.fromkeys(str(group.turn) for group in coming)
    return [f"enter here: turn {', '.join(turns)}"] if turns else []
