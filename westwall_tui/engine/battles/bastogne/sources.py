"""All that gives points (15.17, 15.37), or wins the Relief (15.27)."""

from typing import TYPE_CHECKING

from westwall_tui.engine.rules.answers import NOBODY, Chance, Source, by_side
from westwall_tui.engine.rules.exits import soonest_exit
from westwall_tui.engine.state import ELIMINATED, EXITED, State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.bastogne import Bastogne


def sources(rules: "Bastogne", state: State) -> list[Source]:
    """Bastogne and the exits; in the Relief the road, and nothing else."""
    if rules.line_from:
        return _road(rules, state)
    if not rules.specified:
        return []
    return [*_bastogne(rules, state), *_exits(rules, state)]


def _road(rules: "Bastogne", state: State) -> list[Source]:
    """15.27: the line wins for the U.S. player, and its lack for the German."""
    line, numbers = rules.line(state), state.numbers
    stands = f"open from {' to '.join(numbers((line[0], line[-1])))}" if line else "none is open now"
    hexes = line or (*rules.line_from, *rules.line_to)
    last = state.scenario.last_turn
    return [
        Source(rules.us, "an open road at a turn's end", "15.27", 0, 0, 0, stands, hexes, wins=True),
        Source(rules.german, f"no open road up to turn {last}", "15.27", 0, 0, 0, stands, hexes, wins=True),
    ]


def _bastogne(rules: "Bastogne", state: State) -> list[Source]:
    """15.17: both hexes of the town, or for the U.S. player one of them."""
    german, us, neither = rules.hold_points
    holder, name = rules.holder(state), " and ".join(state.numbers(rules.bastogne))
    worth = {rules.german: (german, 0), rules.us: (0, us), NOBODY: (0, neither)}
    names = {side: state.scenario.sides[side].name for side in (0, 1)}
    last = {side: [n for n in rules.bastogne if rules.last_through(state, n) == side] for side in (0, 1)}
    through = ", ".join(f"{names[side]} {' '.join(state.numbers(last[side]))}" for side in (0, 1) if last[side])
    held = "nobody was there yet" if not through else through if holder == NOBODY else f"{names[holder]} has both"

    def chance(text: str, to: int) -> Chance:
        change = [after - before for after, before in zip(worth[to], worth[holder], strict=True)]
        return Chance(text, text, 1, by_side((rules.german, change[0]), (rules.us, change[1])))

    texts = {
        rules.german: f"Bastogne for the {names[rules.german]}",
        rules.us: f"Bastogne for the {names[rules.us]}",
        NOBODY: "one hex of Bastogne lost",
    }
    chances = tuple(chance(text, to) for to, text in texts.items() if to != holder)
    now, each = worth[holder], f"Bastogne, {name}"
    return [
        Source(rules.german, each, "15.17", now[0], 0, german, held, rules.bastogne, chances=chances),
        Source(
            rules.us,
            f"Bastogne; {neither} if nobody has both",
            "15.17",
            now[1],
            0,
            max(us, neither),
            held,
            rules.bastogne,
        ),
    ]


def _exits(rules: "Bastogne", state: State) -> list[Source]:
    """15.17, 15.37: the specified units off the western edge, and those that are not."""
    out, every = rules.exited(state), len(rules.specified)
    can = [unit for unit in rules.specified if _may_still_leave(rules, state, unit)]
    left = every - len(out)
    won, cost = rules.exit_points
    chance = Chance("one more exit", "{n} more exits", len(can), rules.exit_gain)
    hexes = state.scenario.board.edge("west")
    return [
        Source(rules.german, f"off the west edge by turn {rules.exit_by}, {won} each", "15.17", len(out) * won,
               len(out) * won, (len(out) + len(can)) * won, f"{len(out)} out, {len(can)} more may go",
               hexes, rules.specified, (chance,)),
        Source(rules.us, f"of these {every} not off it, {cost} each", "15.17", left * cost, (left - len(can)) * cost,
               left * cost, f"{left} now, {left - len(can)} for good", hexes, rules.specified),
    ]  # fmt: skip


def _may_still_leave(rules: "Bastogne", state: State, unit: int) -> bool:
    """True if a specified unit can leave in time, were there no enemy."""
    if state.location[unit] == ELIMINATED or state.location[unit] in EXITED:
        return False
    way = soonest_exit(state, unit, ("west",))
    return way is not None and way.turn <= rules.exit_by
