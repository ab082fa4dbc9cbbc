"""The sources of points (15.17, 15.37) or of victory in the Relief (15.27), and the measures of ground held."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from westwall_tui.engine.rules.answers import NOBODY, Chance, Measure, Source, by_side
from westwall_tui.engine.rules.lines import fewest_closed
from westwall_tui.engine.state import State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.bastogne import Bastogne


def sources(rules: "Bastogne", state: State) -> list[Source]:
    """Return the sources of points, Bastogne and the exits; in the Relief, only the road."""
    if rules.line_from:
        return _road(rules, state)
    if not rules.specified:
        return []
    return [*(_bastogne(rules, state) if rules.bastogne else ()), *_exits(rules, state)]


def _road(rules: "Bastogne", state: State) -> list[Source]:
    """Return the line as a victory for the U.S. side, and the lack of one as a victory for the German (15.27)."""
    line, numbers = rules.line(state), state.numbers
    cut = () if line else fewest_closed(state, rules.us, rules.line_from, rules.line_to)
    status = f"open from {' to '.join(numbers((line[0], line[-1])))}" if line else "none is open now"
    if cut:
        status = f"none: {len(cut)} {'hex' if len(cut) == 1 else 'hexes'} closed"
    hexes = line or (*rules.line_from, *cut, *rules.line_to)
    last = state.scenario.last_turn
    return [
        Source(rules.us, "an open road at a turn's end", "15.27", 0, 0, 0, status, hexes, wins=True),
        Source(rules.german, f"no open road up to turn {last}", "15.27", 0, 0, 0, status, hexes, wins=True),
    ]


def _bastogne(rules: "Bastogne", state: State) -> list[Source]:
    """Return the points for the town (15.17).

    The German scores for both hexes; the U.S. side scores for both, or less if neither side has both.
    """
    german, us, neither = rules.hold_points
    holder, name = rules.holder(state), " and ".join(state.numbers(rules.bastogne))
    worth = {rules.german: (german, 0), rules.us: (0, us), NOBODY: (0, neither)}
    names = {side: state.scenario.sides[side].adjective for side in (0, 1)}
    people = {side: state.scenario.sides[side].people for side in (0, 1)}
    last = {side: [n for n in rules.bastogne if rules.last_through(state, n) == side] for side in (0, 1)}
    through = ", ".join(f"{names[side]} {' '.join(state.numbers(last[side]))}" for side in (0, 1) if last[side])
    held = through or "no unit has been there yet"
    if holder != NOBODY:
        held = f"{people[holder]} have both"

    def chance(text: str, to: int) -> Chance:
        change = [after - before for after, before in zip(worth[to], worth[holder], strict=True)]
        return Chance(text, text, 1, by_side((rules.german, change[0]), (rules.us, change[1])))

    texts = {
        rules.german: f"Bastogne held by {people[rules.german]}",
        rules.us: f"Bastogne held by {people[rules.us]}",
        NOBODY: "one hex of Bastogne lost",
    }
    chances = tuple(chance(text, to) for to, text in texts.items() if to != holder)
    now, each = worth[holder], f"Bastogne, {name}"
    return [
        Source(rules.german, each, "15.17", now[0], 0, german, held, rules.bastogne, chances=chances),
        Source(
            rules.us,
            f"Bastogne; {neither} if neither holds it",
            "15.17",
            now[1],
            0,
            max(us, neither),
            held,
            rules.bastogne,
        ),
    ]


def _exits(rules: "Bastogne", state: State) -> list[Source]:
    """Return the points for specified units that have exited by the western edge, and for the others (15.17, 15.37)."""
    out, every = rules.exited(state), len(rules.specified)
    can = [unit for unit in rules.specified if rules.leaves_in_time(state, unit)]
    left = every - len(out)
    won, cost = rules.exit_points
    chance = Chance("one more exit", "{n} more exits", len(can), rules.exit_gain, missed=left, done=len(out),
                    less=("one fewer exit", "{n} fewer exits"))  # fmt: skip
    hexes, more = state.scenario.board.edge("west"), f", up to {len(can)} more" if can else ""
    return [
        Source(rules.german, f"exited west by turn {rules.exit_by}, {won} each", "15.17", len(out) * won,
               len(out) * won, (len(out) + len(can)) * won, f"{len(out)} out{more}",
               hexes, rules.specified, (chance,)),
        Source(rules.us, f"not exited west, {cost} each", "15.17", left * cost, (left - len(can)) * cost,
               left * cost, f"{left} of {every}, {left - len(can)} for good", hexes, rules.specified),
    ]  # fmt: skip


# -- ground held: the town and its roads


def measures(rules: "Bastogne", state: State) -> list[Measure]:
    """Return measures of the road into Bastogne in the Relief; otherwise of the town and of the roads out of it."""
    if rules.line_from:
        return [_closed_road(state, rules.us, "the road into Bastogne", rules.line_from, rules.line_to)]
    if not rules.bastogne:
        return []
    board, through = state.scenario.board, sum(rules.last_through(state, h) == rules.german for h in rules.bastogne)
    west, south = board.edge("west"), board.edge("south")
    return [
        Measure("Hexes of Bastogne that the Germans hold", rules.german, through, len(rules.bastogne)),
        _closed_road(state, rules.german, "the German road from Bastogne to the west", rules.bastogne, west),
        _closed_road(state, rules.us, "the road from Bastogne to the U.S. rear", rules.bastogne, (*west, *south)),
    ]


def _closed_road(state: State, side: int, road: str, starts: Iterable[int], goals: Iterable[int]) -> Measure:
    cut = fewest_closed(state, side, starts, goals)
    return Measure(f"Closed hexes on {road}", side, len(cut), 0, falls=True, road=road, cut=cut)
