"""The state of the game: points, objectives, losses, Lines of Communication, scoring units."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import words
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules.answers import Chance, Counted, Measure, Objective, Scale, Score, Source, Supply
from westwall_tui.engine.rules.exits import WayOut, soonest_exit
from westwall_tui.engine.state import EXITED, Outcome, State, changed

# -- Victory Points, objectives, losses, and conditions of this Game-Turn.


def account(game: Game) -> list[Score]:
    """The Victory Points as they stand, by cause."""
    return game.rules.account(game.state)


def totals(game: Game) -> tuple[int, int]:
    """The Victory Points of both sides as they stand."""
    return game.rules.totals(game.state)


def outcome_now(game: Game) -> Outcome:
    """The outcome if the game ended now."""
    return game.rules.end_of_turn(game.state) or game.rules.outcome(game.state)


def levels(game: Game, outcome: Outcome) -> int:
    """By how many levels of victory the First Player is ahead in an outcome; below 0 the Second, 0 for a draw."""
    return game.rules.levels(outcome)


def levels_at(game: Game, points: tuple[int, int]) -> int:
    """The same if the game ended with these points."""
    return game.rules.levels(game.rules.verdict(points))


def most_levels(game: Game) -> int:
    """The levels of victory that a side can win by."""
    return len(game.rules.ladder) or 1


def objectives(game: Game) -> list[Objective]:
    """The places that score, and for whom if the game ended now."""
    return game.rules.objectives(game.state)


def measures(game: Game) -> Sequence[Measure]:
    """How far the sides have come on the ground, by the battle's own measures; in some battles none."""
    return game.rules.measures(game.state)


def scale(game: Game) -> Scale:
    """How the points of both sides compare, to say who would win."""
    return game.rules.scale


def numbers(game: Game) -> Mapping[str, int]:
    """The numbers of the battle's rules that a briefing may name, by name; `game` has just begun."""
    return game.rules.numbers(game.state)


def losses(game: Game, side: int | str) -> list[int]:
    """Return the side's eliminated units, in unit order."""
    return game.state.eliminated(game.scenario.side(side))


def situation(game: Game) -> Sequence[str]:
    """Sentences that a player should read beside the points."""
    return game.rules.situation(game.state)


def conditions(game: Game) -> Sequence[str]:
    """Conditions of this phase in a few words each: weather, night ..."""
    return game.rules.conditions(game.state)


# -- The outcome if the game ended now, and the scoring units.


class StandingNow(Record):
    """The outcome if the game ended now, or the real one once it is over."""

    points: tuple[int, int]
    """The Victory Points of both sides, including those scored only at the end."""
    winner: int
    """A side, or -1 for a draw."""
    verdict: str
    """The winner and level: `US Marginal Victory`."""
    sentence: str
    """All of it in one sentence."""
    lines: Sequence[Score]
    """The account behind the points; lines marked `Score.at_end` may still be lost."""
    due: Sequence[Score]
    """Scores due at the end of this Game-Turn if nothing changes; not in `points`, and without a front."""


def standing_now(game: Game) -> StandingNow:
    """The outcome if the game ended now, without looking for a front."""
    lines = account(game)
    over = game.outcome
    outcome = over or outcome_now(game)
    sums = [sum(line.points for line in lines if line.side == side) for side in (0, 1)]
    sentence = outcome.sentence if over else _if_it_ended(outcome.sentence)
    due = [] if over else game.rules.due(game.state)
    return StandingNow((sums[0], sums[1]), outcome.winner, outcome.verdict, sentence, lines, due)


def _if_it_ended(sentence: str) -> str:
    """Return an outcome that is not final: `If the game ended now: the U.S. win (German 0, U.S. 45)`."""
    how, _, points = sentence.partition(": ")
    how = how.replace("The ", "the ", 1)
    inner = points.replace(" (", ", ").rstrip(")")
    return f"If the game ended now: {how}" + (f" ({inner})" if inner else "")


def counted(game: Game) -> Sequence[Counted]:
    """The units that score by where they are, and how each stands; in some battles none.

    A unit that scores for two reasons is listed twice.
    """
    return game.rules.counted(game.state)


# -- What can still give points, and what would turn the game.


def sources(game: Game) -> list[Source]:
    """All that gives points, the First Player's first: what it gives now, and within which limits it can end.

    In some battles nothing does. Once the game is over nothing can change.
    """
    found = sorted(game.rules.sources(game.state), key=lambda source: source.side)
    if game.outcome is None:
        return found
    return [source.replace(least=source.now, most=source.now, chances=()) for source in found]


def way_out(game: Game, counted: Counted) -> WayOut | None:
    """How soon a unit that counts can leave by one of its edges; None if it never can, or need not."""
    return soonest_exit(game.state, counted.unit, counted.exits) if counted.exits else None


class Reversal(Record):
    """What would have to happen for another outcome."""

    text: str
    """What, in words: `four more exits`."""
    points: tuple[int, int]
    """The points of both sides then."""
    winner: int
    """Who would win then; -1 for a draw."""
    level: str = ""
    """The level of victory then: `US Marginal Victory`."""


