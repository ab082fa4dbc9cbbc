"""The side panel: the hex under the cursor, its units, units out of sight that must fight, and objectives there."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import DIRECTIONS
from westwall_tui.engine.queries import Objective
from westwall_tui.engine.terrain import BRIDGE_HEX
from westwall_tui.ui.around.counter import short_name, short_unit_rows, unit_rows
from westwall_tui.ui.map.overlays.objectives import SIGN, TOWN
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import boundary_rows
from westwall_tui.ui.map.signs import OBLIGED
from westwall_tui.ui.terminal.pane import Cells, TextPane
from westwall_tui.words.events import actions_of
from westwall_tui.words.places import entry_rows
from westwall_tui.words.rows import Row, Span, row, text_rows

# -- Units that must still fight but are out of sight: their number by edge, at the bottom of the side panel.


def away_rows(view: MapView, marks: Mapping[int, tuple[str, str]], width: int) -> Sequence[Row]:
    """Return `out of sight, must fight:` and below it `up 2, right 1`; empty if all such units are in sight.

    The edges are those of the screen, because a sheet may be turned on its side. A hex beyond a corner counts as above
    or below.
    """
    beyond = dict.fromkeys(("up", "down", "left", "right"), 0)
    for h, (text, _) in marks.items():
        if text[0] == OBLIGED and (edge := view.edge_beyond(h)):
            beyond[edge] += 1
    if not any(beyond.values()):
        return ()
    text = ", ".join(f"{edge} {count}" for edge, count in beyond.items() if count)
    lines = wrap(text, width, initial_indent=" ", subsequent_indent=" ")
    return row("out of sight, must fight:", "obliged"), *(row(line, "obliged") for line in lines)


# -- Objectives out of sight, named below the map.


POINTERS = {"left": "<<", "right": ">>", "up": "^^", "down": "vv"}


def pointers(view: MapView, places: Sequence[Objective], width: int) -> Row:
    """Return `<< 5 hexes: $ Noville`: the objectives beyond the map's window, the nearest first, as many as fit.

    The hexes are counted from the window's edge, so that a step of the cursor changes nothing. Areas are left out.
    """
    away: dict[str, tuple[int, str]] = {}
    for place in places:
        edges = {h: view.edge_beyond(h) for h in place.hexes}
        if len(edges) <= TOWN and all(edges.values()):
            nearest = min(edges, key=view.beyond)
            found = view.beyond(nearest), edges[nearest]
            away[place.name] = min(away.get(place.name, found), found)
    text = ""
    for name, (hexes, edge) in sorted(away.items(), key=lambda each: each[1]):
        longer = f"{text}   {POINTERS[edge]} {hexes} hex{'es' * (hexes != 1)}: $ {name}".strip()
        text = longer if len(longer) <= width else text
    return row(text, SIGN[1]) if text else ()


# -- The hex under the cursor and its units.


ASCII_RULE = "|"
MARGIN = 3
"""Columns of the panel beside its text: the rule and a blank before it, and a blank after it."""


class SidePanel(TextPane):
    """The pane for the hex under the cursor and its units."""

    rule = ASCII_RULE
    """The character between the panel and the map."""

    DEFAULT_CSS = "SidePanel { width: 27; height: 1fr; }"
    ground = "box"

    def _lay_out_row(self, row: Row, width: int) -> Cells:
        """Return the cells of a row, with the rule and the margins."""
        drawn = self.rule != ASCII_RULE
        lines = [Span(s.text.replace("-", "\u2500"), s.style) if drawn and s.style == "frame" else s for s in row]
        blank = (" ", "text@box")
        return (self.rule, "frame@box"), blank, *super()._lay_out_row(tuple(lines), width - MARGIN), blank


class Part(NamedTuple):
    """Rows that belong together, with a minimum height that keeps the rows below in place."""

    rows: Sequence[Row]
    minimum: int = 0


COUNTER, HEX, WAYS = 4, 4, 3
"""Minimum rows of the unit with the blank below it, of the hex, and of its roads, waters and markers."""


def panel_rows(parts: Sequence[Part], room: int) -> list[Row]:
    """Return the rows of the parts, padded to their minimum heights if there is room: a step changes few cells."""
    parts = [part for part in parts if part.rows or part.minimum]
    rows = [[*part.rows, *[()] * (part.minimum - len(part.rows))] for part in parts]
    if sum(map(len, rows)) > room:
        rows = [[*part.rows] for part in parts]
    return [line for part in rows for line in part]


SHORTER = " on the ", " on "
"""A replacement that makes the names of the table's lines fit a narrow panel."""


def hex_parts(game: Game, h: int, width: int, viewer: int = -1, selected: int = -1, mover: int = -1) -> list[Part]:
    """Return the selected unit or the units in a hex, then the hex, then its roads, waters and areas.

    Secrets of the `viewer` may be shown. While a unit (`mover`) is led over the map, the panel shows only what the
    move needs, because every step would change the rest. Rows that many hexes share come first; a name that does not
    fit beside the number of its hex is below them, so that they keep their places.
    """
    head, *names = head_rows(game, h, width)
    facts = *ground_facts(game, h, mover), *zone_facts(game, h, mover)
    ways = [*names, *(line for name in area_facts(game, h) for line in text_rows(name, width))]
    ways += [line for text in way_facts(game, h, mover) for line in text_rows(text, width, hang="  ")]
    ways += [row(short_name(text, width), "name") for text in marker_facts(game, h, viewer)]
    ways += [*boundary_rows(game, h, width), *entry_rows(game.scenario.board, h)]
    about = [head, *(row(text.replace(*SHORTER)) for text in facts)]
    return [Part(first_units(game, h, width, selected), COUNTER), Part(about, HEX), Part(ways, WAYS)]


