"""Beside the map of a game: who is to come and when, who has left, who is lost."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Place
from westwall_tui.ui.sheet.blocks import Block
from westwall_tui.ui.sheet.counters import SIDE, counter, formation_colours
from westwall_tui.ui.sheet.elements import box, moved, text, width_of

STEP = SIDE + 5
FEWEST, MOST = 6, 40
"""Counters in a row."""
PAD = 8.0

Group = tuple[str, Sequence[int]]
"""A heading, and units."""


def beside(game: Game, height: float) -> Block:
    """All boxes of both sides, as wide as it takes not to be higher than the map."""
    groups = list(_groups(game))
    blocks = (_block(game, groups, across) for across in range(FEWEST, MOST))
    return next((block for block in blocks if block.height <= height), _block(game, groups, MOST))


def _block(game: Game, groups: Sequence[Group], across: int) -> Block:
    scenario, turn = game.scenario, game.state.turn
    date = scenario.date(turn)
    colours = formation_colours(scenario)
    width = STEP * across + 2 * PAD
    heads = [scenario.name, f"Game-Turn {turn}{f', {date}' if date else ''}"]
    found = [text("head", PAD, 20 + 24 * i, words, _fitting(words, 19, width)) for i, words in enumerate(heads)]
    y = 24.0 * len(heads) + 16
    for heading, units in groups:
        rows = -(-len(units) // across)
        deep = 26 + STEP * rows + PAD
        found.append(box("frame", 0, y, width, deep))
        found.append(text("small bold", PAD, y + 18, heading, _fitting(heading, 14, width)))
        for i, unit in enumerate(units):
            x, down = PAD + STEP * (i % across + 0.5), y + 26 + STEP * (i // across + 0.5)
            found.append(moved(x, down, counter(scenario, unit, colours)))
        y += deep + PAD
    return Block("".join(found), width, y)


def _fitting(words: str, size: float, width: float) -> str:
    """Words that are too long are set closer."""
    return f' textLength="{width - 2 * PAD:.0f}"' if width_of(words, size, bold=True) > width - 2 * PAD else ""


def _groups(game: Game) -> Iterator[Group]:
    """By side: those to set up, to come by Game-Turn and entry, those that left the map, and the losses."""
    for side, info in enumerate(game.scenario.sides):
        places = {unit: queries.whereabouts(game, unit) for unit in game.scenario.of_side[side]}
        waiting = [unit for unit, at in places.items() if at.place is Place.SETUP]
        if waiting:
            yield f"{info.name}: to set up", waiting
        coming: dict[tuple[int, str], list[int]] = {}
        for unit, at in places.items():
            if at.place is Place.RESERVE:
                coming.setdefault((at.turn, _entry(game, unit)), []).append(unit)
        for (turn, entry), units in sorted(coming.items()):
            yield f"{info.name}: Game-Turn {turn}{entry}", units
        for place, words in ((Place.LEFT, "left the map"), (Place.ELIMINATED, "lost")):
            units = [unit for unit, at in places.items() if at.place is place]
            if units or place is Place.ELIMINATED:
                yield f"{info.name}: {words}{'' if units else ': none'}", units


def _entry(game: Game, unit: int) -> str:
    """Where a reinforcement comes in, if that has a name on the board or is the air."""
    group = game.scenario.arrivals.get(unit)
    if group is None:
        return ""
    if group.lands:
        return ", from the air"
    names = (name for name, hexes in game.scenario.board.entries.items() if sorted(hexes) == sorted(group.hexes))
    return next((f", {name}" for name in names), "")
