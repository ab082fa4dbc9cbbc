"""Counters on the map, and all other counters next to it."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import UnitPlace
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.units import Kind
from westwall_tui.prints.drawing import BOLD, LETTER, Layout, between, box, clean, line, moved, path, text, width_of
from westwall_tui.prints.labels import Box
from westwall_tui.prints.legend import Block

# -- Counters in the usual form: size, NATO symbol and strengths, in the colors of nation and formation.


SIDE = 46.0
LOWER = 5.0
"""The offset of a counter below the center of its hex, which leaves the hex number visible."""
STACKED = 6.0
"""The offset between counters in the same hex."""
COLORS: Mapping[str, tuple[str, str]] = {
    "german": ("#a8b09a", "#111"),
    "ss": ("#33363a", "#fff"),
    "us": ("#b5b877", "#111"),
    "british": ("#dcb98a", "#111"),
}
"""The colors of a counter and of its print, by nation."""
FORMATIONS = (
    "#f4f1e4", "#e8c547", "#d96c5f", "#7fb2d9", "#8cc084", "#c79bd1", "#e59a4f", "#6fc2b4", "#d9a0a8", "#b9a27a",
    "#9aa7e0", "#c8d96f", "#e07fb0", "#7f9f8f",
)  # fmt: skip
"""The symbols' colors, by formation in the order of a side's units."""
CROSS, OVAL = "M-13,-8L13,8M-13,8L13,-8", "M-7,-4.5H7A4.5,4.5 0 0 1 7,4.5H-7A4.5,4.5 0 0 1 -7,-4.5z"
DOT, WINGS = "M0,-3A3,3 0 1 1 0,3A3,3 0 1 1 0,-3z", "M-6,7Q-3,3 0,6.5Q3,3 6,7"
SYMBOLS: Mapping[Kind, str] = {
    Kind.INFANTRY: CROSS,
    Kind.AIRBORNE: CROSS + WINGS,
    Kind.GLIDER: CROSS + "M-8,0H8",
    Kind.ENGINEER: "M-7,5V-3H7V5M0,-3V5",
    Kind.ARMOR: OVAL,
    Kind.MECHANIZED: CROSS + OVAL,
    Kind.RECONNAISSANCE: "M-13,8L13,-8",
    Kind.ARTILLERY: DOT,
    Kind.SP_ARTILLERY: DOT + OVAL,
    Kind.AIRBORNE_ARTILLERY: DOT + WINGS,
}
"""The symbols, inside a box of 26 by 16 around 0,0. Dots are filled."""
STYLES = """
.counter{stroke:#222;stroke-width:1.2}.shade{fill:#000;fill-opacity:.3}
.symbol{fill:none;stroke:#111;stroke-width:1.4;stroke-linejoin:round}.dot{fill:#111}
.size{font-size:8px;text-anchor:middle}.who{font-size:7px;text-anchor:middle}
.strength{font-size:12px;font-weight:bold;text-anchor:middle}.guns{font-size:9.5px}
.print{text-anchor:middle}.cut{fill:none;stroke:#222;stroke-width:.6}
.tag{fill:#fff;stroke:#222;stroke-width:1}.done{font-size:8px;font-weight:bold;text-anchor:middle}
.wired{fill:#fff;stroke:#c41e2a;stroke-width:2.5}.laid{fill:#12398a;stroke:#fff;stroke-width:2}
.fallen{stroke:#c41e2a;stroke-width:4;fill:none}.marker{fill:#fffdf4;stroke:#c41e2a;stroke-width:2}
"""


def formation_colors(scenario: Scenario) -> Mapping[tuple[int, str], str]:
    """Return the color of symbols, by side and formation."""
    found: dict[tuple[int, str], str] = {}
    for side in (0, 1):
        names = dict.fromkeys(scenario.units[unit].formation for unit in scenario.of_side[side])
        for i, name in enumerate(names):
            found[side, name] = FORMATIONS[i % len(FORMATIONS)]
    return found


def counter(scenario: Scenario, unit: int, colors: Mapping[tuple[int, str], str]) -> str:
    """Draw a counter around 0,0."""
    own = scenario.units[unit]
    ground, ink = COLORS[scenario.army(unit)]
    printed = f' style="fill:{ink}"'
    half = SIDE / 2
    found = [
        box("shade", -half + 2, -half + 2, SIDE, SIDE, ' rx="3"'),
        box("counter", -half, -half, SIDE, SIDE, f' rx="3" style="fill:{ground}"'),
        text("size", 0, -14, own.size, printed),
        box("symbol", -13, -12.5, 26, 16, f' style="fill:{colors[own.side, own.formation]}"'),
        f'<path class="symbol" transform="translate(0,-4.5)" d="{SYMBOLS[own.kind].replace(DOT, "")}"/>\n',
    ]
    if DOT in SYMBOLS[own.kind]:
        found.append(f'<path class="dot" transform="translate(0,-4.5)" d="{DOT}"/>\n')
    small = min(7.0, 7 * 26 / max(1.0, width_of(own.designation, 7)))
    aside = f' style="fill:{ink};font-size:{small:.1f}px" transform="translate(-16,-4.5) rotate(-90)"'
    found.append(text("who", 0, 0, own.designation, aside))
    s = own.strength
    if own.is_artillery:
        found.append(text("strength guns", 0, 12, f"{s.barrage}-{s.fpf}-{s.range}", printed))
        found.append(text("strength guns", 0, 21, f"{s.defense}-{s.movement}", printed))
    else:
        found.append(text("strength", 0, 17, str(s), printed))
    name = clean(f"{own.id}, {own.formation}, {own.kind}, {own.strength}")
    return f"<g><title>{name}</title>\n{''.join(found)}</g>\n"


def covered(layout: Layout, game: Game) -> Iterator[Box]:
    """Return the boxes covered by counters on the map."""
    for _, (x, y) in _units_on_map(layout, game):
        yield x - SIDE / 2, y - SIDE / 2, x + SIDE / 2, y + SIDE / 2


def counters(layout: Layout, game: Game) -> Iterator[str]:
    """Draw the contents of a game's map: fallen bridges, public markers, and units."""
    for crossing in queries.crossings(game):
        x, y = between(layout.centre(crossing.pair[0]), layout.centre(crossing.pair[1]))
        if crossing.state == "blown":
            strokes = ((x - 9, y - 9), (x + 9, y + 9)), ((x - 9, y + 9), (x + 9, y - 9))
            yield path("fallen", "".join(map(line, strokes)))
        elif crossing.state == "laid":
            yield box("laid", x - 6, y - 6, 12, 12)
        elif crossing.state == "wired":
            yield f'<circle class="wired" cx="{x:.1f}" cy="{y:.1f}" r="4"/>\n'
    for marker in queries.markers(game, -1):
        x, y = layout.centre(marker.hex)
        yield f'<circle class="marker" cx="{x + 20:.1f}" cy="{y - 22:.1f}" r="9"/>\n'
        yield text("number", x + 20, y - 18.5, marker.sign)
    colors = formation_colors(game.scenario)
    for unit, (x, y) in _units_on_map(layout, game):
        yield moved(x, y, counter(game.scenario, unit, colors) + _signs_of_actions(game, unit))


ACTIONS = (
    ("M", "has moved", "moved"),
    ("A", "has attacked", "attacked"),
    ("D", "was attacked", "defended"),
    ("V", "has advanced", "advanced"),
    ("P", "was displaced", "displaced"),
    ("F", "has fired FPF", "fired"),
)
"""For each act or fate of a unit in this phase: its letter, its words, and the row of the state that has it."""


def _signs_of_actions(game: Game, unit: int) -> str:
    """Draw a tag at a counter's corner, with a letter for each act of its unit in this phase."""
    letters = "".join(letter for letter, _, row in ACTIONS if getattr(game.state, row)[unit] == game.state.serial)
    if not letters:
        return ""
    width = 5 + width_of(letters, 8, bold=True)
    left, top = SIDE / 2 - width + 3, -SIDE / 2 - 4
    found = box("tag", left, top, width, 11, ' rx="2"')
    return found + text("done", left + width / 2, top + 8.5, letters)


def _units_on_map(layout: Layout, game: Game) -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield the units on the map with the centers of their counters; those in a stack rise in order."""
    deep: dict[int, int] = {}
    for unit, h in enumerate(game.state.location):
        if h >= 0:
            below = deep[h] = deep.get(h, -1) + 1
            x, y = layout.centre(h)
            yield unit, (x + STACKED * below, y + LOWER - STACKED * below)


# -- Beside the map of a game: units still to come, exited units and losses.


STEP = SIDE + 5
FEWEST, MOST = 6, 40
"""The minimum and maximum number of counters in a row."""
PAD = 8.0

Group = tuple[str, Sequence[int]]
"""A heading and its units."""


def beside(game: Game, height: float) -> Block:
    """Draw the boxes of both sides, so wide that they fit into the height of the map."""
    groups = list(_groups_off_map(game))
    blocks = (_draw_block(game, groups, across) for across in range(FEWEST, MOST))
    return next((block for block in blocks if block.height <= height), _draw_block(game, groups, MOST))


def _draw_block(game: Game, groups: Sequence[Group], across: int) -> Block:
    scenario, turn = game.scenario, game.state.turn
    date = scenario.date(turn)
    colors = formation_colors(scenario)
    width = STEP * across + 2 * PAD
    heads = [scenario.name, f"Game-Turn {turn}{f', {date}' if date else ''}"]
    found = [text("head", PAD, 20 + 24 * i, words, _squeeze_words(words, 19, width)) for i, words in enumerate(heads)]
    y = 24.0 * len(heads) + 8
    letters = int((width - 2 * PAD) / (14 * LETTER * BOLD))
    for words in (row for fact in _draw_units_on_map(game) for row in wrap(fact, letters)):
        y += 19
        found.append(text("small bold", PAD, y, words))
    y += 16
    for heading, units in groups:
        rows = -(-len(units) // across)
        deep = 26 + STEP * rows + PAD
        found.append(box("frame", 0, y, width, deep))
        found.append(text("small bold", PAD, y + 18, heading, _squeeze_words(heading, 14, width)))
        for i, unit in enumerate(units):
            x, down = PAD + STEP * (i % across + 0.5), y + 26 + STEP * (i // across + 0.5)
            found.append(moved(x, down, counter(scenario, unit, colors)))
        y += deep + PAD
    return Block("".join(found), width, y)


def _draw_units_on_map(game: Game) -> Iterator[str]:
    """Yield the phase, the points, and the meaning of the letters on counters."""
    state, sides = game.state, game.scenario.sides
    if game.outcome is not None:
        yield f"The game is over: {game.outcome.sentence}"
    else:
        yield f"{sides[game.prompt.side if state.phase is Phase.SETUP else state.side].adjective} {PHASES[state.phase]}"
    if queries.account(game):
        points = zip(sides, queries.totals(game), strict=True)
        yield f"Points: {', '.join(f'{side.adjective} {count}' for side, count in points)}"
    seen = {
        row
        for _, _, row in ACTIONS
        for unit, h in enumerate(state.location)
        if h >= 0 and getattr(state, row)[unit] == state.serial
    }
    if seen:
        yield "In this phase: " + ", ".join(f"{letter} {words}" for letter, words, row in ACTIONS if row in seen)


PHASES = {Phase.SETUP: "set-up", Phase.MOVEMENT: "Movement Phase", Phase.COMBAT: "Combat Phase"}


def _squeeze_words(words: str, size: float, width: float) -> str:
    """Squeeze text that is too wide."""
    return f' textLength="{width - 2 * PAD:.0f}"' if width_of(words, size, bold=True) > width - 2 * PAD else ""


def _groups_off_map(game: Game) -> Iterator[Group]:
    """Return, by side, units to set up, reinforcements by Game-Turn and entry, exited units and losses."""
    for side, info in enumerate(game.scenario.sides):
        places = {unit: queries.whereabouts(game, unit) for unit in game.scenario.of_side[side]}
        waiting = [unit for unit, at in places.items() if at.place is UnitPlace.SETUP]
        if waiting:
            yield f"{info.adjective}: to set up", waiting
        coming: dict[tuple[int, str], list[int]] = {}
        for unit, at in places.items():
            if at.place is UnitPlace.RESERVE:
                coming.setdefault((at.turn, entry_in_words(game.scenario, unit)), []).append(unit)
        for (turn, entry), units in sorted(coming.items()):
            yield f"{info.adjective}: Game-Turn {turn}{entry}", units
        for place, words in ((UnitPlace.LEFT, "exited"), (UnitPlace.ELIMINATED, "lost")):
            units = [unit for unit, at in places.items() if at.place is place]
            if units or place is UnitPlace.ELIMINATED:
                yield f"{info.adjective}: {words}{'' if units else ': none'}", units


def entry_in_words(scenario: Scenario, unit: int) -> str:
    """Return the name of a reinforcement's entry: its name on the board, or that the unit comes by air; else empty."""
    group = scenario.arrivals.get(unit)
    if group is None:
        return ""
    if group.lands:
        return ", by air"
    names = (name for name, hexes in scenario.board.entries.items() if sorted(hexes) == sorted(group.hexes))
    return next((f", {name}" for name in names), "")
