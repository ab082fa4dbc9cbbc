"""Tables for reference: losses, combat results, terrain, reinforcements, Lines of Communication."""

from collections.abc import Sequence
from itertools import zip_longest

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import UnitPlace
from westwall_tui.engine.scenario import Reinforcements
from westwall_tui.engine.terrain import LINE_ORDER, TERRAIN_KEY, Line
from westwall_tui.ui.around.counter import short_name
from westwall_tui.ui.map.hexes.counters import token_of
from westwall_tui.ui.map.overlays.lines import Communication
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.words.odds import KINDS
from westwall_tui.words.places import hex_in_short, hexes_in_words, why_no_lines
from westwall_tui.words.rows import Row, Span, row, shortened, text_rows, width_of
from westwall_tui.words.warnings import points_in_words, warning_in_full

TEXT = 52
"""Minimum columns of the page."""
WHERE = 22
"""Columns for where a reinforcement is."""


def losses_rows(game: Game, width: int) -> list[Row]:
    """Return the eliminated units of both sides by name, with their strengths."""
    rows: list[Row] = []
    for side, info in enumerate(game.scenario.sides):
        lost = queries.losses(game, side)
        on_map = len(game.state.on_map(side))
        rows.append(row(f"{info.adjective}: {len(lost)} lost, {on_map} on the map", "bold"))
        names = ", ".join(
            f"{game.state.units[u].name} ({game.state.units[u].strength}, turn {game.state.gone[u]})" for u in lost
        )
        rows += text_rows(names, width, indent="  ")
    return rows


def results_table(line: Line | None = None, column: int = -1) -> list[str]:
    """Return the Combat Results Table: one row of headings per kind of terrain, then one row per roll.

    If a line and a column are given, that heading and the results of that column are marked.
    """
    shown = [
        f"{entry.value.partition(',')[0]:<7}"
        + _join_cells(queries.tables.headings(entry), column if entry is line else -1)
        for entry in LINE_ORDER
    ]
    shown += [f"die {die}  " + _join_cells(row, column) for die, row in enumerate(queries.tables.RESULTS, 1)]
    return [text.rstrip() for text in shown]


ROLL, CELL = "die 1  ", 6
"""The beginning of a line of results, and the columns of a result."""


def _join_cells(texts: Sequence[str], marked: int) -> str:
    return "".join(f"[{text}]".rjust(CELL) if i == marked else f"{text} ".rjust(CELL) for i, text in enumerate(texts))


def terrain_key() -> list[str]:
    """Return the Terrain Key: cost, line of the table, vehicles."""
    shown = ["hex      MP  CRT line                     vehicles"]
    for entry in TERRAIN_KEY.values():
        cost = f"{entry.cost // 2}"
        cars = "yes" if entry.vehicles else "by road or trail only (5.24)"
        shown.append(f"{entry.name:<8} {cost:>2}  {entry.line.value:<28} {cars}")
    shown += [
        "hexside",
        "road     1/2 MP in any terrain (5.22)",
        "trail    1 MP in any terrain (5.23)",
        "stream   +3 MP; vehicles by road or trail only (5.24); for its line, see 7.42",
        "river    prohibited; no zone, barrage only across it (6.33)",
        "bridge   no extra cost; for its line, see 7.42",
        "ferry    +3 MP across a river, no vehicles; not a bridge (6.33)",
    ]
    return shown


# -- the tables, and the losses of both sides


def tables_rows(game: Game, width: int) -> list[Row]:
    """Return the Combat Results Table, the Terrain Key, and the losses of both sides."""
    odds = planning.current(game)
    line, at = (None, -1) if odds is None else (odds.line, queries.tables.column(odds.line, odds.differential))
    rows = [row("Combat Results Table (7.61): attack minus defense, on the defender's line", "bold")]
    heads, results = (results_table(line, at)[part] for part in (slice(len(LINE_ORDER)), slice(len(LINE_ORDER), None)))
    rows += [*(row(text[:width]) for text in heads), *(_colored_results(game, text) for text in results)]
    rows += [row("Past either end of a line, use its first or last column."[:width])]
    meanings = (
        "D1-D4 defender retreats, A1 A2 attacker, Br both one hex; De Ae eliminated",
        "Guns and Ground Support alone: only D2, D3, D4, De affect a defender (8.15)",
    )
    rows += [row(text[:width]) for text in meanings]
    rows += [row(), row("Terrain Key", "bold"), *(row(text[:width]) for text in terrain_key())]
    return [*rows, row(), row("Losses", "bold"), *losses_rows(game, width)]


