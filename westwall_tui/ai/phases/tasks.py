"""The player's task in a phase, from the beginning of the phase to its end: to give its orders."""

from collections.abc import Iterator, Sequence
from math import inf

from westwall_tui.ai import goals
from westwall_tui.ai.answers.choices import Choice, Knowledge
from westwall_tui.ai.combats.division import OpenContacts
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.phases import assault, attacks
from westwall_tui.ai.phases.aftermath import CombatJudge
from westwall_tui.ai.phases.movement import MovementPlan, order_to
from westwall_tui.ai.search.levels import Level
from westwall_tui.ai.search.planner import Planner
from westwall_tui.ai.value.view import View, find_options
from westwall_tui.ai.words.combats import CombatInWords
from westwall_tui.ai.words.reason import Reason, names_of
from westwall_tui.engine import queries
from westwall_tui.engine.dice import mixed
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Done, Order, end_of
from westwall_tui.engine.words import capital, listed, named

LEAST_NODES = 120
"""Minimum number of nodes for a repeated plan, even if the phase has used up its nodes."""
MOST_COST = 8
"""Maximum cost of all plans of a Movement Phase, as a multiple of the first plan's cost.

The phase is planned again after a bridge has fallen, after landings, and if units got in each other's way.
"""
MOST_NAMED = 4
"""Maximum number of units that the reason for ending the phase names."""
MOST_IDLE = 3
"""Maximum number of plans in a row that lead to no move."""
UNPLANNED = "It must enter now, though the plan had no place for it."
"""The reason for a reinforcement that may not be withheld."""
STAYING = "It can do this without moving."
"""The reason for an order that only some battles have."""
WORTH_AN_ATTACK = 0.02
"""Minimum points of an attack that is not mandatory."""
WORTH_A_BARRAGE = 0.05
"""Minimum points of an attack by artillery alone."""


class PhaseTask:
    """One phase of one game, and the game's progress when it was last seen."""

    def __init__(self, game: Game, settings: Level, seed: int) -> None:
        """Begin the task. `seed` is the player's seed."""
        self.settings, self.seed = settings, seed
        self._scenario, self._serial = game.scenario.key, game.state.serial
        self._lines, self._last = 0, ""
        self.see(game)

    def see(self, game: Game) -> None:
        """Note the game's progress; call this with each decision."""
        self._lines, self._last = len(game.log), game.log[-1] if game.log else ""

    def goes_on(self, game: Game) -> bool:
        """Return True if `game` is still in this phase, and no order that the task has seen was undone."""
        lines, log = self._lines, game.log
        return (
            (game.scenario.key, game.state.serial) == (self._scenario, self._serial)
            and len(log) >= lines
            and (not lines or log[lines - 1] == self._last)
        )


