"""The side panel: the hex under the cursor, its units, and what is out of sight."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import DIRECTIONS
from westwall_tui.engine.terrain import BRIDGE_HEX
from westwall_tui.ui.around.counter import short_name, short_unit_rows, unit_rows
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import boundary_rows
from westwall_tui.ui.map.signs import OBLIGED
from westwall_tui.ui.terminal.pane import Cells, TextPane
from westwall_tui.words.events import actions_of
from westwall_tui.words.places import entry_rows
from westwall_tui.words.rows import Row, Span, row, text_rows

# -- Who must still fight but is out of sight: at the foot of the side panel how many, and beyond which edges.


def away_rows(view: MapView, marks: Mapping[int, tuple[str, str]], width: int) -> Sequence[Row]:
    """`out of sight, must fight:` and below it `up 2, right 1`; nothing if all that are marked so are in sight.

    Edges are those of the screen, since a sheet may lie on its side; a hex beyond a corner counts above or below.
    """
    beyond = dict.fromkeys(("up", "down", "left", "right"), 0)
    for h, (text, _) in marks.items():
        if text[0] == OBLIGED and (edge := view.edge_beyond(h)):
            beyond[edge] += 1
    if not any(beyond.values()):
        return ()
    told = ", ".join(f"{edge} {count}" for edge, count in beyond.items() if count)
    lines = wrap(told, width, initial_indent=" ", subsequent_indent=" ")
    return row("out of sight, must fight:", "obliged"), *(row(line, "obliged") for line in lines)


# -- The hex under the cursor and who is there, beside the map.


ASCII_RULE = "|"
MARGIN = 2
"""Columns of the panel before its text: the rule, and a blank."""


class SidePanel(TextPane):
    """The hex under the cursor and who is there."""

    rule = ASCII_RULE
    """What stands between it and the map."""

    DEFAULT_CSS = "SidePanel { width: 27; height: 1fr; }"
    ground = "box"

    def _lay_out_row(self, row: Row, width: int) -> Cells:
        """A row behind the rule between panel and map, and its margin."""
        drawn = self.rule != ASCII_RULE
        lines = [Span(s.text.replace("-", "\u2500"), s.style) if drawn and s.style == "frame" else s for s in row]
        return ((self.rule, "frame@box"), (" ", "text@box"), *super()._lay_out_row(tuple(lines), width - MARGIN))


class Part(NamedTuple):
    """Rows that belong together, and how many they take at least, so that what stands below stays where it is."""

    rows: Sequence[Row]
    least: int = 0


COUNTER, HEX, WAYS = 4, 4, 3
"""The least rows of the unit and the blank below it, of the hex, and of what runs through it or lies there."""


def panel_rows(parts: Sequence[Part], room: int) -> list[Row]:
    """Parts one below the other, each with its least rows if there is room for that: then a step changes few cells."""
    parts = [part for part in parts if part.rows or part.least]
    rows = [[*part.rows, *[()] * (part.least - len(part.rows))] for part in parts]
    if sum(map(len, rows)) > room:
        rows = [[*part.rows] for part in parts]
    return [line for part in rows for line in part]


SHORTER = " on the ", " on "
"""What a narrow panel has no room for, on any line of the table."""


def hex_parts(game: Game, h: int, width: int, viewer: int = -1, hand: int = -1, mover: int = -1) -> list[Part]:
    """The unit in hand or those in a hex; the hex; its ways and the like. `viewer`: whose secrets may be shown.

    `mover`: the unit that is led over the map. The panel then says what the move asks, and leaves roads to the map:
    with every step all that would change. First comes what is the same in many hexes. A name that has no room beside
    the hex's number stands below the rows that all hexes have, so that those stay where they are.
    """
    head, *names = head_rows(game, h, width)
    facts = *ground_facts(game, h, mover), *zone_facts(game, h, mover)
    ways = [*names, *(line for name in area_facts(game, h) for line in text_rows(name, width))]
    ways += [line for text in way_facts(game, h, mover) for line in text_rows(text, width, hang="  ")]
    ways += [row(short_name(text, width), "name") for text in marker_facts(game, h, viewer)]
    ways += [*boundary_rows(game, h, width), *entry_rows(game.scenario.board, h)]
    about = [head, *(row(text.replace(*SHORTER)) for text in facts)]
    return [Part(first_units(game, h, width, hand), COUNTER), Part(about, HEX), Part(ways, WAYS)]


def other_units(game: Game, h: int, width: int, hand: int) -> list[Row]:
    """The units in a hex while another one is in hand, each with a blank row above it."""
    return [
        line
        for unit in others_there(game, h, hand)
        for line in ((), *short_unit_rows(game, unit, width, actions(game, unit)))
    ]


def first_units(game: Game, h: int, width: int, hand: int) -> list[Row]:
    """The unit in hand, or without one the units in the hex, each with a blank row below it."""
    told = ["selected"] if hand >= 0 else []
    units = [hand] if hand >= 0 else queries.units_at(game, h)
    return [line for unit in units for line in (*unit_rows(game, unit, width, [*told, *actions(game, unit)]), ())]


def others_there(game: Game, h: int, hand: int) -> Sequence[int]:
    """The units in a hex while another one is in hand."""
    return [unit for unit in queries.units_at(game, h) if unit != hand] if hand >= 0 else []


def head_rows(game: Game, h: int, width: int) -> list[Row]:
    """A hex's number, terrain and name, in one row if they fit."""
    board = game.scenario.board
    entry = queries.terrain_entry(game, h)
    name = board.names.get(h, "")
    head = f"{board.number(h)} {entry.name if entry else 'no unit may enter'}"
    if name and len(head) + 2 + len(name) <= width:
        return [(Span(head, "heading"), *row("  " + name))]
    return [row(head, "heading"), *([row(short_name(name, width))] if name else [])]