def _colored_results(game: Game, text: str) -> Row:
    """Return a line of results, each in the color of the side that suffers if the phasing side attacks."""
    attacker, defender = (f"chip_{game.scenario.colors(side)}" for side in (game.state.side, 1 - game.state.side))
    roles = {"A": attacker, "D": defender, "B": "chip_both"}
    cells = [text[start : start + CELL].ljust(CELL) for start in range(len(ROLL), len(text), CELL)]
    return (Span(text[: len(ROLL)]), *(Span(cell, roles[cell.strip(" [")[0]]) for cell in cells))


def tables_screen(game: Game) -> PageScreen:
    """Return the page of tables and losses."""
    return PageScreen("Tables and losses", lambda width: tables_rows(game, width))


def where(game: Game, unit: int) -> str:
    """Return where a reinforcement is: `waiting to enter`, `at 1317 Foy`, `lost on turn 2` ..."""
    place, h, edge, turn = queries.whereabouts(game, unit)
    match place:
        case UnitPlace.MAP:
            return f"at {hex_in_short(game.scenario.board, h, WHERE - len('at '))}"
        case UnitPlace.ELIMINATED:
            return f"lost on turn {turn}"
        case UnitPlace.LEFT:
            return f"exited {edge}"
    if turn > game.state.turn:
        return "to come"
    verb = "land" if queries.lands(game, unit) else "enter"
    if not queries.may_arrive(game, unit):
        return f"cannot {verb} now"
    if turn < game.state.turn:
        return f"late, may {verb}"
    return f"may {verb} now" if queries.is_arriving(game, game.state.units[unit].side) else f"waiting to {verb}"


DAY, COUNTER = 18, 4
"""Columns of a Game-Turn in the calendar, and of a unit."""
WIDEST_CALENDAR = 118
"""Maximum columns of the page with the calendar."""


