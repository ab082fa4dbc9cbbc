"""What the player thinks of the phase that it is in. It is made with the phase, answers for it, and is thrown away."""

from collections.abc import Iterator, Sequence
from math import inf

from westwall_tui.ai import assault, attacks, goals, reasons
from westwall_tui.ai.aftermath import Aftermath
from westwall_tui.ai.answers import Choice, Mind
from westwall_tui.ai.combat import Fight
from westwall_tui.ai.division import Contacts
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.levels import Level
from westwall_tui.ai.movement import MovementPlan, order_to
from westwall_tui.ai.planner import Thinking
from westwall_tui.ai.view import View, movements
from westwall_tui.engine import queries
from westwall_tui.engine.dice import mixed
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Done, Order

LEAST_NODES = 120
"""What a plan made again may take, even if the phase has used up its nodes."""
MOST_PLANS = 6
"""How often a Movement Phase is planned: again after a fallen bridge, after landings, and where units got in each
other's way.
"""
WORTH_AN_ATTACK = 0.02
"""Points above which an attack is made that need not be."""
WORTH_A_BARRAGE = 0.05
"""The same for artillery alone."""


class Phase:
    """One phase of one game, as far as it has been seen."""

    def __init__(self, game: Game, settings: Level, seed: int) -> None:
        """`seed` is the player's."""
        self.settings, self.seed = settings, seed
        self._scenario, self._serial = game.scenario.key, game.state.serial
        self._lines, self._last = 0, ""
        self.see(game)

    def see(self, game: Game) -> None:
        """Note how far the game has come."""
        self._lines, self._last = len(game.log), game.log[-1] if game.log else ""

    def goes_on(self, game: Game) -> bool:
        """True while `game` is still in this phase, with nothing taken back that was seen."""
        lines, log = self._lines, game.log
        return (
            (game.scenario.key, game.state.serial) == (self._scenario, self._serial)
            and len(log) >= lines
            and (not lines or log[lines - 1] == self._last)
        )


class MovementPhase(Phase):
    """A Movement Phase: it is planned as often as it must be, on the nodes that the level allows for all plans."""

    def __init__(self, game: Game, settings: Level, seed: int, log: list[str]) -> None:
        """`log` is the player's: each plan is noted there."""
        super().__init__(game, settings, seed)
        self.log = log
        self.plan: MovementPlan | None = None
        self._plans = self._spent = 0
        """How often it has planned, and the nodes that this took."""
        self._works = -1
        """How many hexsides were not as printed when it planned last."""
        self._planned = set[int]()
        """Units that were on the map in one of its plans."""
        self._thinking: Thinking | None = None

    def hurry(self) -> None:
        """Be content with the best plan found so far; another thread may say so while `choices` thinks."""
        thinking = self._thinking
        if thinking is not None:
            thinking.hurry()

    def choices(self, mind: Mind) -> list[Choice]:
        """What to do now: a bridge to build, the next move, or the end of the phase."""
        sites = queries.bridge_sites(mind.game)
        if sites:
            return [Choice(_best_site(mind, sites), 0.0, "another bridge brings units over faster")]
        order = self._next_move(mind)
        return [Choice(order, 0.0, "part of the plan")] if order is not None else self._end(mind)

    def _next_move(self, mind: Mind) -> Order | None:
        """The next move of the plan; None if nobody else gains by moving."""
        works, landed = len(mind.game.state.works), self._has_newcomers(mind.game)
        if (self._works != works or landed) and self._plans < MOST_PLANS:
            self._think(mind, whole=landed)
        self._works = works
        order = None if self.plan is None else self.plan.next_order(mind.game)
        while order is None and self.plan is not None and self.plan.targets and self._plans < MOST_PLANS:
            self._think(mind)
            order = self.plan.next_order(mind.game)
        return order

    def _has_newcomers(self, game: Game) -> bool:
        """Whether all moves are made, and units may move that no plan has known on the map: they have landed since."""
        if self.plan is not None and self.plan.targets:
            return False
        return any(game.state.location[unit] >= 0 and unit not in self._planned for unit in queries.movers(game))

    def _think(self, mind: Mind, *, whole: bool = False) -> None:
        """Make a plan: with all nodes at first and when units have landed (`whole`), then with a third."""
        settings, state = self.settings, mind.game.state
        self._plans += 1
        view = View(mind.game, goals.of(mind.game, mind.side, mind.weights))
        movements(view)
        if settings.noise:
            view.misjudge(
                {
                    (unit, h): settings.noise * _error(self.seed, state.turn, mind.side, unit, h)
                    for unit, hexes in view.options.items()
                    for h in hexes
                }
            )
        nodes = settings.nodes if whole or self._plans == 1 else settings.nodes // 3 + 20
        nodes = max(int(nodes * view.goals.pace), min(nodes, LEAST_NODES))
        phase = settings.phase * view.goals.share if settings.phase else inf
        left = phase - self._spent
        nodes = int(min(nodes, phase / 2, max(left, LEAST_NODES)))
        salt = mixed(self.seed, state.turn, mind.side, self._plans)
        thinking = self._thinking = Thinking(view, settings, mind.weights, nodes=nodes, salt=salt, most=left)
        thinking.run()
        self._spent += thinking.spent
        self._thinking = None
        found = assault.best(view, mind.game)
        if found is not None:
            assault.adopt(view, found)
        self.plan = MovementPlan(view, found)
        self._planned |= {unit for unit in view.options if view.home[unit] >= 0}
        self._note(thinking, mind.game)

    def _note(self, thinking: Thinking, game: Game) -> None:
        """Note in the log what the plan has taken, and what it is worth."""
        plan, turn = self.plan, game.state.turn
        assert plan is not None
        if plan.assault is not None:
            self.log.append(f"turn {turn}: {plan.assault_in_words(game)}")
        judged = f", {thinking.changed} of {thinking.judged} others preferred" if thinking.judged else ""
        cut = ", cut by the clock" if thinking.cut else ""
        told = reasons.told(plan.view.parts)
        self.log.append(f"turn {turn}: plan {self._plans} of {thinking.nodes} nodes{judged}{cut}: {told}")

    def _end(self, mind: Mind) -> list[Choice]:
        """The end of the phase, or whoever must still come in."""
        if mind.game.explain(Done()) is None:
            left = queries.movers(mind.game)
            return [Choice(Done(), 0.0, "nobody else gains by moving" if left else "all units have moved")]
        order = next(_entries(mind), None)
        return [Choice(order or Done(), 0.0, "it must come onto the map now")]


