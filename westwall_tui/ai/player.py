"""The computer player: `Player(level=3, seed=1).choose(game)` is the order that it gives now.

It plays by the same orders and knows what its side knows: it thinks in forks of the game, which have dice of their own
and none of the enemy's secrets. The same seed and game give the same order on every machine.
"""

from collections.abc import Mapping, Sequence
from math import inf

from westwall_tui.ai import advice, assault, attacks, chance, goals, reasons
from westwall_tui.ai.aftermath import ASKED, Aftermath
from westwall_tui.ai.answers import ANSWERS, Choice, Mind
from westwall_tui.ai.combat import Fight
from westwall_tui.ai.division import Contacts
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.levels import level_of
from westwall_tui.ai.thinking import Thinking
from westwall_tui.ai.view import View, movements
from westwall_tui.engine import queries, sampling
from westwall_tui.engine.dice import roll
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Attack, Done, Enter, Exit, IllegalOrder, Land, Move, Order, Roll
from westwall_tui.engine.state import ELIMINATED, EXITED
from westwall_tui.engine.units import lower
from westwall_tui.files.weights import weights_of

LEAST_NODES = 120
MOST_PLANS = 6
"""How often a Movement Phase is planned: again after a fallen bridge, after landings, and where units got in each
other's way.
"""

NEAR_ENOUGH = 5
"""Hexes from its place within which a unit makes do with another."""


