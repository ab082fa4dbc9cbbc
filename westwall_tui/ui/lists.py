"""Lists about the game as it stands: reinforcements and losses."""

from pathlib import Path
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import ELIMINATED, EXITED, RESERVE
from westwall_tui.engine.scenario import Reinforcements
from westwall_tui.files.session import list_saves
from westwall_tui.ui.combat_text import KINDS
from westwall_tui.ui.entries import areas_told
from westwall_tui.ui.lines import lines_rows
from westwall_tui.ui.page import PageScreen
from westwall_tui.ui.rows import Row, row

EDGES = ("north", "east", "south", "west")


# -- reinforcements


def hexes_told(board: Board, hexes: tuple[int, ...]) -> str:
    """Entry hexes as people say them: `2913`, `the eastern edge`, `2908 to 2915 on the eastern edge`."""
    if len(hexes) == 1:
        return f"at {board.describe(hexes[0])}"
    near = {h: {n for n in board.grid.within(h, 1) if n in board.playable} for h in hexes} if len(hexes) < 8 else {}
    for h, around in near.items():
        if around == set(hexes):
            return f"within one hex of {board.describe(h)}"
    areas = areas_told(board, hexes)
    if areas:
        return areas
    rest = set(hexes)
    parts = []
    for name in EDGES:
        edge = board.edge(name)
        here = [h for h in edge if h in hexes]
        fresh = rest.intersection(here)  # corners lie on two edges
        if not fresh or (len(here) == 1 and len(rest) > 1):
            continue
        if len(here) == len(edge):
            parts.append(f"the {name}ern edge")
        else:
            parts.append(f"{_runs(board, edge, here)} on the {name}ern edge")
        rest -= set(here)
    parts += [board.number(h) for h in sorted(rest)]
    return "anywhere on " + " or ".join(parts) if parts[0].startswith("the") else "at " + " or ".join(parts)


def _runs(board: Board, edge: tuple[int, ...], here: list[int]) -> str:
    """Hexes along an edge, neighbours drawn together."""
    runs: list[list[int]] = []
    for i, h in enumerate(edge):
        if h not in here:
            continue
        if runs and i and edge[i - 1] == runs[-1][-1]:
            runs[-1].append(h)
        else:
            runs.append([h])
    told = [board.number(r[0]) if len(r) == 1 else f"{board.number(r[0])} to {board.number(r[-1])}" for r in runs]
    return ", ".join(told)


def where(game: Game, unit: int) -> str:
    """What has become of a reinforcement: `waiting`, `withheld`, `at 1317`, `lost` ..."""
    state = game.state
    h = state.location[unit]
    if h >= 0:
        return f"at {state.number(h)}"
    if h == RESERVE:
        group = state.scenario.arrivals[unit]
        if group.turn > state.turn:
            return "to come"
        verb = "land" if group.lands else "enter"
        if not game.rules.may_arrive(state, unit):
            return f"cannot {verb} now"
        return f"may {verb} now" if group.turn == state.turn else f"withheld, may {verb}"
    if h == ELIMINATED:
        return f"lost in turn {state.gone[unit]}"
    if h in EXITED:
        return f"left by the {EDGES[EXITED.index(h)]}"
    return ""


def reinforcement_rows(game: Game, width: int) -> list[Row]:
    """All reinforcements by Game-Turn: what they are, where they may come in, and what has become of them."""
    state, scenario = game.state, game.scenario
    rows: list[Row] = []
    for group in sorted(scenario.reinforcements, key=lambda g: (g.turn, g.side)):
        rows += [row()] if rows else []
        date = scenario.date(group.turn)
        head = f"Game-Turn {group.turn}{f', {date}' if date else ''}: {scenario.sides[group.side].name}"
        rows.append(row(f"{head}{' <- now' if group.turn == state.turn else ''}"[:width], "bold"))
        rows += [row(f"  {line}") for line in wrap(_place_told(game, group), width - 2)]
        rows += [row(line[:width]) for line in _units_told(game, group)]
    rows += _left_rows(game, width)
    return rows or [row("This scenario has no reinforcements.")]


def _place_told(game: Game, group: Reinforcements) -> str:
    """Where a group comes onto the map."""
    told = dict.fromkeys(game.rules.landing_place(game.state, unit) for unit in group.units) if group.lands else {}
    if "" not in told and len(told) == 1:
        return next(iter(told))
    if told and "" not in told:
        return "from the air, round its drop zone"
    return ("from the air, " if group.lands else "") + hexes_told(game.scenario.board, group.hexes)


def _left_rows(game: Game, width: int) -> list[Row]:
    """The units that have left the map, and when they may come back."""
    state = game.state
    out = [unit for unit, h in enumerate(state.location) if h in EXITED]
    rows = [row(), row("Left the map", "bold")] if out else []
    for unit in out:
        back = game.rules.return_turn(state, unit)
        when = "does not come back" if back is None else f"may come back from Game-Turn {back} on"
        edge = EDGES[EXITED.index(state.location[unit])]
        told = f"    {state.units[unit].id:<8} by the {edge} in Game-Turn {state.gone[unit]}; {when}"
        rows.append(row(told[:width]))
    return rows


def _units_told(game: Game, group: Reinforcements) -> list[str]:
    lines = []
    for unit in group.units:
        counter = game.state.units[unit]
        lines.append(
            f"    {counter.id:<8} {counter.strength!s:<12} {KINDS[counter.kind]:<13} {where(game, unit):<20} "
            f"{counter.formation}"
        )
    return lines


def reinforcements_screen(game: Game) -> PageScreen:
    """The list of reinforcements, opened where the Game-Turn is."""
    screen = PageScreen("Reinforcements", lambda width: reinforcement_rows(game, width))
    now = [i for i, r in enumerate(reinforcement_rows(game, 78)) if r[0].text.endswith("<- now")]
    screen.first = now[0] if now else 0
    return screen


# -- lines of communication


def lines_screen(game: Game) -> PageScreen:
    """Who has a line of communication, and who has none and why."""
    return PageScreen("Lines of communication", lambda width: lines_rows(game, width))


# -- losses


def losses_rows(game: Game, width: int) -> list[Row]:
    """The eliminated units of both sides, by name, with what they were worth."""
    rows: list[Row] = []
    for side, info in enumerate(game.scenario.sides):
        lost = queries.losses(game, side)
        on_map = len(game.state.on_map(side))
        rows.append(row(f"{info.name}: {len(lost)} lost, {on_map} on the map", "bold"))
        told = ", ".join(
            f"{game.state.units[u].id} ({game.state.units[u].strength}, turn {game.state.gone[u]})" for u in lost
        )
        rows += [row(f"  {line}") for line in wrap(told, width - 2)]
    return rows


# -- saves


def saves_rows(current: Path, width: int) -> list[Row]:
    """The saved games, the one being played marked. Every order is saved by itself."""
    rows = [row(f"This game is saved after every order, in {current.name}"[:width], "bold"), row()]
    for save in list_saves(current.parent):
        when = save.when.astimezone().strftime("%Y-%m-%d %H:%M")
        turn = f"turn {save.turn}" + (f", {save.date}" if save.date else "")
        told = save.trouble or f"{save.title}, {turn}"
        mark = "*" if save.path == current else " "
        rows.append(row(f"{mark} {when}  {save.path.name:<28} {told}"[:width]))
    return [*rows, row(), row("Leave with q; the title screen goes on with any of them."[:width])]


def saves_screen(current: Path) -> PageScreen:
    """The saved games beside the one being played."""
    return PageScreen("Saved games", lambda width: saves_rows(current, width))