class MovementTask(PhaseTask):
    """A Movement Phase: it plans, and plans again if necessary, within the nodes that the level allows."""

    def __init__(self, game: Game, settings: Level, seed: int, log: list[str]) -> None:
        """Begin the task. `log` is the player's log, and gets a line for each plan."""
        super().__init__(game, settings, seed)
        self.log = log
        self.plan: MovementPlan | None = None
        self._plans = self._idle = 0
        """The number of all plans, and of plans since the last move."""
        self._spent = 0
        """The nodes of plans and of their judge since units last landed."""
        self._first = self._cost = 0
        """The nodes of the first plan, and of all plans."""
        self._works = -1
        """The number of hexsides that differed from the printed map at the last plan."""
        self._planned = set[int]()
        """Units that were on the map when some plan was made."""
        self._planner: Planner | None = None

    def hurry(self) -> None:
        """Settle for the best plan found so far. Another thread may call this while `choices` thinks."""
        planner = self._planner
        if planner is not None:
            planner.hurry()

    def choices(self, known: Knowledge) -> list[Choice]:
        """Return the next order: one that names no unit, such as for a bridge, or the next move, or the phase's end."""
        sites = queries.extra_orders(known.game)
        if sites:
            site = _best_site(known, sites)
            return [Choice(site, 0.0, f"No other site is as close as {end_of(site)} to the units that have to cross.")]
        order = self._next_move(known)
        return [Choice(order, 0.0, _words_for_planned(order))] if order is not None else self._end_of_phase(known)

    def _next_move(self, known: Knowledge) -> Order | None:
        """Return the next move of the plan; None if no more units gain by moving."""
        game = known.game
        works, landed = len(game.state.works), self._has_newcomers(game)
        changed = self._works != works and (self.plan is None or not self.plan.lands(game))
        if (changed or landed) and self._may_think():
            self._make_plan(known, whole=landed)
        if changed:
            self._works = works
        order = None if self.plan is None else self.plan.next_order(game)
        while order is None and self.plan is not None and self.plan.targets and self._may_think():
            self._make_plan(known)
            order = self.plan.next_order(game)
        if order is not None:
            self._idle = 0
        return order

    def _may_think(self) -> bool:
        return self._idle < MOST_IDLE and self._cost <= MOST_COST * self._first

    def _has_newcomers(self, game: Game) -> bool:
        """Return True if all units that land by the plan have landed, and units that just landed may still move."""
        if self.plan is not None and self.plan.lands(game):
            return False
        return any(game.state.location[unit] >= 0 and unit not in self._planned for unit in queries.movers(game))

    def _make_plan(self, known: Knowledge, *, whole: bool = False) -> None:
        """Make a plan. The first, and a `whole` one after landings, may use all nodes; other plans a third of them."""
        settings, state = self.settings, known.game.state
        self._plans += 1
        self._idle += 1
        if whole:
            self._spent = 0
        view = View(known.game, goals.of(known.game, known.side, known.weights))
        find_options(view)
        if settings.noise:
            view.misjudge(
                {
                    (unit, h): settings.noise * _error_from(self.seed, state.turn, known.side, unit, h)
                    for unit, hexes in view.options.items()
                    for h in hexes
                }
            )
        nodes = settings.nodes if whole or self._plans == 1 else settings.nodes // 3 + 20
        nodes = max(int(nodes * view.goals.pace), min(nodes, LEAST_NODES))
        phase = settings.phase * view.goals.share if settings.phase else inf
        left = phase - self._spent
        nodes = int(min(nodes, phase / 2, max(left, LEAST_NODES)))
        salt = mixed(self.seed, state.turn, known.side, self._plans)
        planner = self._planner = Planner(view, settings, known.weights, nodes=nodes, salt=salt, most=left)
        planner.run()
        self._spent += planner.spent
        self._first = self._first or planner.nodes
        self._cost += planner.nodes
        self._planner = None
        found = assault.best(view, known.game)
        if found is not None:
            assault.adopt(view, found)
        self.plan = MovementPlan(view, found)
        self._planned |= {unit for unit in view.options if view.home[unit] >= 0}
        self._log_plan(planner, known.game)

    def _log_plan(self, planner: Planner, game: Game) -> None:
        plan, turn = self.plan, game.state.turn
        assert plan is not None
        if plan.assault is not None:
            self.log.append(f"turn {turn}: {plan.reason_for_assault}")
        judged = f", {planner.changed} of {planner.judged} others preferred" if planner.judged else ""
        cut = ", cut by the clock" if planner.cut else ""
        parts = plan.view.parts
        value = (
            f"{parts.total:.2f} (places {parts.places:.2f}, combats {parts.fights:.2f}, dangers {-parts.dangers:.2f}"
        )
        self.log.append(
            f"turn {turn}: plan {self._plans} of {planner.nodes} nodes{judged}{cut}: {value}, goals {parts.goals:.2f})"
        )

    def _end_of_phase(self, known: Knowledge) -> list[Choice]:
        """Return the end of the phase, or what must or may come first: mandatory entries, and orders still possible."""
        if known.game.explain(Done()) is None:
            extra = next(_extras_of_units(known), None)
            if extra is not None:
                return [Choice(extra, 0.0, STAYING)]
            left = queries.movers(known.game)
            return [Choice(Done(), 0.0, _words_for_staying(known, left))]
        order = next(_legal_entries(known), None)
        return [Choice(order or Done(), 0.0, UNPLANNED)]


class CombatTask(PhaseTask):
    """A Combat Phase: it divides the combats that are left.

    While its nodes last, it judges the decisions after rolls.
    """

    def __init__(self, game: Game, settings: Level, seed: int) -> None:
        super().__init__(game, settings, seed)
        self._left = settings.combat
        """Nodes left for the decisions after rolls."""
        self._dice = mixed(seed, game.state.turn, game.state.side, game.state.serial)
        """The seed of the dice for simulated rolls."""

    def judged(self, known: Knowledge, choices: list[Choice]) -> list[Choice]:
        """Return choices after a roll, weighed by their consequences if nodes are left."""
        if len(choices) < 2 or self._left <= 0:
            return choices
        judge = CombatJudge(known, self._dice)
        found = judge.judged(choices)
        self._left -= judge.spent
        return found

    def attacks(self, known: Knowledge) -> list[Choice]:
        """Return the attacks of the best division, the best first, or the end of the phase."""
        game = known.game
        view = View(game, goals.of(game, known.side, known.weights))
        contacts, fights = attacks.combats_left(view)
        wanted = [fight for fight in fights if fight.attackers or fight.barrage or fight.support]
        wanted.sort(key=lambda fight: (-fight.value, fight.defenders))
        if self.settings.combat:
            wanted = CombatJudge(known, self._dice).fought_first(wanted)
        wanted = attacks.due_first(view, contacts.touched, wanted)
        found = [_choice_of_attack(view, fight) for fight in wanted if fight.attackers or fight.value > WORTH_A_BARRAGE]
        if game.explain(Done()) is None:
            return [
                *(choice for choice in found if choice.value > WORTH_AN_ATTACK),
                Choice(Done(), 0.0, "" if found and found[0].value > WORTH_AN_ATTACK else _why_no_attack(view, wanted)),
            ]
        found += [_choice_of_attack(view, fight._replace(barrage=(), support=0)) for fight in wanted if fight.attackers]
        return found + _plain_attacks(game, contacts)


