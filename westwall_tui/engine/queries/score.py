"""The score of a game: points, objectives, losses, Lines of Communication, scoring units."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from westwall_tui.engine import words
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules.answers import Chance, Counted, Measure, Objective, Scale, Score, Source, Supply
from westwall_tui.engine.rules.exits import WayOut, soonest_exit
from westwall_tui.engine.rules.scenario_data import MOST_POINTS
from westwall_tui.engine.state import EXITED, Outcome, State, changed

# -- Victory Points, objectives, losses, and circumstances of this Game-Turn.


def account(game: Game) -> list[Score]:
    """Return the present Victory Points, by cause."""
    return game.rules.account(game.state)


def totals(game: Game) -> tuple[int, int]:
    """Return the present Victory Points of both sides."""
    return game.rules.totals(game.state)


def outcome_now(game: Game) -> Outcome:
    """Return the outcome as if the game ended now."""
    return game.rules.end_of_turn(game.state) or game.rules.outcome(game.state)


CONCEDED, WON_AT_ONCE = 5, 20
"""Points that a concession adds for each Game-Turn that is not finished, and the margin of a victory without points."""


def margin(game: Game, winner: int | None = None) -> int:
    """Return the First Player's lead in points, as a margin that can be added up over games.

    `winner`: the side that won, or -1 for a draw, if the game ended outside the rules; that counts as a concession.

    A concession adds points to the winner's lead, which counts as 0 if the winner was behind. They are so many that
    nobody saves the lead of a match's first game by giving up the second. A victory without points has a fixed margin,
    plus more for each Game-Turn that was left. A draw to which both sides agreed has no margin.
    """
    rules, outcome, (first, second) = game.rules, game.outcome, totals(game)
    if winner is not None:
        outcome = Outcome(winner, "")
    if outcome is None or (rules.is_decided_by_points and outcome == rules.verdict((first, second))):
        return first - second
    sign = {0: 1, 1: -1}.get(outcome.winner, 0)
    lead = (first - second) * sign
    if rules.is_decided_by_points and rules.end_of_turn(game.state) != outcome:
        return sign * (max(lead, 0) + CONCEDED * max(game.scenario.last_turn - game.state.turn + 1, 1))
    return sign * max(lead, WON_AT_ONCE + game.scenario.last_turn - game.state.turn)


def start(game: Game) -> tuple[int, int]:
    """Return the points of both sides at the start: those of the scenario and those that the players agreed on."""
    return game.rules.start


def even_start(game: Game, scored: tuple[int, int]) -> float:
    """Return the points at the start for which a game of points would be drawn if both sides scored these points.

    Above 0, the First Player has them at the start; below 0, the Second Player. If no start gives a draw, the result is
    the middle of those that give one: 2.5 if the First Player wins with 3 and loses with 2. `scored` does not include
    points at the start.
    """

    def lead(points: int) -> int:
        return levels_at(game, (scored[0] + max(points, 0), scored[1] + max(-points, 0)))

    starts = range(-MOST_POINTS, MOST_POINTS + 1)
    not_lost = bisect_left(starts, 0, key=lead)
    won = bisect_left(starts, 1, lo=not_lost, key=lead)
    return (not_lost - 1 + won) / 2 - MOST_POINTS


def units_left(game: Game, side: int) -> int:
    """Return the number of the side's units that were not eliminated."""
    return len(game.scenario.of_side[side]) - len(game.state.eliminated(side))


def levels(game: Game, outcome: Outcome) -> int:
    """Return the First Player's lead in levels of victory; below 0 if the Second Player wins, 0 for a draw."""
    return game.rules.levels(outcome)


def levels_at(game: Game, points: tuple[int, int]) -> int:
    """Return the lead of `levels` if the game ended with these points."""
    return game.rules.levels(game.rules.verdict(points))


def most_levels(game: Game) -> int:
    """Return the number of levels of victory."""
    return len(game.rules.ladder) or 1


def objectives(game: Game) -> list[Objective]:
    """Return the places that score, each with the side that would score it if the game ended now."""
    return game.rules.objectives(game.state)


