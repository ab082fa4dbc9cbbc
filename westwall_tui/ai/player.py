"""The computer player: `Player(level=3, seed=1).choose(game)` is the order that it gives in the present position.

It plays by the same orders as people, and knows only what its side knows: it thinks in forks of the game, which have
dice of their own and none of the enemy's secrets. The same seed and game give the same order on every machine.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice

from westwall_tui.ai import points_in
from westwall_tui.ai.answers import manners
from westwall_tui.ai.answers.choices import ANSWERS, Choice, Knowledge, default
from westwall_tui.ai.collector import seldom_collected
from westwall_tui.ai.phases.aftermath import JUDGED
from westwall_tui.ai.phases.movement import MovementPlan, order_to
from westwall_tui.ai.phases.tasks import CombatTask, MovementTask
from westwall_tui.ai.search.levels import level_of
from westwall_tui.ai.words import advice, moves
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw, mixed, roll
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, Enter, IllegalOrder, Move, Order, Roll
from westwall_tui.engine.planning import Outlook, Peril
from westwall_tui.engine.units import lower
from westwall_tui.engine.words import named
from westwall_tui.files.computer.weights import weights_of
from westwall_tui.files.players.seats import STEADY, TEMPERAMENTS

LETHAL = (Peril.SURROUNDED, Peril.NO_WAY_BACK, Peril.ILL_MATCHED)
"""Risks that would cost the unit itself."""
MOST_HEXES = 12
"""Maximum number of hexes to try for a unit that would be lost in its planned hex."""
MOST_WEIGHED = 8
"""Maximum number of the plan's moves that a hint weighs before it settles for the first."""


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
        temperament: str = STEADY,
        offers: bool = False,
    ) -> None:
        """Create a player of level 1 to 5.

        `weights` by name replace the battle's own; `budget` multiplies its thinking.

        `temperament` is one of `TEMPERAMENTS`. With `offers` it offers to concede, or a draw, as a person would.

        The `clock` cuts a plan short on a machine that is much too slow, and `log` says so; without it the same seed
        and game give the same orders on any machine. Raises `ValueError` for another level or temperament, or a budget
        of 0 or less.
        """
        if temperament not in TEMPERAMENTS:
            raise ValueError(f"the temperaments are {', '.join(TEMPERAMENTS)}, not {temperament!r:.60}")
        if budget <= 0:
            raise ValueError(f"a budget is more than 0, not {budget}")
        self.level, self.seed, self.temperament = level, seed, temperament
        self.settings = level_of(level).times(budget)
        if not clock:
            self.settings = self.settings._replace(seconds=0.0)
        self.weights = dict(weights or {})
        self._reasons: tuple[str, ...] = ()
        self._reasons_of: Callable[[], tuple[str, ...]] | None = None
        """A function that finds the reasons when they are first needed; None once it has run."""
        self.second: Order | None = None
        """The second-best order."""
        self.refusals: list[str] = []
        """Proposals of this player that the rules refused. Each is a fault of the player."""
        self.log: list[str] = []
        """The cost and value of each plan, one line per plan."""
        self._task: MovementTask | CombatTask | None = None
        self._offers = manners.Offers(seed, partial(Player, clock=False)) if offers else None

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons for the last order, in words. The reasons for a move are found when they are first needed."""
        if self._reasons_of is not None:
            self.reasons = self._reasons_of()
        return self._reasons

    @reasons.setter
    def reasons(self, found: tuple[str, ...]) -> None:
        self._reasons, self._reasons_of = found, None

    def choose(self, game: Game) -> Order:
        """Return the order for the side that decides. Raises `IllegalOrder` if the game is over."""
        if game.side < 0:
            raise IllegalOrder("4.0", "the game is over")
        if game.prompt.kind == "roll":
            self.reasons, self.second = ("Every roll is as good as any other.",), None
            return Roll(roll(mixed(self._phase_key(game), len(game.log)))[1])
        known = self._knowledge(game)
        if self._offers and game.prompt.kind == "movement" and (offer := self._offers.offer(known.game)) is not None:
            self.reasons, self.second = (manners.why(offer),), None
            return offer
        return self._first_allowed(known, self._choices(known, game))

    def advise(self, game: Game) -> Order:
        """Return the order of `choose` with foresight, without errors, with complete reasons and second-best order.

        The plan of a Movement Phase is kept as long as all moves follow it, whoever makes them.
        """
        order = self._order_of_plan(game)
        if game.prompt.kind == "movement":
            order = self._soundest_move(game, order)
            self._explain_move(game, order)
            order = self._move_that_pays(game, order)
        return order

    def advise_unit(self, game: Game, unit: str) -> Order | None:
        """Return the order for one unit that can still move, as `advise` does; None if the unit does best where it is.

        If its hex isn't free yet, return the order that must come first. During set-up, the order is for a unit that is
        still to be set up; for secret notes, `unit` is a division. In other phases, and for other units, return the
        same as `advise`. Raises `KeyError` for an unknown unit.
        """
        known = self._knowledge(game)._replace(about=unit)
        if game.prompt.kind == "notes" and unit in queries.notes(game, game.side):
            return self._first_allowed(known, self._choices(known, game))
        index = game.scenario.by_id[lower(unit)]
        if game.prompt.kind == "set-up":
            return self._first_allowed(known, self._choices(known, game))
        if game.prompt.kind != "movement" or index not in queries.movers(game):
            return self.advise(game)
        order = self._order_of_plan(game)
        if (plan := self._plan) is not None and plan.has_landed(game, index):
            self._task = None
            order = self._order_of_plan(game)
        if (plan := self._plan) is None or index not in plan.view.options:
            self._explain_move(game, order)
            return order
        others = advice.hexes_best_first(plan.view, game, index)
        h, home = others[0], plan.view.home[index]
        own = None if h == home else order_to(game, index, h)
        if h != home and (own is None or game.explain(own) is not None):
            self._explain_move(game, order)
            if str(getattr(order, "unit", "")).lower() != unit.lower():
                self.reasons = (
                    f"Do this first: {named(unit)} cannot get to {game.state.number(h) if h >= 0 else 'its edge'} yet.",
                    *self.reasons,
                )
            return order
        plan.send(index, h)
        self.reasons, self.second = plan.why(game, index, others)
        if own is not None and not self._pays(game, index, h):
            instead = self._safer_hex(game, index, others)
            plan.send(index, instead)
            self.reasons, self.second = plan.why(game, index, others)
            own = None if instead == home else order_to(game, index, instead)
        return own

    def hurry(self) -> None:
        """Settle for the best plan found so far. Another thread may call this while `choose` thinks."""
        if self._offers:
            self._offers.hurry()
        task = self._task
        if isinstance(task, MovementTask):
            task.hurry()

    @property
    def _plan(self) -> MovementPlan | None:
        return self._task.plan if isinstance(self._task, MovementTask) else None

    def _order_of_plan(self, game: Game) -> Order:
        """Return the order of `choose` without the level's errors, with the danger that warnings know.

        Plan again if units have strayed from the plan.
        """
        plan, settings = self._plan, self.settings._replace(noise=0.0, foresees=True)
        if settings != self.settings or (plan is not None and plan.is_broken(game)):
            self.settings, self._task = settings, None
        return self.choose(game)

    def _soundest_move(self, game: Game, order: Order) -> Order:
        """Return the plan's move that gains most of those without a risk in the current position.

        Guns come last, because they follow the other units. If every move carries a risk, return `order`.
        """
        plan = self._plan
        if plan is None or not isinstance(order, Move):
            return order
        outlook, found = Outlook(game), [(False, 0.0, order)]
        for move in islice(plan.moves(game), MOST_WEIGHED):
            if not isinstance(move, Move):
                continue
            unit, h = game.scenario.by_id[lower(move.unit)], game.scenario.board.hex(move.hexes[-1])
            if not outlook.of_move(unit, h):
                gain = moves.gain_of_move(plan.view, unit, h, plan.view.home[unit])
                found.append((not game.state.units[unit].is_artillery, gain, move))
        return max(found[1:] or found, key=lambda each: each[:2])[2]

    def _move_that_pays(self, game: Game, order: Order) -> Order:
        """Return the order; or the plan's next order if the unit's risk outweighs the reasons for the first."""
        for _ in range(MOST_WEIGHED):
            plan, unit = self._plan, game.scenario.by_id.get(str(getattr(order, "unit", "")).lower(), -1)
            if plan is None or not isinstance(order, Move | Enter) or not plan.leads(unit):
                break
            h = plan.view.position.where[unit]
            if (plan.assault is not None and unit == plan.assault.unit) or self._pays(game, unit, h):
                break
            instead = self._safer_hex(game, unit, advice.hexes_best_first(plan.view, game, unit))
            if instead == h:
                break
            plan.send(unit, instead)
            order = self._soundest_move(game, self._order_of_plan(game))
            self._explain_move(game, order)
        return order

    def _pays(self, game: Game, unit: int, h: int) -> bool:
        """Return True if the reasons for a move outweigh the risk of losing its unit there."""
        outlook = Outlook(game)
        lost = [outlook.weight(risk) for risk in outlook.of_move(unit, h) if risk.peril in LETHAL]
        return not lost or points_in(self.reasons) > max(lost)

    def _safer_hex(self, game: Game, unit: int, others: Sequence[int]) -> int:
        """Return the first of `others`, given best first, where the unit stays or is at no risk of being lost.

        If there is none, return its present hex, or the first of `others` if it must enter.
        """
        plan, outlook = self._plan, Outlook(game)
        for h in others[:MOST_HEXES]:
            stays = plan is not None and h == plan.view.home[unit]
            if stays or (h >= 0 and all(risk.peril not in LETHAL for risk in outlook.of_move(unit, h))):
                return h
        return plan.view.home[unit] if plan is not None and not advice.must_come(game, unit) else others[0]

    def _explain_move(self, game: Game, order: Order) -> None:
        plan, unit = self._plan, game.scenario.by_id.get(str(getattr(order, "unit", "")).lower(), -1)
        if plan is None:
            return
        if isinstance(order, Done):
            self.reasons = plan.why_done(game) or self.reasons
        elif plan.assault is not None and unit == plan.assault.unit:
            self.reasons = (plan.reason_for_assault,)
        elif plan.leads(unit):
            self.reasons, self.second = plan.why(game, unit, advice.hexes_best_first(plan.view, game, unit))

    def _phase_key(self, game: Game) -> int:
        """Return a number that identifies the current phase and side for this player."""
        return mixed(self.seed, game.state.turn, game.side, game.state.serial)

    def _knowledge(self, game: Game) -> Knowledge:
        alone = {} if self.settings.shares else {"attackers": 0.0, "foresight": 0.0}
        if self.settings.foresees:
            alone["foresight"] = 2.0
        weights = {**weights_of(game.scenario.rules, self.temperament), **alone, **self.weights}
        return Knowledge(game.fork(seed=self._phase_key(game) >> 1, viewer=game.side), game.side, weights, self.seed)

    @seldom_collected()
    def _choices(self, known: Knowledge, game: Game) -> list[Choice]:
        kind = game.prompt.kind
        if kind == "movement":
            return self._movement_task(game).choices(known)
        if kind == "combat":
            return self._combat_task(game).attacks(known)
        choices = ANSWERS.get(kind, default)(known)
        return self._combat_task(game).judged(known, choices) if kind in JUDGED else choices

    def _movement_task(self, game: Game) -> MovementTask:
        task = self._task
        if not isinstance(task, MovementTask) or not task.goes_on(game):
            task = self._task = MovementTask(game, self.settings, self.seed, self.log)
        task.see(game)
        return task

    def _combat_task(self, game: Game) -> CombatTask:
        task = self._task
        if not isinstance(task, CombatTask) or not task.goes_on(game):
            task = self._task = CombatTask(game, self.settings, self.seed)
        task.see(game)
        return task

    def _first_allowed(self, known: Knowledge, choices: Sequence[Choice]) -> Order:
        """Return the first choice that the rules allow. Record each refused one as a fault of the player."""
        good: list[Choice] = []
        for choice in choices:
            if good and not advice.differs(good[0].order, choice.order):
                continue
            refusal = known.game.explain(choice.order)
            if refusal is None:
                good.append(choice)
                if len(good) == 2:
                    break
            elif not good:
                self.refusals.append(f"{known.game.prompt.kind}: {choice.order}: {refusal}")
        self.second = good[1].order if len(good) > 1 else None
        if not good:
            self.refusals.append(f"{known.game.prompt.kind}: nothing left to propose")
            self.reasons = ()
            return known.game.random_order(Draw.of(self.seed, known.game.state.serial))
        self._reasons_of = self._in_words(known, good[0], self.second)
        return good[0].order

    def _in_words(self, known: Knowledge, choice: Choice, second: Order | None) -> Callable[[], tuple[str, ...]]:
        plan, game, order = self._plan, known.game, choice.order
        why = (choice.why,) if choice.why else ()
        if game.prompt.kind != "movement":
            return lambda: advice.of_answer(known, order, second, why)
        unit = game.scenario.by_id.get(str(getattr(order, "unit", "")).lower(), -1)
        if plan is None:
            return lambda: why
        if plan.assault is not None and unit == plan.assault.unit:
            return lambda: (plan.reason_for_assault,)
        return (lambda: plan.why(game, unit, ())[0]) if plan.leads(unit) else lambda: why