def ground_facts(game: Game, h: int, mover: int = -1) -> list[str]:
    """A hex's entry cost, and its line of the table; without an enemy in the scenario nothing is attacked.

    For a `mover` only what that unit pays off the road, or that it needs a road or trail.
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
"""Ways of which the panel says nothing while a unit is led: the map shows them, and what they save."""


def way_facts(game: Game, h: int, mover: int = -1) -> list[str]:
    """What runs along and through a hex, with the directions: `road N SE`, `SE rail bridge: wired`.

    Before that, if no unit may attack from there. For a `mover` waters and bridges alone.
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
    """What lies in a hex beside units."""
    name = game.scenario.board.names.get(h, "")
    return [marker.name for marker in queries.markers(game, viewer) if marker.hex == h and marker.name != name]


def _bridges_around(game: Game, h: int) -> dict[str, str]:
    """The bridges on a hex's sides that the battle has rules for: kind and state, by direction."""
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
"""The state of a bridge, in a word."""


def area_facts(game: Game, h: int) -> list[str]:
    """The areas that a hex lies in, without those that contain another of them.

    Of a line that is not drawn now, since no rule asks for it, no side is shown.
    """
    board = game.scenario.board
    unseen = set(board.boundaries) - set(queries.boundaries(game))
    told = {name: hexes for name, hexes in board.areas.items() if not any(line in name for line in unseen)}
    found = {name: frozenset(hexes) for name, hexes in told.items() if h in hexes}
    return [name for name, hexes in found.items() if not any(other < hexes for other in found.values())]


def zone_facts(game: Game, h: int, mover: int = -1) -> list[str]:
    """In whose Zones of Control a hex is, of the sides that have an enemy; for a `mover` of its enemy's alone."""
    scenario = game.scenario
    own = game.state.units[mover].side if mover >= 0 else -1
    sides = [side for side in queries.zones_at(game, h) if scenario.of_side[1 - side] and side != own]
    names = [scenario.sides[side].name for side in sides]
    return [f"zone: {', '.join(names)}"] if names else []


def actions(game: Game, unit: int) -> list[str]:
    """What a unit has done or suffered in this phase, as the panel has room for it."""
    return actions_of(game, unit, "has fired FPF")