MOST_REVERSALS = 3
"""The most ways to turn a game that are told."""


def reversals(game: Game) -> list[Reversal]:
    """What alone would turn the game, the least first; if nothing does alone, all that has to come together.

    Empty if the game is over, if it counts no points, or if nothing can turn it.
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
    """What alone would have changed the level of victory of a game that is over: what takes least first.

    With hindsight: what could have happened more often or less often, at most `NEAR` times, or so many points; of each
    source what takes least. Empty while it is not over, if it ended before its last Game-Turn, or if nothing would
    have.
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
"""A game was near to another level if something would have had to happen so often more or less, or for so many
points."""


def _size(chance: Chance) -> int:
    """How many points a chance moves each time."""
    return abs(chance.by[0]) + abs(chance.by[1])


def fewer_in_words(chance: Chance, times: int) -> str:
    """A chance that happened so many times less, in words."""
    return chance.less[0] if times == 1 else chance.less[1].format(n=words.in_words(times))


def in_words(chance: Chance, times: int) -> str:
    """A chance that happens so many times, in words."""
    return chance.one if times == 1 else chance.many.format(n=words.in_words(times))


def _points_after(points: tuple[int, int], chance: Chance, times: int) -> tuple[int, int]:
    first, second = (points[side] + times * chance.by[side] + chance.once[side] * (times > 0) for side in (0, 1))
    return first, second


def _least_times(game: Game, points: tuple[int, int], chance: Chance, now: int) -> int:
    """How many times a chance must happen for another outcome; 0 if it cannot happen so often."""

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
    """What a side needs at once for another outcome: the greatest chance of each source, as often as it takes."""
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
    """What it brings if a unit leaves the map."""

    gained: tuple[int, int]
    """By side the change of the points that the unit counts for, as things stand."""
    kept: tuple[int, int]
    """By side the points that it still counts for afterwards."""
    totals: tuple[int, int]
    """The Victory Points of both sides afterwards."""
    back: int | None
    """The first Game-Turn in which it may return; None if it never may."""


def departure(game: Game, unit: int, edge: str) -> Departure:
    """What leaving the map now by an edge would bring, whether or not the unit could get there."""
    after = game.state.copy()
    after.place(unit, EXITED[EDGES.index(edge)])
    after.gone = changed(after.gone, after.turn, unit)
    before, kept = _counts_for(game, game.state, unit), _counts_for(game, after, unit)
    rules = game.rules
    gained = kept[0] - before[0], kept[1] - before[1]
    return Departure(gained, kept, rules.totals(after), rules.return_turn(after, unit))


def _counts_for(game: Game, state: State, unit: int) -> tuple[int, int]:
    """By side the points that a unit counts for."""
    counted = [line for line in game.rules.counted(state) if line.unit == unit]
    first, second = (sum(line.points for line in counted if line.side == side) for side in (0, 1))
    return first, second


# -- Lines of Communication, and how a move would change them.


def needs_lines(game: Game) -> bool:
    """True if units or scoring places need Lines of Communication in this battle."""
    return game.rules.needs_lines


def supplies(game: Game) -> Sequence[Supply]:
    """For each unit that needs a Line of Communication: the line, or why it has none; in most battles no unit needs
    one."""
    return game.rules.supplies(game.state)


def verdict_note(game: Game) -> str:
    """Return what explains the verdict on the points of a game that was played to its end; empty if nothing does."""
    over = game.outcome is not None and game.outcome == game.rules.verdict(totals(game))
    return game.rules.verdict_note(totals(game)) if over else ""


def no_line_points(game: Game) -> int:
    """Points for the enemy for each unit that has no Line of Communication when a Game-Turn ends."""
    return game.rules.no_line_points


class Change(Record):
    """The effect of a move on Lines of Communication: names of units and places."""

    gained: tuple[str, ...]
    lost: tuple[str, ...]
    own: Supply | None
    """The moving unit's line from its new hex; None if it needs none."""


def line_changes(game: Game, unit: int, h: int) -> Change:
    """Which units and places would gain or lose a Line of Communication if a unit moved to a hex."""
    state = game.state
    after = state.copy()
    after.place(unit, h)
    supplied = game.rules.supplies(after)
    now, then = _lines(game, state, game.rules.supplies(state)), _lines(game, after, supplied)
    gained = tuple(name for name, has in then.items() if has and not now.get(name))
    lost = tuple(name for name, has in now.items() if has and not then.get(name))
    return Change(gained, lost, next((s for s in supplied if s.unit == unit), None))


def _lines(game: Game, state: State, supplied: Sequence[Supply]) -> dict[str, bool]:
    """By name of each unit or place that needs a line: True if it has one."""
    units = {state.units[s.unit].id: bool(s.line) for s in supplied}
    return units | {o.name: bool(o.line) for o in game.rules.objectives(state)}