def _best_site(mind: Mind, sites: Sequence[Order]) -> Order:
    """Of some bridges to build, one near our units."""
    board, state = mind.game.scenario.board, mind.game.state
    own = [state.location[unit] for unit in state.on_map(mind.side)]

    def near(order: Order) -> tuple[int, str]:
        h = board.hex(getattr(order, "hex", ""))
        return sum(min(board.grid.distance(h, each), 12) for each in own), str(order)

    return min(sites, key=near)


def _entries(mind: Mind) -> Iterator[Order]:
    """The ways onto the map that the rules allow, unit by unit, the best hexes first."""
    game = mind.game
    value: Goals | None = None
    for unit in queries.movers(game):
        if game.state.location[unit] >= 0:
            continue
        reach = queries.reach(game, unit)
        value = value or goals.of(game, mind.side, mind.weights)
        worth = {h: value.place(unit, h) for h in (*reach.left, *sorted(reach.landings))}
        for h in sorted(worth, key=lambda h: (-worth[h], h)):
            order = order_to(game, unit, h)
            if order is not None and game.explain(order) is None:
                yield order


def _error(*numbers: int) -> float:
    """A number from -1 to 1 for a purpose given by numbers."""
    return (mixed(*numbers) % 20001 - 10000) / 10000


class CombatPhase(Phase):
    """A Combat Phase: its attacks, and the decisions after dice as long as the nodes for them last."""

    def __init__(self, game: Game, settings: Level, seed: int) -> None:
        super().__init__(game, settings, seed)
        self._left = settings.combat
        """Nodes for the decisions after dice."""
        self._dice = mixed(seed, game.state.turn, game.state.side, game.state.serial)
        """The seed of the dice that are tried in thought."""

    def judged(self, mind: Mind, choices: list[Choice]) -> list[Choice]:
        """Choices after a die, weighed by what comes after them while nodes are left; the best first."""
        if len(choices) < 2 or self._left <= 0:
            return choices
        aftermath = Aftermath(mind, self._dice)
        found = aftermath.judged(choices)
        self._left -= aftermath.spent
        return found

    def attacks(self, mind: Mind) -> list[Choice]:
        """The attacks of the best division of what is left to fight, or the end of the phase; the best first."""
        game = mind.game
        view = View(game, goals.of(game, mind.side, mind.weights))
        contacts, fights = attacks.left(view)
        wanted = [fight for fight in fights if fight.attackers or fight.barrage or fight.support]
        wanted.sort(key=lambda fight: (-fight.value, fight.defenders))
        if self.settings.combat:
            wanted = Aftermath(mind, self._dice).fought_first(wanted)
        wanted = attacks.due_first(view, contacts.touched, wanted)
        found = [_attack(view, fight) for fight in wanted if fight.attackers or fight.value > WORTH_A_BARRAGE]
        if game.explain(Done()) is None:
            return [
                *(choice for choice in found if choice.value > WORTH_AN_ATTACK),
                Choice(Done(), 0.0, "no other attack is worth it"),
            ]
        found += [_attack(view, fight._replace(barrage=(), support=0)) for fight in wanted if fight.attackers]
        return found + _plain_attacks(game, contacts)


def _attack(view: View, fight: Fight) -> Choice:
    ids = view.game.state.ids
    order = Attack(ids(fight.attackers), ids(fight.defenders), ids(fight.barrage), fight.support)
    return Choice(order, fight.value, f"{reasons.of_fight(view, fight)} ({fight.value:+.1f})")


def _plain_attacks(game: Game, contacts: Contacts) -> list[Choice]:
    """What is tried when the division is refused: everybody on one enemy, one on one, a gun alone, one on all."""
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
