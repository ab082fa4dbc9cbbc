"""The prover of puzzles: the exact best chance of a goal in a Combat Phase, perhaps with the Movement Phase before it.

It is an expectimax search over every decision of both players and every die. The side with the goal maximizes, the
other side minimizes. The engine makes every step, so all rules apply, including the battles' Exclusive Rules. Values
are whole numbers (`goals.UNIT`), so nothing is rounded.

The search leaves out branches that cannot change a value:

- Memo: positions that differ only in facts that no longer matter are the same (`bounds.PlainMemo`).
- Thrift: of the ways to attack the same enemies with the same adjacent units, only those with the least artillery and
  Ground Support for the same columns against every answer are needed. A gun that barrages suffers nothing, has no
  obligation, and keeps its choices by not firing. The same is true of Final Protective Fire.
- Equal results of a die are played out once, because only the result matters later.
- Brackets: the Combat Results Table alone limits the chance of each unit's loss (`bounds.Risks`), so a position may be
  settled, or too bad or too good to matter, long before the phase ends. Once no unit can be attacked any more, one way
  of a lone retreat is as good as another if only losses count.
- Alpha-beta, and Star1 at the dice (Ballard): a branch that cannot change the choice further up is not searched.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import Combat, Play, fights
from westwall_tui.engine.orders import Done, Fpf, IllegalOrder, Order, OrderSyntaxError, Roll, parse
from westwall_tui.engine.queries import tables
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State
from westwall_tui.files.checks import Report
from westwall_tui.files.faults import Faults, FileError
from westwall_tui.learn.puzzles.bounds import Memo, PlainMemo, Risks
from westwall_tui.learn.puzzles.catalog import Proof, Puzzle, Solution, load_puzzle
from westwall_tui.learn.puzzles.goals import Bracket, Goal, as_fraction


class TooLong(Exception):
    """Raised if a proof takes more positions or seconds than its limit."""


class Branch(NamedTuple):
    """An order and the position after it."""

    order: Order
    state: State
    ends: bool
    """True if the order ends the last phase that counts."""


class Prover:
    """A prover of one goal in one position, and in later positions of the same phase."""

    def __init__(
        self,
        game: Game,
        goal: Goal,
        *,
        positions: int = 0,
        seconds: float = 0.0,
        prune: bool = True,
    ) -> None:
        """Create a prover that may examine `positions` and take `seconds` at most; 0 means unlimited.

        Without `prune` it uses only its memo, and plays out everything else.
        """
        state = game.state
        self.goal = goal
        self.positions = 0
        """The number of positions that the prover has examined."""
        self._most = positions
        self._until = time.process_time() + seconds if seconds else 0.0
        self.stopped = False
        """True once another thread has set it because no answer is needed anymore."""
        self._prune = prune
        self.last = state.serial + (state.phase is Phase.MOVEMENT)
        """The serial number of the last phase that counts."""
        self._memo = Memo(state, goal) if prune else PlainMemo(state)
        self._risks = Risks(state)

    # -- questions about a position

    def value(self, state: State) -> int:
        """Return the exact value of a position with best play from both sides. Raises `TooLong`."""
        return self._search_value(state, self.goal.least - 1, self.goal.most + 1)

    def value_of(self, choice: Branch) -> int:
        """Return the value of a position after an order."""
        return self.goal.value(choice.state) if choice.ends else self.value(choice.state)

    def after(self, state: State, order: Order) -> Branch:
        """Return the position after any legal order, even an order that the search leaves out.

        Raises `IllegalOrder`.
        """
        play = Play(state.copy())
        if isinstance(order, Done) and state.phase is Phase.COMBAT:
            play.do(order)  # only to check the order: the goal is judged in the position before it
            return Branch(order, state, ends=True)
        play.do(order)
        return self._branch_after(order, play.state)

    def value_after(self, state: State, orders: Iterable[Order]) -> int:
        """Return the value of a position after some orders of the side to decide. Raises `IllegalOrder`."""
        for order in orders:
            choice = self.after(state, order)
            if choice.ends:
                return self.goal.value(choice.state)
            state = choice.state
        return self.value(state)

    def is_settled(self, state: State) -> bool:
        """Return True if nothing that can still happen would change the value of a position."""
        least, most = self.goal.bracket(state, self._risks.of(state))
        return least == most

    def best(self, state: State) -> Branch:
        """Return the first order found that keeps the value of a position."""
        wanted = self.value(state)
        return next(choice for choice in self.choices(state) if self._keeps_value(choice, wanted))

    def answers(self, state: State) -> list[Order]:
        """Return the orders of the search that keep the value of a position."""
        wanted = self.value(state)
        return [choice.order for choice in self.choices(state) if self._keeps_value(choice, wanted)]

    def _keeps_value(self, choice: Branch, wanted: int) -> bool:
        """Return True if a choice keeps the value of the position before it."""
        if choice.ends:
            return self.goal.value(choice.state) == wanted
        return self._search_value(choice.state, wanted - 1, wanted + 1) == wanted

    def options(self, state: State) -> list[tuple[int, Order]]:
        """Return every order of the search with its exact value, best first for the side to decide."""
        found = [(self.value_of(choice), choice.order) for choice in self.choices(state)]
        sign = -1 if self._maximizes(state) else 1
        return sorted(found, key=lambda each: (sign * each[0], str(each[1])))

    def second(self, state: State) -> tuple[int, Order] | None:
        """Return the best order that does not keep the value; None if all orders keep it."""
        wanted, sign = self.value(state), 1 if self._maximizes(state) else -1
        found: tuple[int, Order] | None = None
        for choice in self.choices(state):
            if self._keeps_value(choice, wanted):
                continue
            low, high = self.goal.least - 1, self.goal.most + 1
            if found is not None and sign > 0:
                low = found[0]
            elif found is not None:
                high = found[0]
            value = self.goal.value(choice.state) if choice.ends else self._search_value(choice.state, low, high)
            if found is None or sign * value > sign * found[0]:
                found = value, choice.order
        return found

    def _maximizes(self, state: State) -> bool:
        return Play(state).side == self.goal.side

    # -- the tree

    def _search_value(self, state: State, low: int, high: int) -> int:
        """Return the value if it is between `low` and `high`; else a bound on the same side of both."""
        if state.outcome is not None:
            return self.goal.value(state)
        rolls = Play(state).rolls
        least, most = self._known_bracket(state)
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        self._count_position()
        if self._prune:
            low, high = max(low, least - 1), min(high, most + 1)
        else:
            low, high = self.goal.least - 1, self.goal.most + 1
        value = self._value_of_roll(state, low, high) if rolls else self._value_of_decision(state, low, high)
        if not rolls:
            self._memo.keep(state, (value if value > low else least, value if value < high else most))
        return value

    def _known_bracket(self, state: State) -> Bracket:
        """Return the bracket of a position that is known without playing any further."""
        if state.outcome is not None:
            value = self.goal.value(state)
            return value, value
        rolls = Play(state).rolls
        found = None if rolls else self._memo.find(state)
        if found is not None:
            return found
        if not self._prune:
            return self.goal.least, self.goal.most
        found = self.goal.bracket(state, self._risks.of(state))
        if not rolls:
            found = self._memo.keep(state, found)
        return found

    def _count_position(self) -> None:
        self.positions += 1
        if self._most and self.positions > self._most:
            raise TooLong
        if not self.positions & 63 and ((self._until and time.process_time() > self._until) or self.stopped):
            raise TooLong

    def _value_of_decision(self, state: State, low: int, high: int) -> int:
        maximize = self._maximizes(state)
        value = None
        for choice in self._branches_best_first(state, maximize, low, high):
            if choice.ends:
                found = self.goal.value(choice.state)
            elif value is None or not self._prune:
                found = self._search_value(choice.state, low, high)
            elif maximize:
                bound = max(low, value)
                found = self._search_value(choice.state, bound, bound + 1)
                if bound < found < high:
                    found = self._search_value(choice.state, bound, high)
            else:
                bound = min(high, value)
                found = self._search_value(choice.state, bound - 1, bound)
                if low < found < bound:
                    found = self._search_value(choice.state, low, bound)
            if value is None or (found > value if maximize else found < value):
                value = found
                if self._prune and (
                    found >= min(high, self.goal.most) if maximize else found <= max(low, self.goal.least)
                ):
                    break
        assert value is not None
        return value

    def _branches_best_first(self, state: State, maximize: bool, low: int, high: int) -> Iterator[Branch]:
        """Yield the most promising choices first; if one choice is known to be good enough, yield only that."""
        if not self._prune:
            yield from self.choices(state)
            return
        found = []
        for choice in self.choices(state):
            if choice.ends:
                value = self.goal.value(choice.state)
                bracket = value, value
            else:
                bracket = self._known_bracket(choice.state)
            if bracket[0] >= high if maximize else bracket[1] <= low:
                yield choice
                return
            found.append((bracket, choice))
        found.sort(key=lambda each: each[0], reverse=maximize)
        yield from (choice for _, choice in found)

    def _value_of_roll(self, state: State, low: int, high: int) -> int:
        """Return the mean of six results. Search each only as far as it matters, given the brackets of the others."""
        faces = []
        for die, count in self._faces_that_differ(state):
            choice = self._branch_after(Roll(die), self._state_after(state, Roll(die)))
            if choice.ends:
                known = self.goal.value(choice.state)
                faces.append((known, known, count, choice.state))
            else:
                faces.append((*self._known_bracket(choice.state), count, choice.state))
        below = sum([least * count for least, _, count, _ in faces])
        above = sum([most * count for _, most, count, _ in faces])
        for least, most, count, after in sorted(faces, key=lambda face: (face[0] - face[1]) * face[2]):
            if self._prune and (above <= 6 * low or below >= 6 * high):
                break
            if least == most:
                continue
            below, above = below - least * count, above - most * count
            found = self._search_value(after, (6 * low - above) // count, -((below - 6 * high) // count))
            floor, ceiling = (6 * low - above) // count, -((below - 6 * high) // count)
            if found <= floor:  # `found` is then only an upper bound
                below, above = below + least * count, above + found * count
            elif found >= ceiling:
                below, above = below + found * count, above + most * count
            else:
                below, above = below + found * count, above + found * count
        if above <= 6 * low:
            return -(-above // 6)
        return below // 6

    def _faces_that_differ(self, state: State) -> Iterator[tuple[int, int]]:
        """Yield the rolls to play out, the highest first, each with the number of rolls that give the same result."""
        combat = state.combat
        if not self._prune or combat is None or combat.die:
            yield from ((die, 1) for die in range(6, 0, -1))
            return
        shown = tables.results(*fights.weigh(Play(state), combat))
        for result in dict.fromkeys(reversed(shown)):
            yield shown.index(result) + 1, shown.count(result)

    def _state_after(self, state: State, act: Order | Combat) -> State:
        play = Play(state.copy())
        play.do(act)
        return play.state

    def _branch_after(self, order: Order, state: State) -> Branch:
        return Branch(order, state, ends=state.serial > self.last or state.outcome is not None)

    # -- choices

    def choices(self, state: State) -> Iterator[Branch]:
        """Yield the choices of the player to decide, leaving out those that are no better than another."""
        play = Play(state)
        kind = play.kind
        if kind == "combat":
            yield from self._branches_of_attacks(play)
            return
        if kind == "fpf" and self._prune:
            yield from self._branches_of_fire(play)
            return
        once = kind == "retreat" and self._prune and self.goal.only_losses and self._is_last_retreat(play)
        for way in play.ways():
            if isinstance(way.order, Done) and state.phase is Phase.COMBAT:
                yield Branch(way.order, state, ends=True)
                continue
            then = play.copy()
            then.do(way)
            yield self._branch_after(way.order, then.state)
            if once:
                return

    def _is_last_retreat(self, play: Play) -> bool:
        """Return True if a single unit still has to retreat, and no unit can be attacked after it."""
        return len(fights.retreating(play)) == 1 and not any(self._risks.of_combats_to_come(play))

    def _branches_of_fire(self, play: Play) -> Iterator[Branch]:
        """Yield the most frugal of the answers with the same column (thrift)."""
        state = play.state
        combat, scenario = state.under_way, state.scenario
        line, differential = fights.weigh(play, combat)
        found = []
        for way in play.ways():
            order = way.order
            assert isinstance(order, Fpf)
            fire = sum(scenario.units[scenario.unit(gun)].strength.fpf for gun in order.units) + order.support
            found.append(_Use(tables.column(line, differential - fire), frozenset(order.units), order.support, way))
        for way in _without_waste(found):
            then = play.copy()
            then.do(way)
            yield self._branch_after(way.order, then.state)

    def _branches_of_attacks(self, play: Play) -> Iterator[Branch]:
        """Yield the most frugal of the attacks on the same enemies by the same adjacent units (thrift)."""
        state = play.state
        barrage = [unit.strength.barrage for unit in state.scenario.units]
        for _, group in groupby(play.attacks(), key=lambda combat: (combat.defenders, combat.attackers)):
            combats: Sequence[Combat] = list(group)
            if self._prune:
                first = combats[0]
                line, base = fights.weigh(play, first)
                base -= sum([barrage[gun] for gun in first.barrage]) + first.support
                cuts = fights.possible_fire(play, first)
                signed = []
                for combat in combats:
                    total = base + sum([barrage[gun] for gun in combat.barrage]) + combat.support
                    sign = tuple([tables.column(line, total - cut) for cut in cuts])
                    signed.append(_Use(sign, frozenset(combat.barrage), combat.support, combat))
                combats = list(_without_waste(signed))
            for combat in combats:
                yield self._branch_after(play.order(combat), self._state_after(state, combat))
        if play.may_end():
            yield Branch(Done(), state, ends=True)


class _Use(NamedTuple):
    """The guns and points that an attack or an answer uses and could keep for later."""

    sign: object
    """The effect of the act, equal for acts that do the same."""
    guns: frozenset[object]
    points: int
    act: Any


def _without_waste(found: Sequence[_Use]) -> Iterator[Any]:
    """Yield the acts for which no other act has the same effect with fewer guns and points."""
    alike: dict[object, list[_Use]] = {}
    for each in found:
        alike.setdefault(each.sign, []).append(each)
    for group in alike.values():
        for each in group:
            if not any(
                other is not each and other.guns <= each.guns and other.points <= each.points for other in group
            ):
                yield each.act


MAX_ANSWERS = 4
"""Maximum number of first orders with the best value, not counting those that amount to the same."""
MIN_CHANCE, MIN_POINTS = Fraction(1, 10), Fraction(1, 4)
"""The margin by which the best order must beat the second-best and the obvious one."""
SECONDS = 120.0
"""Maximum seconds for the proof of a file."""


class Hasty(NamedTuple):
    """The orders that a hasty player and the computer would give in a position."""

    obvious: Sequence[str]
    levels: Mapping[int, Sequence[str]]


def prove(game: Game, goal: Goal, hasty: Hasty, prover: Prover | None = None) -> Proof:
    """Return the proof of a position. If the prover has a limit, this may raise `TooLong`."""
    prover = prover or Prover(game, goal)
    second = prover.second(game.state)

    def answer(lines: Sequence[str]) -> Solution:
        return Solution(tuple(lines), as_fraction(prover.value_after(game.state, map(parse, lines))))

    return Proof(
        as_fraction(prover.value(game.state)),
        tuple(sorted(map(str, prover.answers(game.state)))),
        None if second is None else Solution((str(second[1]),), as_fraction(second[0])),
        answer(hasty.obvious),
        {level: answer(lines) for level, lines in hasty.levels.items()},
    )


def is_clear(proof: Proof, goal: Goal) -> bool:
    """Return True if one answer is clearly the best and is not the obvious one."""
    least = MIN_POINTS if goal.counts_points else MIN_CHANCE
    return (
        proof.second is not None
        and proof.best - proof.second.value >= least
        and proof.best - proof.obvious.value >= least
        and len(proof.answers) <= MAX_ANSWERS
    )


# -- `westwall check`


def check_puzzle(path: Path) -> Report:
    """Return the report on a puzzle's file, after proving the puzzle again."""
    try:
        puzzle = load_puzzle(path)
    except FileError as error:
        return Report("puzzle", error.faults)
    faults = Faults(str(path))
    compare(puzzle, faults)
    return Report("puzzle", tuple(faults.all()))