def measures(game: Game) -> Sequence[Measure]:
    """Return the sides' progress on the ground, by the battle's own measures; none in some battles."""
    return game.rules.measures(game.state)


def scale(game: Game) -> Scale:
    """Return the weights of both sides' points, which decide the winner."""
    return game.rules.scale


def numbers(game: Game) -> Mapping[str, int]:
    """Return the numbers of the battle's rules that a briefing may name; `game` has just begun."""
    return game.rules.numbers(game.state)


def losses(game: Game, side: int | str) -> list[int]:
    """Return the side's eliminated units, in unit order."""
    return game.state.eliminated(game.scenario.side(side))


def situation(game: Game) -> Sequence[str]:
    """Return sentences that a player should read next to the points."""
    return game.rules.situation(game.state)


def special_rules(game: Game) -> Sequence[str]:
    """Return the special rules that a scenario adds to the Standard Rules, in sentences."""
    return game.rules.special_in_words()


def circumstances(game: Game) -> Sequence[str]:
    """Return circumstances of this phase in a few words each, such as weather or night."""
    return game.rules.circumstances(game.state)


# -- The outcome as if the game ended now, and the units that score.


class StandingNow(Record):
    """The outcome as if the game ended now, or the actual outcome once it is over."""

    points: tuple[int, int]
    """The Victory Points of both sides, including points that count only at the end."""
    winner: int
    """A side, or -1 for a draw."""
    verdict: str
    """The winner and level: `U.S. Marginal Victory`."""
    sentence: str
    """The whole outcome in one sentence."""
    lines: Sequence[Score]
    """The account behind the points; lines marked `Score.at_end` may still be lost."""
    due: Sequence[Score]
    """The scores due at the end of this Game-Turn if nothing changes, apart from a front. They are not in `points`."""


def standing_now(game: Game) -> StandingNow:
    """Return the outcome as if the game ended now, without searching for a front."""
    lines = account(game)
    over = game.outcome
    outcome = over or outcome_now(game)
    sums = [sum(line.points for line in lines if line.side == side) for side in (0, 1)]
    sentence = outcome.sentence if over else _if_it_ended(outcome.sentence)
    due = [] if over else game.rules.due(game.state)
    return StandingNow((sums[0], sums[1]), outcome.winner, outcome.verdict, sentence, lines, due)


def _if_it_ended(sentence: str) -> str:
    """Return a provisional outcome in words: `If the game ended now: the U.S. win (German 0, U.S. 45)`."""
    how, _, points = sentence.partition(": ")
    how = how.replace("The ", "the ", 1)
    inner = points.replace(" (", ", ").rstrip(")")
    return f"If the game ended now: {how}" + (f" ({inner})" if inner else "")


def counted(game: Game) -> Sequence[Counted]:
    """Return the units that score by their place, with their present state; none in some battles.

    A unit that scores for two reasons is listed twice.
    """
    return game.rules.counted(game.state)


# -- The sources of points, and the events that would change the winner.


def sources(game: Game) -> list[Source]:
    """Return the sources of points, the First Player's first, with their limits; none in some battles.

    Once the game is over, the limits are the points that were scored.
    """
    found = sorted(game.rules.sources(game.state), key=lambda source: source.side)
    if game.outcome is None:
        return found
    return [source.replace(least=source.now, most=source.now, chances=()) for source in found]


def way_out(game: Game, counted: Counted) -> WayOut | None:
    """Return the soonest exit of a unit that scores by its exit; None if it can never exit or does not score."""
    return soonest_exit(game.state, counted.unit, counted.exits) if counted.exits else None


class Reversal(Record):
    """An event that would lead to another outcome."""

    text: str
    """The event in words: `four more exits`."""
    points: tuple[int, int]
    """The points of both sides after the event."""
    winner: int
    """The winner after the event; -1 for a draw."""
    level: str = ""
    """The level of victory after the event: `U.S. Marginal Victory`."""


MOST_REVERSALS = 3
"""The maximum number of reversals that are returned."""


