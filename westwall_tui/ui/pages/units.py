"""Pages about units: when and where reinforcements arrive, and who has a Line of Communication."""

from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import UnitPlace
from westwall_tui.engine.scenario import Reinforcements
from westwall_tui.ui.around.counter import short_name
from westwall_tui.ui.map.overlays import Communication
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row
from westwall_tui.ui.words.odds import KINDS
from westwall_tui.ui.words.places import hexes_in_words

TEXT = 52
"""Columns that the page of Lines of Communication needs."""


def where(game: Game, unit: int) -> str:
    """What has become of a reinforcement: `waiting`, `withheld`, `at 1317`, `lost` ..."""
    place, h, edge, turn = queries.whereabouts(game, unit)
    match place:
        case UnitPlace.MAP:
            return f"at {game.state.number(h)}"
        case UnitPlace.ELIMINATED:
            return f"lost on turn {turn}"
        case UnitPlace.LEFT:
            return f"exited {edge}"
    if turn > game.state.turn:
        return "to come"
    verb = "land" if game.scenario.arrivals[unit].lands else "enter"
    if not queries.may_arrive(game, unit):
        return f"cannot {verb} now"
    return f"may {verb} now" if turn == game.state.turn else f"withheld, may {verb}"


def reinforcement_rows(game: Game, width: int) -> list[Row]:
    """All reinforcements by Game-Turn: units, entries, and their fate so far."""
    state, scenario = game.state, game.scenario
    rows: list[Row] = []
    for group in sorted(scenario.reinforcements, key=lambda g: (g.turn, g.side)):
        rows += [row()] if rows else []
        date = scenario.date(group.turn)
        head = f"Game-Turn {group.turn}{f', {date}' if date else ''}: {scenario.sides[group.side].name}"
        rows.append(row(f"{head}{' <- now' if group.turn == state.turn else ''}"[:width], "bold"))
        rows += [row(f"  {line}") for line in wrap(_entry_in_words(game, group), width - 2)]
        rows += [row(line) for line in _unit_lines(game, group, width)]
    rows += _left_rows(game, width)
    return rows or [row("This scenario has no reinforcements.")]


def _entry_in_words(game: Game, group: Reinforcements) -> str:
    """Where a group comes onto the map."""
    places = dict.fromkeys(queries.landing_place(game, unit) for unit in group.units) if group.lands else {}
    if "" not in places and len(places) == 1:
        return next(iter(places))
    if places and "" not in places:
        return "by air, near its drop zone"
    return ("by air, " if group.lands else "") + hexes_in_words(game.scenario.board, group.hexes)


def _left_rows(game: Game, width: int) -> list[Row]:
    """The units that have left the map, and when they may come back."""
    units = game.state.units
    out = queries.left_the_map(game)
    rows = [row(), row("Exited the map", "bold")] if out else []
    for unit in out:
        place, back = queries.whereabouts(game, unit), queries.return_turn(game, unit)
        when = "cannot return" if back is None else f"may return from Game-Turn {back}"
        line = f"    {units[unit].id:<8} {place.edge} on Game-Turn {place.turn}; {when}"
        rows.append(row(line[:width]))
    return rows


def _unit_lines(game: Game, group: Reinforcements, width: int) -> list[str]:
    lines = []
    for unit in group.units:
        counter = game.state.units[unit]
        line = f"    {counter.id:<8} {counter.strength!s:<12} {KINDS[counter.kind]:<13} {where(game, unit):<20} "
        lines.append(line + short_name(counter.formation, width - len(line)))
    return lines


def reinforcements_screen(game: Game) -> PageScreen:
    """The list of reinforcements, opened at the present Game-Turn."""
    screen = PageScreen("Reinforcements", lambda width: reinforcement_rows(game, width))
    now = [i for i, r in enumerate(reinforcement_rows(game, 78)) if r[0].text.endswith("<- now")]
    screen.first = now[0] if now else 0
    return screen


# -- who has a Line of Communication, and who has none and why


def lines_rows(game: Game, width: int) -> list[Row]:
    """Units without a line and why, then those with one, as a page."""
    lines = Communication(game)
    if not lines:
        return [row("There are no Lines of Communication in this game.")]
    state = game.state
    lacking = [supply for supply in lines.units.values() if not supply.line]
    having = [supply for supply in lines.units.values() if supply.line]
    rows: list[Row] = []
    if lines.units:
        rows.append(row(f"No Line of Communication: {len(lacking) or 'none'}", "bold"))
        for supply in lacking:
            at = state.number(state.location[supply.unit])
            line = f"  {state.units[supply.unit].id:<8} at {at}  {supply.why}"
            rows += [row(part) for part in wrap(line, width, subsequent_indent=" " * 19, drop_whitespace=True)]
        rows += [row(), row(f"With a Line of Communication: {len(having) or 'none'}", "bold")]
        for supply in having:
            at, steps = state.number(state.location[supply.unit]), len(supply.line) - 1
            goal = state.number(supply.line[-1])
            end = f"{steps} hex{'es' if steps > 1 else ''} to {goal}" if steps else "its line ends in its own hex"
            rows.append(row(f"  {state.units[supply.unit].id:<8} at {at}  {end}"[:width]))
    if lines.places:
        rows += [row(), row("Places", "bold")]
        for place in lines.places:
            rows += [row(line) for line in wrap(f"  {place.name}: {place.why}", width, subsequent_indent="    ")]
    return rows


def lines_screen(game: Game) -> PageScreen:
    """The page of Lines of Communication: units without one and why, then those with one."""
    return PageScreen("Lines of Communication", lambda width: lines_rows(game, width), least=TEXT)