class Player:
    """A computer player for either side, or for both."""

    def __init__(
        self,
        level: int = 2,
        seed: int = 0,
        weights: Mapping[str, float] | None = None,
        *,
        budget: float = 1.0,
        clock: bool = True,
    ) -> None:
        """`level` is 1 to 4; `weights` by name replace the battle's own; `budget` multiplies what it may think.

        The `clock` cuts a plan short on a machine that is much too slow, and `log` says so; without it the same seed
        and game give the same orders on any machine. Raises `ValueError` for another level, or a budget of 0 or less.
        """
        if budget <= 0:
            raise ValueError(f"a budget is more than 0, not {budget}")
        self.level, self.seed = level, seed
        self.settings = level_of(level).times(budget)
        if not clock:
            self.settings = self.settings._replace(seconds=0.0)
        self._weights = dict(weights or {})
        self.reasons: tuple[str, ...] = ()
        """Why it gives the last order, in words."""
        self.second: Order | None = None
        """The order that it would have given otherwise."""
        self.refusals: list[str] = []
        """Its own proposals that the rules refused: each is a fault of the player."""
        self.log: list[str] = []
        self._phase: tuple[int, ...] = ()
        self._seen: tuple[str, int, str] = ("", 0, "")
        """The game that was played last: its scenario, how many lines its log had, and the last of them."""
        self._targets: dict[int, int] = {}
        self._known: set[int] = set()
        self._plans = self._spent = 0
        self._view: View | None = None
        self._thinking: Thinking | None = None
        self._contact: dict[int, bool] = {}
        self._assault: assault.Assault | None = None
        self._fought: tuple[int, ...] = ()
        self._spent_fighting = 0

    def hurry(self) -> None:
        """Be content with the best plan found so far; another thread may say so while `choose` thinks."""
        thinking = self._thinking
        if thinking is not None:
            thinking.hurry()

    def advise(self, game: Game) -> Order:
        """As `choose`, with `reasons` and the second best order worked out in full, and without the level's errors.

        The plan of a Movement Phase is kept as long as all moves follow it, whoever makes them.
        """
        order = self._planned(game)
        if game.prompt.kind == "movement":
            self._explain_move(game, order)
        else:
            self.reasons = advice.of_answer(self._mind(game), order, self.second, self.reasons)
        return order

    def advise_unit(self, game: Game, unit: str) -> Order | None:
        """The order for one unit that can still move, as `advise`; None if it does best where it is.

        If its hex is not free for it yet, what comes first. In other phases, and for other units, the same as `advise`.
        Raises `KeyError` for an unknown unit.
        """
        index = game.scenario.by_id[lower(unit)]
        if game.prompt.kind != "movement" or index not in queries.movers(game):
            return self.advise(game)
        order = self._planned(game)
        if self._has_come(game, index):
            self._phase = ()
            order = self._planned(game)
        view = self._view
        if view is None or index not in view.options:
            self._explain_move(game, order)
            return order
        others = advice.ranked(view, game, index)
        h = others[0]
        own = None if h == view.home[index] else self._order(game, index, h)
        if h != view.home[index] and (own is None or game.explain(own) is not None):
            self._explain_move(game, order)
            if str(getattr(order, "unit", "")).lower() != unit.lower():
                self.reasons = (f"this comes first: {unit} has no way to {_number(game, h)} yet", *self.reasons)
            return order
        view.change([(index, h)])
        self._targets.pop(index, None)
        if own is not None:
            self._targets[index] = h
        self._explain(view, game, index, others)
        return own

    def _has_come(self, game: Game, unit: int) -> bool:
        """Whether a unit has landed since the plan was made; it may still move."""
        view = self._view
        return view is not None and view.home[unit] < 0 <= game.state.location[unit]

    def _planned(self, game: Game) -> Order:
        """As `choose`, with another plan if units have not followed the last one, and misjudging nothing."""
        if self.settings.noise:
            self.settings, self._phase = self.settings._replace(noise=0.0), ()
        if self._strayed(game):
            self._phase = ()
        return self.choose(game)

    def _strayed(self, game: Game) -> bool:
        """Whether a unit of the plan is neither where it started nor where it should go, or has been put back."""
        view, location = self._view, game.state.location
        if view is None:
            return False
        planned = view.position.where
        return any(
            location[unit] not in (view.home[unit], planned[unit])
            or (location[unit] != planned[unit] and unit not in self._targets)
            for unit in view.options
        )

    def _explain_move(self, game: Game, order: Order) -> None:
        """The reasons of an order of the plan."""
        view, unit = self._view, game.scenario.by_id.get(str(getattr(order, "unit", "")).lower(), -1)
        if self._assault is not None and unit == self._assault.unit:
            self.reasons = (self._assaults(game),)
        elif view is not None and unit in self._targets and view.position.where[unit] == self._targets[unit]:
            self._explain(view, game, unit, advice.ranked(view, game, unit))

    def _explain(self, view: View, game: Game, unit: int, others: Sequence[int]) -> None:
        """Why a unit is where the plan has it, and where it would go otherwise: of `others` the first that it can."""
        self.reasons, self.second = advice.of_target(view, game, unit, others, lambda to: self._order(game, unit, to))

    def choose(self, game: Game) -> Order:
        """The order for the side to decide. Raises `IllegalOrder` when the game is over."""
        if game.side < 0:
            raise IllegalOrder("4.0", "the game is over")
        self._look_back(game)
        mind, kind = self._mind(game), game.prompt.kind
        if kind == "movement":
            return self._move(mind)
        if kind == "combat":
            return self._pick(mind, self._attacks(mind))
        if kind in ASKED and self.settings.combat:
            return self._pick(mind, self._judged(mind, ANSWERS[kind](mind)))
        if kind == "roll":
            self.reasons, self.second = ("a die like any other",), None
            return Roll(roll(chance.mixed(self._key(game), len(game.log)))[1])
        return self._pick(mind, ANSWERS[kind](mind))

    def _look_back(self, game: Game) -> None:
        """Forget the plan in another game, and where orders have been taken back."""
        scenario, lines, last = self._seen
        goes_on = (
            game.scenario.key == scenario and len(game.log) >= lines and (not lines or game.log[lines - 1] == last)
        )
        if not goes_on:
            self._phase, self._view = (), None
        self._seen = game.scenario.key, len(game.log), game.log[-1] if game.log else ""

    def _key(self, game: Game) -> int:
        return chance.mixed(self.seed, game.state.turn, game.side, game.state.serial)

    def _mind(self, game: Game) -> Mind:
        """The game as the side to decide knows it, with dice of its own."""
        weights = {**weights_of(game.scenario.rules), **self._weights}
        return Mind(game.fork(seed=self._key(game) >> 1, viewer=game.side), game.side, weights, self.seed)

    def _pick(self, mind: Mind, choices: Sequence[Choice]) -> Order:
        """The first choice that the rules allow; every other one is a fault, and noted."""
        good: list[Choice] = []
        for choice in choices:
            if good and not advice.differs(good[0].order, choice.order):
                continue
            refusal = mind.game.explain(choice.order)
            if refusal is None:
                good.append(choice)
                if len(good) == 2:
                    break
            elif not good:
                self.refusals.append(f"{mind.game.prompt.kind}: {choice.order}: {refusal}")
        self.second = good[1].order if len(good) > 1 else None
        if not good:
            self.refusals.append(f"{mind.game.prompt.kind}: nothing left to propose")
            self.reasons = ()
            return sampling.sample(mind.game, chance.draw(self.seed, mind.game.state.serial))
        self.reasons = (good[0].why,) if good[0].why else ()
        return good[0].order

    # -- movement

    def _move(self, mind: Mind) -> Order:
        game, state = mind.game, mind.game.state
        phase = (state.turn, state.side, state.serial)
        if phase[:3] != self._phase[:3]:
            self._targets, self._known, self._plans, self._spent, self._view = {}, set(), 0, 0, None
            self._phase = (*phase, -1)
        sites = queries.bridge_sites(game)
        if sites:
            best = self._site(mind, sites)
            self.reasons, self.second = ("another bridge brings units over faster",), None
            return best
        works = len(state.works)
        landed = self._newcomers(mind)
        if self._phase[3] != works or landed:
            self._phase = (*phase, works)
            if self._plans < MOST_PLANS:
                self._plan(mind, whole=landed)
        order = self._next(mind)
        while order is None and self._targets and self._plans < MOST_PLANS:
            self._plan(mind)
            order = self._next(mind)
        return order or self._end(mind)

    def _site(self, mind: Mind, sites: Sequence[Order]) -> Order:
        """A bridge near the entry hexes and the fighting."""
        board, state = mind.game.scenario.board, mind.game.state
        own = [state.location[u] for u in state.on_map(mind.side)]

        def near(order: Order) -> tuple[int, str]:
            h = board.hex(getattr(order, "hex", ""))
            return sum(min(board.grid.distance(h, o), 12) for o in own), str(order)

        return min(sites, key=near)

    def _newcomers(self, mind: Mind) -> bool:
        """Whether units may move that no plan has known on the map: they have landed since."""
        if self._targets:
            return False
        here = mind.game.state.location
        return any(here[unit] >= 0 and unit not in self._known for unit in queries.movers(mind.game))

    def _plan(self, mind: Mind, *, whole: bool = False) -> None:
        """Plan for who may move: with all nodes at first and when units have landed (`whole`), then with a third."""
        settings, state = self.settings, mind.game.state
        self._plans += 1
        view = View(mind.game, goals.of(mind.game, mind.side, mind.weights))
        movements(view)
        if settings.noise:
            view.noise = {
                (unit, h): settings.noise * chance.part(self.seed, state.turn, mind.side, unit, h)
                for unit, hexes in view.options.items()
                for h in hexes
            }
            view._places.clear()
            view.begin()
        nodes = settings.nodes if whole or self._plans == 1 else settings.nodes // 3 + 20
        nodes = max(int(nodes * view.goals.pace), min(nodes, LEAST_NODES))
        phase = settings.phase * view.goals.share if settings.phase else inf
        left = phase - self._spent
        nodes = int(min(nodes, phase / 2, max(left, LEAST_NODES)))
        salt = chance.mixed(self.seed, state.turn, mind.side, self._plans)
        thinking = self._thinking = Thinking(view, settings, mind.weights, nodes=nodes, salt=salt, most=left)
        thinking.run()
        self._spent += thinking.spent
        self._thinking = None
        self._assault = assault.best(view, mind.game)
        if self._assault is not None:
            assault.adopt(view, self._assault)
            self.log.append(f"turn {state.turn}: {self._assaults(mind.game)}")
        where = view.position.where
        self._targets = {unit: where[unit] for unit in view.options if where[unit] != view.home[unit]}
        self._known |= {unit for unit in view.options if view.home[unit] >= 0}
        self._view = view
        self._contact = {unit: bool(h >= 0 and view.near(h)) for unit, h in self._targets.items()}
        judged = f", {thinking.changed} of {thinking.judged} others preferred" if thinking.judged else ""
        cut = ", cut by the clock" if thinking.cut else ""
        told = reasons.told(view.parts)
        self.log.append(f"turn {state.turn}: plan {self._plans} of {thinking.nodes} nodes{judged}{cut}: {told}")

    def _assaults(self, game: Game) -> str:
        """The assault of the plan, in words."""
        assert self._assault is not None
        return f"{game.state.units[self._assault.unit].id} assaults over the river ({self._assault.gain:+.1f})"

    def _next(self, mind: Mind) -> Order | None:
        """The next move of the plan that can be made now: first those who go nowhere near the enemy."""
        game, state = mind.game, mind.game.state
        for unit in list(self._targets):
            there = state.location[unit] in (self._targets[unit], ELIMINATED)
            if there or state.moved[unit] == state.serial:
                del self._targets[unit]
        pending = sorted(self._targets, key=lambda unit: self._turn(game, unit))
        self.reasons, self.second = ("part of the plan",), None
        for unit in pending:
            order = self._order(game, unit, self._targets[unit])
            if order is not None and game.explain(order) is None:
                return order
        for unit in pending:
            if self._way_in(game, unit):
                order = self._as_near(game, unit)
                if order is not None:
                    return order
        return None

    def _turn(self, game: Game, unit: int) -> tuple[bool, bool, bool, int, int]:
        """What moves come first, as a key to sort by: before an assault the Engineer's."""
        off = game.state.location[unit] < 0
        helps = self._assault is not None and self._view is not None and unit == self._view.goals.engineer
        return not helps, self._contact.get(unit, False), off, self._way_in(game, unit), unit

    def _way_in(self, game: Game, unit: int) -> int:
        """How far a unit goes that enters in a column, as a number below 0: who goes farthest goes first; else 0."""
        view, h = self._view, self._targets[unit]
        if view is None or not view.goals.in_columns or game.state.location[unit] >= 0 or h < 0:
            return 0
        if queries.lands(game, unit):
            return 0
        group = game.scenario.arrivals.get(unit)
        return 0 if group is None else -1 - min(view.position.land.distance(entry)[h] for entry in group.hexes)

    def _as_near(self, game: Game, unit: int) -> Order | None:
        """A unit that comes too late in a column for its place goes where it is nearest to it, away from the enemy."""
        view, reach = self._view, queries.reach(game, unit)
        assert view is not None
        row = view.position.land.distance(self._targets[unit])
        at = view.position.at
        hexes = [h for h in reach.left if row[h] <= NEAR_ENOUGH and at[h] < 0 and not view.near(h)]
        for h in sorted(hexes, key=lambda h: (row[h], h)):
            order = self._order(game, unit, h)
            if order is not None and game.explain(order) is None:
                view.change([(unit, h)])
                self._targets[unit] = h
                return order
        return None

    def _order(self, game: Game, unit: int, h: int) -> Order | None:
        """The order that brings a unit there."""
        state = game.state
        name = state.units[unit].id
        if h in EXITED:
            return Exit(name, (), EDGES[EXITED.index(h)])
        if state.location[unit] >= 0:
            return Move(name, (state.number(h),))
        if queries.lands(game, unit):
            return Land(name, state.number(h))
        reach = queries.reach(game, unit)
        return Enter(name, state.numbers(reach.path(h))) if reach.may_stop(h) else None

    def _end(self, mind: Mind) -> Order:
        """The end of the phase, or whoever must still come in."""
        game = mind.game
        left = queries.movers(game)
        self.reasons, self.second = ("nobody else gains by moving" if left else "all units have moved",), None
        if game.explain(Done()) is None:
            return Done()
        self.reasons = ("it must come onto the map now",)
        value: Goals | None = None
        for unit in queries.movers(game):
            if game.state.location[unit] >= 0:
                continue
            reach = queries.reach(game, unit)
            value = value or goals.of(game, mind.side, mind.weights)
            worth = {h: value.place(unit, h) for h in (*reach.left, *sorted(reach.landings))}
            for h in sorted(worth, key=lambda h: (-worth[h], h)):
                order = self._order(game, unit, h)
                if order is not None and game.explain(order) is None:
                    return order
        self.refusals.append(f"movement: {game.explain(Done())}")
        return sampling.sample(game, chance.draw(self.seed, game.state.serial))

    # -- combat

    def _judged(self, mind: Mind, choices: list[Choice]) -> list[Choice]:
        """Choices after a die, weighed by what comes after them as long as the phase's nodes last."""
        if len(choices) < 2:
            return choices
        state = mind.game.state
        phase = (state.turn, state.side, state.serial)
        if self._fought != phase:
            self._fought, self._spent_fighting = phase, 0
        if self._spent_fighting >= self.settings.combat:
            return choices
        aftermath = Aftermath(mind, chance.mixed(self.seed, *phase))
        found = aftermath.judged(choices)
        self._spent_fighting += aftermath.spent
        return found

    def _in_order(self, mind: Mind, fights: list[Fight]) -> list[Fight]:
        """The combats of a division, the one first that is best fought first."""
        if not self.settings.combat:
            return fights
        state = mind.game.state
        return Aftermath(mind, chance.mixed(self.seed, state.turn, state.side, state.serial)).fought_first(fights)

    def _attacks(self, mind: Mind) -> list[Choice]:
        """The attacks of the best division of what is left to fight, the best first."""
        game = mind.game
        view = View(game, goals.of(game, mind.side, mind.weights))
        contacts, fights = attacks.left(view)
        wanted = [fight for fight in fights if fight.attackers or fight.barrage or fight.support]
        wanted.sort(key=lambda fight: (-fight.value, fight.defenders))
        wanted = attacks.due_first(view, contacts.touched, self._in_order(mind, wanted))
        found = [self._attack(view, fight) for fight in wanted if fight.attackers or fight.value > 0.05]
        if game.explain(Done()) is None:
            return [
                *(choice for choice in found if choice.value > 0.02),
                Choice(Done(), 0.0, "no other attack is worth it"),
            ]
        found += [self._attack(view, fight._replace(barrage=(), support=0)) for fight in wanted if fight.attackers]
        return found + self._simple(mind, contacts)

    def _simple(self, mind: Mind, contacts: Contacts) -> list[Choice]:
        """Plain attacks for when the division is refused: everybody on one enemy, one on one, a gun alone."""
        ids = mind.game.state.ids
        found = []
        for foe in contacts.foes:
            near = tuple(unit for unit, able in contacts.touched.items() if foe in able)
            groups = (near, *((unit,) for unit in near))
            found += [Choice(Attack(ids(group), ids((foe,))), -1.0) for group in groups if group]
            found += [Choice(Attack((), ids((foe,)), ids((gun,))), -2.0) for gun in contacts.guns]
        for unit, able in contacts.touched.items():
            found.append(Choice(Attack(ids((unit,)), ids(tuple(able))), -3.0))
        return [choice for choice in found if mind.game.explain(choice.order) is None]

    def _attack(self, view: View, fight: Fight) -> Choice:
        ids = view.game.state.ids
        order = Attack(ids(fight.attackers), ids(fight.defenders), ids(fight.barrage), fight.support)
        return Choice(order, fight.value, f"{reasons.of_fight(view, fight)} ({fight.value:+.1f})")


def _number(game: Game, h: int) -> str:
    return game.state.number(h) if h >= 0 else "its edge"