def reversals(game: Game) -> list[Reversal]:
    """Return the single events that would change the winner, the smallest first, or one combination of events.

    The list is empty if the game is over, if the battle has no points, or if nothing can change the winner.
    """
    found = sources(game)
    points, now = totals(game), game.rules.verdict(totals(game)).winner
    if game.outcome is not None or not any(source.chances for source in found):
        return []
    turns: list[tuple[int, Reversal]] = []
    for chance in (chance for source in found for chance in source.chances):
        times = _least_times(game, points, chance, now)
        if times:
            after = _points_after(points, chance, times)
            turns.append((times, Reversal(in_words(chance, times), after, game.rules.verdict(after).winner)))
    turns.sort(key=lambda each: each[0])
    if turns:
        return [turn for _, turn in turns[:MOST_REVERSALS]]
    return [turn for side in (0, 1) if side != now for turn in _reversals_at_once(game, found, points, side)][:1]


def near_misses(game: Game) -> list[Reversal]:
    """Return the single events that would have changed the level of victory of a finished game, the smallest first.

    Each event could have happened more often or less often, within the limits `NEAR` and `NEAR_POINTS`; only the
    smallest event of each source is returned. The list is empty if the game is not over, if it ended before its last
    Game-Turn, or if there is no such event.
    """
    if game.outcome is None or game.state.turn < game.scenario.last_turn:
        return []
    before = game.copy()
    before.state.outcome = None
    points = totals(before)
    now = game.rules.verdict(points)
    found: list[tuple[tuple[bool, int], int, Reversal]] = []
    chances = [(number, chance) for number, source in enumerate(sources(before)) for chance in source.chances]
    for number, chance in chances:
        for step, most in ((1, max(chance.times, chance.missed)), (-1, chance.done)):
            for times in range(1, min(most, NEAR if _size(chance) > 1 else NEAR_POINTS) + 1):
                after = _points_after(points, chance, step * times)
                then = game.rules.verdict(after)
                if then.verdict != now.verdict:
                    told = in_words(chance, times) if step > 0 else fewer_in_words(chance, times)
                    reversal = Reversal(told, after, then.winner, then.verdict)
                    found.append(((then.winner == now.winner, times * _size(chance)), number, reversal))
                    break
    found.sort(key=lambda each: each[0])
    least: dict[int, Reversal] = {}
    for _, number, reversal in found:
        least.setdefault(number, reversal)
    return [*least.values()][:MOST_REVERSALS]


NEAR, NEAR_POINTS = 3, 12
"""The maximum size of a near miss: a number of events, or a number of points if each event gives one point."""


def _size(chance: Chance) -> int:
    """Return the total change of points if a chance happens once."""
    return abs(chance.by[0]) + abs(chance.by[1])


def fewer_in_words(chance: Chance, times: int) -> str:
    """Return a clause that a chance happens a number of times fewer."""
    return chance.less[0] if times == 1 else chance.less[1].format(n=words.in_words(times))


def in_words(chance: Chance, times: int) -> str:
    """Return a clause that a chance happens a number of times."""
    return chance.one if times == 1 else chance.many.format(n=words.in_words(times))


def _points_after(points: tuple[int, int], chance: Chance, times: int) -> tuple[int, int]:
    first, second = (points[side] + times * chance.by[side] + chance.once[side] * (times > 0) for side in (0, 1))
    return first, second


def _least_times(game: Game, points: tuple[int, int], chance: Chance, now: int) -> int:
    """Return the number of times that a chance must happen for another winner; 0 if it cannot happen that often."""

    def turned(times: int) -> bool:
        return game.rules.verdict(_points_after(points, chance, times)).winner != now

    low, high = 1, chance.times
    if high < 1 or not turned(high):
        return 0
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if turned(middle) else (middle + 1, high)
    return low