def other_units(game: Game, h: int, width: int, selected: int) -> list[Row]:
    """Return rows for the units in a hex while another one is selected, each with a blank row above it."""
    return [
        line
        for unit in others_there(game, h, selected)
        for line in ((), *short_unit_rows(game, unit, width, actions(game, unit)))
    ]


def first_units(game: Game, h: int, width: int, selected: int) -> list[Row]:
    """Return rows for the selected unit or, without one, the units in the hex, each with a blank row below it."""
    notes = ["selected"] if selected >= 0 else []
    units = [selected] if selected >= 0 else queries.units_at(game, h)
    return [line for unit in units for line in (*unit_rows(game, unit, width, [*notes, *actions(game, unit)]), ())]


def others_there(game: Game, h: int, selected: int) -> Sequence[int]:
    """Return the units in a hex while another one is selected."""
    return [unit for unit in queries.units_at(game, h) if unit != selected] if selected >= 0 else []


def head_rows(game: Game, h: int, width: int) -> list[Row]:
    """Return the number, terrain and name of a hex, in one row if they fit."""
    board = game.scenario.board
    entry = queries.terrain_entry(game, h)
    name = board.names.get(h, "")
    head = f"{board.number(h)} {entry.name if entry else 'no unit may enter'}"
    if name and len(head) + 2 + len(name) <= width:
        return [(Span(head, "heading"), *row("  " + name))]
    return [row(head, "heading"), *([row(short_name(name, width))] if name else [])]


def ground_facts(game: Game, h: int, mover: int = -1) -> list[str]:
    """Return the cost to enter a hex and its line of the Combat Results Table, if the scenario has two sides.

    For a `mover`, return only its cost off the road, or that it needs a road or trail.
    """
    entry = queries.terrain_entry(game, h)
    if entry is None:
        return []
    cost = f"{entry.cost // 2} MP"
    if mover >= 0:
        shut = entry is BRIDGE_HEX or (game.state.units[mover].is_vehicle and not entry.vehicles)
        return ["by road or trail" if shut else f"{cost} off road"]
    entering = "by road or trail" if entry is BRIDGE_HEX else f"{cost} to enter"
    return [
        entering if entry.vehicles else f"{cost}, no vehicles",
        *([f"attacked on the {queries.defense_line(game, h).word} line"] if all(game.scenario.of_side) else []),
    ]


PLAIN_WAYS = "road", "trail", "railway"
"""Ways that the panel leaves out while a unit is being moved, because the map shows the ways and what they save."""


def way_facts(game: Game, h: int, mover: int = -1) -> list[str]:
    """Return what runs along and through a hex, with the directions: `road N SE`, `SE rail bridge: wired`.

    If no unit may attack from the hex, the first fact says so. A `mover` needs only waters and bridges.
    """
    bridges, case = _bridges_around(game, h), queries.no_attack_case(game, h)
    found = [f"no attack from here ({case})"] if case else []
    for feature, directions in queries.ways_of(game, h).items():
        if mover >= 0 and feature in PLAIN_WAYS:
            continue
        shown = [d for d in directions if feature != "bridge" or d not in bridges]
        found += [f"{feature} {' '.join(shown)}"] if shown else []
    return found + [f"{direction} {bridge}" for direction, bridge in bridges.items()]


def marker_facts(game: Game, h: int, viewer: int) -> list[str]:
    """Return the markers in a hex."""
    name = game.scenario.board.names.get(h, "")
    return [marker.name for marker in queries.markers(game, viewer) if marker.hex == h and marker.name != name]


def _bridges_around(game: Game, h: int) -> dict[str, str]:
    """Return the kind and state of bridges on a hex's sides, by direction, if the battle has rules for them."""
    grid = game.scenario.board.grid
    found = {}
    for crossing in queries.crossings(game):
        if h in crossing.pair:
            other = crossing.pair[crossing.pair[0] == h]
            kind = f"{crossing.kind} bridge" if crossing.kind else "bridge"
            state = f": {STATES[crossing.state]}" if crossing.state else ""
            found[DIRECTIONS[grid.direction(h, other)]] = kind + state
    return found


STATES: Mapping[str, str] = {"wired": "wired", "safe": "stands", "blown": "blown", "laid": "laid"}
"""One word for each state of a bridge."""


def area_facts(game: Game, h: int) -> list[str]:
    """Return the areas of a hex that matter now, but no area that contains another one of them."""
    found = {name: frozenset(hexes) for name, hexes in queries.areas(game).items() if h in hexes}
    return [name for name, hexes in found.items() if not any(other < hexes for other in found.values())]


def zone_facts(game: Game, h: int, mover: int = -1) -> list[str]:
    """Return the sides whose Zones of Control include a hex; for a `mover`, only its enemy."""
    scenario = game.scenario
    own = game.state.units[mover].side if mover >= 0 else -1
    sides = [side for side in queries.zones_at(game, h) if scenario.of_side[1 - side] and side != own]
    names = [scenario.sides[side].adjective for side in sides]
    return [f"zone: {', '.join(names)}"] if names else []


def actions(game: Game, unit: int) -> list[str]:
    """Return what a unit has done or suffered in this phase, short enough for the panel."""
    return actions_of(game, unit, "has fired FPF")