def _words_for_planned(order: Order) -> str:
    """Return a short reason for a planned move, for when `MovementPlan.why` isn't needed."""
    unit, end = named(getattr(order, "unit", "it")), end_of(order)
    return f"No better hex was found for {unit} than {end}." if end else f"{capital(unit)} exits as planned."


def _words_for_staying(known: Knowledge, left: Sequence[int]) -> str:
    if not left:
        return "All units have moved."
    names = listed((known.game.state.units[unit].name for unit in left), MOST_NAMED)
    return f"No other move helps. {capital(names)} should stay where {'it is' if len(left) == 1 else 'they are'}."


def _extras_of_units(known: Knowledge) -> Iterator[Order]:
    """Yield the orders for units on the map that only some battles have, apart from moves."""
    for unit in known.game.state.on_map(known.side) if queries.extra_kinds(known.game) else ():
        yield from queries.extra_orders(known.game, unit)


def _best_site(known: Knowledge, sites: Sequence[Order]) -> Order:
    board, state = known.game.scenario.board, known.game.state
    own = [state.location[unit] for unit in state.on_map(known.side)]

    def near(order: Order) -> tuple[int, str]:
        h = board.hex(getattr(order, "hex", ""))
        return sum(min(board.grid.distance(h, each), 12) for each in own), str(order)

    return min(sites, key=near)


def _legal_entries(known: Knowledge) -> Iterator[Order]:
    """Yield the legal entries of reinforcements, unit by unit, the best hexes first."""
    game = known.game
    value: Goals | None = None
    for unit in queries.movers(game):
        if game.state.location[unit] >= 0:
            continue
        reach = queries.reach(game, unit)
        value = value or goals.of(game, known.side, known.weights)
        worth = {h: value.place(unit, h) for h in (*reach.left, *sorted(reach.landings))}
        for h in sorted(worth, key=lambda h: (-worth[h], h)):
            order = order_to(game, unit, h)
            if order is not None and game.explain(order) is None:
                yield order


def _error_from(*numbers: int) -> float:
    """Return a number from -1 to 1 that depends only on these numbers."""
    return (mixed(*numbers) % 20001 - 10000) / 10000


def _choice_of_attack(view: View, fight: PlannedCombat) -> Choice:
    ids = view.game.state.ids
    order = Attack(ids(fight.attackers), ids(fight.defenders), ids(fight.barrage), fight.support)
    return Choice(order, fight.value)


def _why_no_attack(view: View, left: Sequence[PlannedCombat]) -> str:
    """Return why no other attack is made: the worth of the best attack left."""
    best = max(left, key=lambda fight: fight.value, default=None)
    if best is None:
        return "None of the attacks left would gain anything."
    whom, dice = names_of(view, best.defenders, where=True), capital(str(CombatInWords(view, best)))
    return str(Reason(best.value, f"No other attack is worth making. The best one would be against {whom}. {dice}."))


def _plain_attacks(game: Game, contacts: OpenContacts) -> list[Choice]:
    """Return attacks to try if the division is refused: all units on one enemy, one on one, a gun alone, one on all."""
    ids = game.state.ids
    found = []
    for foe in contacts.foes:
        near = tuple(unit for unit, able in contacts.touched.items() if foe in able)
        groups = (near, *((unit,) for unit in near))
        found += [Choice(Attack(ids(group), ids((foe,))), -1.0) for group in groups if group]
        found += [Choice(Attack((), ids((foe,)), ids((gun,))), -2.0) for gun in contacts.guns]
    for unit, able in contacts.touched.items():
        found.append(Choice(Attack(ids((unit,)), ids(tuple(able))), -3.0))
    return [choice for choice in found if game.explain(choice.order) is None]
