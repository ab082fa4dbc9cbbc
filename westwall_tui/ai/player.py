"""The computer player: `Player(level=3, seed=1).choose(game)` is the order that it gives now.

It plays by the same orders and knows what its side knows: it thinks in forks of the game, which have dice of their own
and none of the enemy's secrets. The same seed and game give the same order on every machine.
"""

from collections.abc import Mapping, Sequence

from westwall_tui.ai import advice, attacks, chance, goals, reasons
from westwall_tui.ai.aftermath import ASKED, Aftermath, CombatNodes
from westwall_tui.ai.answers import ANSWERS, Choice, Mind
from westwall_tui.ai.combat import Fight
from westwall_tui.ai.division import Contacts
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.levels import level_of
from westwall_tui.ai.movement import MovementPhase, MovementPlan, order_to, phase_of
from westwall_tui.ai.view import View
from westwall_tui.engine import queries, sampling
from westwall_tui.engine.dice import roll
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Done, IllegalOrder, Order, Roll
from westwall_tui.engine.units import lower
from westwall_tui.files.weights import weights_of


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
        self._seen: tuple[str, int, str] = ("", 0, "")
        """The game that was played last: its scenario, how many lines its log had, and the last of them."""
        self._movement: MovementPhase | None = None
        """What it thinks of the Movement Phase that it is in, or was in last."""
        self._combat: CombatNodes | None = None
        """What it may still spend on decisions after dice in the Combat Phase that it is in, or was in last."""

    def hurry(self) -> None:
        """Be content with the best plan found so far; another thread may say so while `choose` thinks."""
        movement = self._movement
        if movement is not None:
            movement.hurry()

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
        if (plan := self._plan) is not None and plan.has_come(game, index):
            self._movement = None
            order = self._planned(game)
        if (plan := self._plan) is None or index not in plan.view.options:
            self._explain_move(game, order)
            return order
        others = advice.ranked(plan.view, game, index)
        h, home = others[0], plan.view.home[index]
        own = None if h == home else order_to(game, index, h)
        if h != home and (own is None or game.explain(own) is not None):
            self._explain_move(game, order)
            if str(getattr(order, "unit", "")).lower() != unit.lower():
                self.reasons = (f"this comes first: {unit} has no way to {_number(game, h)} yet", *self.reasons)
            return order
        plan.send(index, h)
        self.reasons, self.second = plan.why(game, index, others)
        return own

    @property
    def _plan(self) -> MovementPlan | None:
        return None if self._movement is None else self._movement.plan

    def _planned(self, game: Game) -> Order:
        """As `choose`, with another plan if units have not followed the last one, and misjudging nothing."""
        plan = self._plan
        if self.settings.noise or (plan is not None and plan.strayed(game)):
            self.settings, self._movement = self.settings._replace(noise=0.0), None
        return self.choose(game)

    def _explain_move(self, game: Game, order: Order) -> None:
        """The reasons of an order of the plan."""
        plan, unit = self._plan, game.scenario.by_id.get(str(getattr(order, "unit", "")).lower(), -1)
        if plan is None:
            return
        if plan.assault is not None and unit == plan.assault.unit:
            self.reasons = (plan.assault_in_words(game),)
        elif plan.leads(unit):
            self.reasons, self.second = plan.why(game, unit, advice.ranked(plan.view, game, unit))

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
            self._movement = None
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
        game = mind.game
        if self._movement is None or not self._movement.goes_on(game):
            self._movement = MovementPhase(game, self.settings, self.seed, self.log)
        sites = queries.bridge_sites(game)
        if sites:
            best = self._site(mind, sites)
            self.reasons, self.second = ("another bridge brings units over faster",), None
            return best
        order = self._movement.next_order(mind)
        self.reasons, self.second = ("part of the plan",), None
        return order or self._end(mind)

    def _site(self, mind: Mind, sites: Sequence[Order]) -> Order:
        """A bridge near the entry hexes and the fighting."""
        board, state = mind.game.scenario.board, mind.game.state
        own = [state.location[u] for u in state.on_map(mind.side)]

        def near(order: Order) -> tuple[int, str]:
            h = board.hex(getattr(order, "hex", ""))
            return sum(min(board.grid.distance(h, o), 12) for o in own), str(order)

        return min(sites, key=near)

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
                order = order_to(game, unit, h)
                if order is not None and game.explain(order) is None:
                    return order
        self.refusals.append(f"movement: {game.explain(Done())}")
        return sampling.sample(game, chance.draw(self.seed, game.state.serial))

    # -- combat

    def _judged(self, mind: Mind, choices: list[Choice]) -> list[Choice]:
        """Choices after a die, weighed by what comes after them as long as the phase's nodes last."""
        if len(choices) < 2:
            return choices
        phase = phase_of(mind.game)
        if self._combat is None or self._combat.phase != phase:
            self._combat = CombatNodes(phase, self.settings.combat)
        if self._combat.left <= 0:
            return choices
        aftermath = Aftermath(mind, chance.mixed(self.seed, *phase))
        found = aftermath.judged(choices)
        self._combat.left -= aftermath.spent
        return found

    def _in_order(self, mind: Mind, fights: list[Fight]) -> list[Fight]:
        """The combats of a division, the one first that is best fought first."""
        if not self.settings.combat:
            return fights
        return Aftermath(mind, chance.mixed(self.seed, *phase_of(mind.game))).fought_first(fights)

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