def calendar_rows(game: Game, width: int) -> list[Row]:
    """Return the units that arrive on this and the next Game-Turns, side by side, as many turns as fit."""
    state, scenario = game.state, game.scenario
    last = max((group.turn for group in scenario.reinforcements), default=0)
    turns = range(state.turn, min(last, state.turn + (width - DAY // 2) // DAY - 1) + 1)
    if not turns:
        return []
    heads = (f"[{turn}]" if turn == state.turn else f" {turn} " for turn in turns)
    days = (f"{head} {scenario.date(turn)}"[: DAY - 1] for head, turn in zip(heads, turns, strict=True))
    rows: list[Row] = [row(f"{'':{DAY // 2}}{''.join(f'{day:<{DAY}}' for day in days)}".rstrip(), "bold")]
    for side, info in enumerate(scenario.sides):
        cells = [_cells_of_turn(game, side, turn) for turn in turns]
        for number, lines in enumerate(zip_longest(*cells, fillvalue=())):
            name = Span(f" {info.adjective} ", f"chip_{scenario.colors(side)}") if not number else Span("")
            padded = ((*line, Span(" " * (DAY - width_of(line)))) for line in lines)
            rows.append((name, Span(" " * (DAY // 2 - len(name.text))), *(span for line in padded for span in line)))
    return [*rows, row()]


def _cells_of_turn(game: Game, side: int, turn: int) -> list[Row]:
    """Return the groups of a side that arrive on a Game-Turn: each where it enters, and its counters in two lines."""
    found: list[Row] = []
    for group in game.scenario.reinforcements:
        if (group.side, group.turn) == (side, turn):
            place = "by air" if group.lands else _entry_in_short(game, group)
            across = DAY // COUNTER
            more = f"+{len(group.units) - across + 1}" if len(group.units) > across else ""
            words: Row = ()
            numbers: Row = ()
            for unit in group.units[: across - bool(more)]:
                army = game.scenario.army(unit)
                token = token_of(game.state.units[unit], army)
                words += Span(f"{token.word:<{COUNTER - 1}}", f"chip_{army}"), Span(" ")
                numbers += Span(f"{'-'.join(map(str, token.numbers)):<{COUNTER - 1}}", f"chip_{army}"), Span(" ")
            found += [shortened(row(place), DAY - 1), (*words, Span(more)), numbers]
    return found or [row("-")]


def _entry_in_short(game: Game, group: Reinforcements) -> str:
    """Return where a group comes onto the map, in few columns: `2913`, `0105-0106`, `western edge`."""
    words, edges = hexes_in_words(game.scenario.board, group.hexes), "anywhere on the "
    if words.startswith(edges):
        return words.removeprefix(edges)
    numbers = sorted(game.state.number(h) for h in group.hexes)
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def reinforcement_rows(game: Game, width: int) -> list[Row]:
    """Return all reinforcements by Game-Turn: where they enter, the units, and where each unit is.

    Groups that still have units to come are first.
    """
    state, scenario = game.state, game.scenario
    rows: list[Row] = []

    def order(group: Reinforcements) -> tuple[bool, int, int]:
        waiting = any(queries.whereabouts(game, unit).place is UnitPlace.RESERVE for unit in group.units)
        return group.turn < state.turn and not waiting, group.turn, group.side

    for group in sorted(scenario.reinforcements, key=order):
        rows += [row()] if rows else []
        date = scenario.date(group.turn)
        head = f"Game-Turn {group.turn}{f', {date}' if date else ''}: {scenario.sides[group.side].adjective}"
        rows.append(row(f"{head}{' <- now' if group.turn == state.turn else ''}"[:width], "bold"))
        rows += text_rows(_entry_in_words(game, group), width, indent="  ")
        rows += [row(line) for line in _unit_lines(game, group, width)]
    rows += _left_rows(game, width)
    return rows or [row("This scenario has no reinforcements.")]


def _entry_in_words(game: Game, group: Reinforcements) -> str:
    """Return where a group comes onto the map."""
    places = dict.fromkeys(queries.landing_place(game, unit) for unit in group.units) if group.lands else {}
    if "" not in places and len(places) == 1:
        return next(iter(places))
    if places and "" not in places:
        return "by air, near its drop zone"
    return ("by air, " if group.lands else "") + hexes_in_words(game.scenario.board, group.hexes)


def _left_rows(game: Game, width: int) -> list[Row]:
    """Return the units that have exited the map, and when they may return."""
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
        line = f"    {counter.id:<8} {counter.strength!s:<12} {KINDS[counter.kind]:<13} {where(game, unit):<{WHERE}} "
        lines.append(line + short_name(counter.formation, width - len(line)))
    return lines


def reinforcements_screen(game: Game) -> PageScreen:
    """Return the page of reinforcements: a calendar from this Game-Turn on, and all units."""
    return PageScreen(
        "Reinforcements: arrivals by Game-Turn",
        lambda width: [*calendar_rows(game, width), *reinforcement_rows(game, width)],
        least=WIDEST_CALENDAR,
        widest=WIDEST_CALENDAR,
    )


# -- Lines of Communication


def lines_rows(game: Game, width: int, cuts: Sequence[planning.Risk] = ()) -> list[Row]:
    """Return the units without a line, each with the reason, then the coming cuts, the units with one, and the places.

    `cuts` are the enemy's next moves that would cut a line.
    """
    lines = Communication(game)
    if not lines:
        return [row(f"{why_no_lines(game)}.")]
    state = game.state
    lacking = [supply for supply in lines.units.values() if not supply.line]
    having = [supply for supply in lines.units.values() if supply.line]
    rows: list[Row] = []
    if lines.units:
        rows.append(row(f"No Line of Communication: {len(lacking) or 'none'}", "bold"))
        for supply in lacking:
            at = state.number(state.location[supply.unit])
            line = f"  {state.units[supply.unit].id:<8} at {at}  {supply.why}"
            rows += text_rows(line, width, hang=" " * 19)
        if cuts:
            rows += [row(), row("Moves that could cut lines next turn", "bold")]
        for cut in cuts:
            told = f"  {points_in_words(cut.points) or 'under 1':<10} {warning_in_full(game, cut)}"
            rows += text_rows(told, width, hang=" " * 13)
        rows += [row(), row(f"With a Line of Communication: {len(having) or 'none'}", "bold")]
        for supply in having:
            at, steps = state.number(state.location[supply.unit]), len(supply.line) - 1
            goal = state.number(supply.line[-1])
            end = f"{steps} hex{'es' if steps > 1 else ''} to {goal}" if steps else "its line ends in its own hex"
            rows.append(row(f"  {state.units[supply.unit].id:<8} at {at}  {end}"[:width]))
    if lines.places:
        rows += [row(), row("Places", "bold")]
        for place in lines.places:
            rows += text_rows(f"  {place.name}: {place.why}", width, hang="    ")
    return rows


def lines_screen(game: Game) -> PageScreen:
    """Return the page of Lines of Communication."""
    cuts = [cut for side in (0, 1) for cut in planning.Outlook(game).cuts(side)]
    return PageScreen("Lines of Communication", lambda width: lines_rows(game, width, cuts), least=TEXT)