def compare(puzzle: Puzzle, faults: Faults, *, seconds: float = SECONDS) -> None:
    """Prove a puzzle again, and report every difference from its file."""
    said, game = puzzle.proof, puzzle.game()
    hasty = Hasty(said.obvious.orders, {level: answer.orders for level, answer in said.levels.items()})
    try:
        found = prove(game, puzzle.goal, hasty, Prover(game, puzzle.goal, seconds=seconds))
    except TooLong:
        faults.add("[proof]", "", f"cannot be proven in {seconds:g} seconds")
        return
    except (IllegalOrder, OrderSyntaxError) as error:
        faults.add("[proof]", "", f"has an order that cannot be given: {error}")
        return
    if found.best != said.best:
        faults.add("[proof]", "best", f"is {said.best}, but the proof gives {found.best}")
    if sorted(said.answers) != sorted(found.answers):
        faults.add("[proof]", "answers", f"must be {', '.join(found.answers)}")
    values = ((key, getattr(said, key), getattr(found, key)) for key in ("second", "obvious"))
    levels = ((f"levels.{level}", answer, found.levels[level]) for level, answer in said.levels.items())
    for key, written, proven in (*values, *levels):
        if (written and written.value) != (proven and proven.value):
            faults.add("[proof]", key, f"has the wrong value; the proof gives {proven.value if proven else 'none'}")
    if not faults.found and not is_clear(found, puzzle.goal):
        least = MIN_POINTS if puzzle.goal.counts_points else MIN_CHANCE
        reason = (
            f"is not clear: the best order must beat the second and the obvious one by {least}, in at most "
            f"{MAX_ANSWERS} ways"
        )
        faults.add("[proof]", "", reason)