def _reversals_at_once(game: Game, found: Sequence[Source], points: tuple[int, int], side: int) -> list[Reversal]:
    """Return the events that together give a side the win, using the greatest chance of each source."""
    scale, now = game.rules.scale, game.rules.verdict(points).winner

    def helps(chance: Chance) -> int:
        by = scale.balance(_points_after(points, chance, 1)) - scale.balance(points)
        return (by if side == 0 else -by) * chance.times

    best = [max(source.chances, key=helps) for source in found if source.chances]
    told: list[str] = []
    for chance in sorted((chance for chance in best if helps(chance) > 0), key=helps, reverse=True):
        times = _least_times(game, points, chance, now)
        told.append(in_words(chance, times or chance.times))
        points = _points_after(points, chance, times or chance.times)
        if times:
            return [Reversal(" and ".join(filter(None, (", ".join(told[:-1]), told[-1]))), points,
                         game.rules.verdict(points).winner)]  # fmt: skip
    return []


class Departure(Record):
    """The effect of a unit's exit on the points."""

    gained: tuple[int, int]
    """By side: the change of the points that the unit scores."""
    kept: tuple[int, int]
    """By side: the points that the unit still scores after its exit."""
    totals: tuple[int, int]
    """The Victory Points of both sides after the exit."""
    back: int | None
    """The first Game-Turn in which the unit may return; None if it never may."""


def departure(game: Game, unit: int, edge: str) -> Departure:
    """Return the effect of a unit's exit by an edge now, even if the unit cannot get there."""
    after = game.state.copy()
    after.place(unit, EXITED[EDGES.index(edge)])
    after.gone = changed(after.gone, after.turn, unit)
    before, kept = _counts_for(game, game.state, unit), _counts_for(game, after, unit)
    rules = game.rules
    gained = kept[0] - before[0], kept[1] - before[1]
    return Departure(gained, kept, rules.totals(after), rules.return_turn(after, unit))


def _counts_for(game: Game, state: State, unit: int) -> tuple[int, int]:
    """Return, by side, the points that a unit scores."""
    counted = [line for line in game.rules.counted(state) if line.unit == unit]
    first, second = (sum(line.points for line in counted if line.side == side) for side in (0, 1))
    return first, second


# -- Lines of Communication, and the effect of a move on them.


def needs_lines(game: Game) -> bool:
    """Return True if units or scoring places need Lines of Communication in this battle."""
    return game.rules.needs_lines


def supplies(game: Game) -> Sequence[Supply]:
    """Return the Line of Communication, or its obstacle, of each unit that needs one; none in most battles."""
    return game.rules.supplies(game.state)


def verdict_note(game: Game) -> str:
    """Return a note on the verdict of a game that was played to its end; empty if the battle has none."""
    over = game.outcome is not None and game.outcome == game.rules.verdict(totals(game))
    return game.rules.verdict_note(totals(game)) if over else ""


def no_line_points(game: Game) -> int:
    """Return the enemy's points for each unit without a Line of Communication at the end of a Game-Turn."""
    return game.rules.no_line_points


class Change(Record):
    """The effect of a move on Lines of Communication, as names of units and places."""

    gained: tuple[str, ...]
    lost: tuple[str, ...]
    own: Supply | None
    """The moving unit's line from its new hex; None if it does not need a line."""


def line_changes(game: Game, unit: int, h: int) -> Change:
    """Return the units and places that would gain or lose a Line of Communication if a unit were in another hex."""
    state = game.state
    after = state.copy()
    after.place(unit, h)
    supplied = game.rules.supplies(after)
    now, then = _lines(game, state, game.rules.supplies(state)), _lines(game, after, supplied)
    gained = tuple(name for name, has in then.items() if has and not now.get(name))
    lost = tuple(name for name, has in now.items() if has and not then.get(name))
    return Change(gained, lost, next((s for s in supplied if s.unit == unit), None))


def _lines(game: Game, state: State, supplied: Sequence[Supply]) -> dict[str, bool]:
    """Return, by name, whether each unit or place that needs a line has one."""
    units = {state.units[s.unit].id: bool(s.line) for s in supplied}
    return units | {o.name: bool(o.line) for o in game.rules.objectives(state)}
