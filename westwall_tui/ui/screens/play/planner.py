"""Attack plans at the keyboard (7.0): a box with the units that can come, their hexes, and the odds."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine import planning
from westwall_tui.engine.events import points
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.words import listed
from westwall_tui.ui.boxes.kinds import ChoiceDialog
from westwall_tui.ui.decisions.attack import AttackDialog
from westwall_tui.ui.decisions.checklist import ChecklistDialog, Participant, refusal_rows
from westwall_tui.ui.decisions.fight import counter_spans, face_rows, scale_rows
from westwall_tui.ui.decisions.mode import TARGET, Mark
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.map.overlays.attack_plan import AttackPlan, PlanAhead, TheirAttack
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.words import odds as text
from westwall_tui.words.rows import Row, Span, cut, row

Show = Callable[[AttackPlan | None, int], None]
"""A function that marks a plan (None for no plan) on the map, with the hexes open to a unit (-1 for no unit)."""

TALL = 12
"""Initial height of the box in lines. If the box grew later, it could cover the hexes that it is about."""

COMES = 17
"""Columns for a unit's way to its hex; if there is little room, the cost is left out first, then `barrage`."""

AHEAD = "For your next Movement Phase; odds {}"
THEIRS = "They could do this next turn if your units stay ({})"
ASSUMED = "Odds {}. Keep the planned hexes free (5.31)"
BEFORE_FIRE, WITH_FIRE = "before Final Protective Fire", "with all FPF"


class PlanDialog(ChecklistDialog):
    """A plan to attack an enemy with units that are not there yet; it gives no order."""

    title = "Attack plan"
    about = "plan"
    unseen = False

    def __init__(self, screen: GameScreen, plan: AttackPlan, show: Show, before: AttackPlan | None = None) -> None:
        """Take the plan to go back to if this one comes to nothing (`before`)."""
        super().__init__(screen)
        self.plan = plan
        self.is_ours = not isinstance(plan, TheirAttack)
        if not self.is_ours:
            self.title = "Their attack"
        self._show = show
        self._before = None if before is plan else before
        self.support = plan.support
        self._tallest = TALL
        self._show_plan()

    @property
    def game(self) -> Game:
        """The game of the plan. For a plan made ahead, the player's own Movement Phase begins now in that game."""
        return self.plan.game

    def _show_plan(self) -> None:
        plan = self.plan
        plan.support = self.support = min(self.support, self.points_left())
        self.chosen = {*plan.spots, *plan.enemies[1:]}
        items = self.items()
        self.at = min(self.at, max(0, len(items) - 1))
        at = items[self.at].unit if items and items[self.at].kind == "unit" else -1
        self._show(plan, at)

    def items(self) -> Sequence[Participant]:
        joiners = sorted(self.plan.joiners, key=self._joiner_rank)
        return (
            *(Participant(joiner.unit, "unit") for joiner in joiners),
            *([Participant(-1, "support")] if self.points_left() else []),
            *(Participant(enemy, "also") for enemy in self.plan.neighbors()),
        )

    def _joiner_rank(self, joiner: planning.Joiner) -> tuple[bool, bool, bool, int, int]:
        """Return a unit's sort key: units in place, then those that can come, the strongest first, then guns."""
        state = self.game.state
        there = any(spot.hex == state.location[joiner.unit] for spot in joiner.spots)
        strength = planning.attack_points(self.game, joiner.unit)
        gun = state.units[joiner.unit].is_artillery
        return gun, not there, joiner.entering, -strength, joiner.unit

    def does(self) -> Sequence[tuple[str, str]]:
        drop = (("drop_plan", "drop plan"),) if self.is_ours else ()
        fire = self._fire_key(self.plan.sketch() if self.plan.spots else None)
        return (("next_hex", "other hex"), ("put_all", "all"), *fire, *drop)

    def points_left(self) -> int:
        return planning.candidates(self.game, self.plan.enemies).support

    # -- keys

    def act(self, action: str) -> bool:
        items = self.items()
        item = items[self.at] if items else Participant(-1, "none")
        if action in ("back", "leave", "declare"):
            self._close_plan()
            return True
        if action == "drop_plan" and self.is_ours:
            self.screen.close()
            self._show(None, -1)
            self.screen.say("The plan has been dropped")
            return True
        if action == "fire":
            self._show_with_fire(self.plan.sketch() if self.plan.spots else None)
        elif action in ("next_hex", "previous_hex"):
            self._shift_joiner(item, 1 if action == "next_hex" else -1)
        elif action == "put_all":
            if not self.plan.close_ring():
                self.plan.add_all()
        elif not super().act(
            "put" if action == "confirm" else action
        ):  # Enter did not open this box, and gives no order
            return False
        self._show_plan()
        return True

    def _close_plan(self) -> None:
        self.screen.close()
        if self.plan.waits:
            self._show(self.plan, -1)
            key = self.screen.key
            self.screen.say(f"The plan stays on the map. {key('plan')}: back to it, {key('drop_plan')}: drop the plan")
        else:
            self._show(self._before, -1)

    def _toggle_chosen(self) -> None:
        items = self.items()
        item = items[self.at] if items else Participant(-1, "none")
        if item.kind == "support":
            self.support = 0 if self.support else self.points_left()
        elif item.kind == "also":
            self.plan.also(item.unit)
        elif item.kind == "unit" and item.unit in self.plan.spots:
            self.plan.drop(item.unit)
        elif item.kind == "unit" and not self.plan.add(item.unit):
            name = self.game.state.units[item.unit].name
            self.screen.say(f"5.31: no hex is left for {name}. Drop another unit first")

    def _shift_joiner(self, item: Participant, step: int) -> None:
        if item.kind == "unit" and not self.plan.shift(item.unit, step):
            self.screen.say(f"No other hex is free for {self.game.state.units[item.unit].name}")

    # -- the rows of the box

    def hexes(self) -> Sequence[int]:
        location = self.game.state.location
        near = {spot.hex for joiner in self.plan.joiners for spot in joiner.spots if not spot.barrage}
        return [*(location[enemy] for enemy in self.plan.enemies), *sorted(near)]

    def _item_spans(self, item: Participant, number: str) -> Row:
        state, plan = self.game.state, self.plan
        if item.kind != "unit":
            return super()._item_spans(item, number)
        spot = plan.spots.get(item.unit) or self._hex_it_would_have(item.unit)
        name, chip, _ = counter_spans(self.game, item.unit)
        place = " no free hex"
        if spot is not None:
            verb = plan.verb(item.unit, spot)
            there = f" {verb} {state.number(spot.hex)}"
            cost = "" if verb == "at" else f", {points(spot.cost)} MP"
            barrage = ", barrage" if spot.barrage else ""
            forms = (f"{there}{cost}{barrage}", f"{there}{barrage}", there)
            place = next(form for form in forms if len(form) <= COMES)
        return name, chip, Span(place.ljust(COMES))

    def _hex_it_would_have(self, unit: int) -> planning.Spot | None:
        """Return the hex that a unit would get in the plan; None if all its hexes are taken."""
        taken = {spot.hex for spot in self.plan.spots.values()}
        spots = next(joiner.spots for joiner in self.plan.joiners if joiner.unit == unit)
        return next((spot for spot in spots if spot.hex not in taken), None)

    def _points_added_by(self, item: Participant) -> int:
        return planning.attack_points(self.game, item.unit) if item.kind == "unit" else 0

    def _role_in_words(self, item: Participant) -> str:
        return "also attack" if item.kind == "also" else ""

    def prompt(self) -> str:
        about = THEIRS if not self.is_ours else AHEAD if isinstance(self.plan, PlanAhead) else ASSUMED
        found = self.plan.sketch() if self.fired and self.plan.spots else None
        return about.format(WITH_FIRE if found is not None and found.fire else BEFORE_FIRE)

    def rows(self, width: int) -> Sequence[Row]:
        state = self.game.state
        found = self.plan.sketch() if self.plan.spots else None
        right, sides = self._defenders_beside(self.plan.enemies, found), (state.side, 1 - state.side)
        odds = self._odds_rows(found, width) if found else [row("No units yet."[:width])]
        beside = self._beside_rows(width)
        self._make_room(1 + len(odds) + bool(self.plan.unable) + len(beside), width, len(right))
        lines = self._rows_of_forces(width, sides, right)
        if not self.items():
            notice = "No unit can get next to it or in range this phase."
            return self._keep_height([*lines, row(notice[:width], "danger")], width)
        lines += odds
        lines += beside
        if self.plan.unable:
            out = f"These units cannot get there now: {listed(state.names(self.plan.unable))}"
            lines.append(row(out[:width], "warning"))
        return self._keep_height(lines, width)

    def _beside_rows(self, width: int) -> list[Row]:
        """Return lines about units that close the ring, about units that attack others, and about wired bridges."""
        state, plan = self.game.state, self.plan
        ring = [f"{state.units[u].name} to {state.number(h)}" for u, h in plan.blocking.items() if u not in plan.others]
        lines = [f"To surround it, also move {listed(ring)}"] if ring else []
        others = [f"{state.units[u].name} from {state.number(h)}" for u, h in plan.blocking.items() if u in plan.others]
        if others:
            attack = "attacks another unit" if len(others) == 1 else "attack other units"
            lines.append(f"Meanwhile {listed(others)} {attack} (7.11)")
        rows = [each for line in lines for each in cut(line, width, 2, "bold")]
        for risk in plan.bridges:
            pair, name = "/".join(state.numbers(risk.hexes)), state.units[risk.unit].name
            owner = "The enemy" if self.is_ours else "You"
            rows += cut(f"{owner} may blow the bridge {pair} when {name} comes next to it", width, 2, "warning")
        return rows

    def stake(self, width: int) -> str:
        return text.left_by(self.game, self.plan.sketch() if self.plan.spots else None, width)

    def _odds_rows(self, found: planning.Preview, width: int) -> list[Row]:
        game = self.game
        odds, shift = self._odds_on_show(found)
        lines = scale_rows(odds, f"{found.reason} (7.44)", width, shift)
        if found.refusal is not None:
            lines += refusal_rows(game, "Not allowed, ", found.refusal, width)
        faces = text.faces(game, found.fates, found.attacker_fates, odds.results, alone=self.plan.alone)
        return [*lines, *face_rows(game, faces, (game.state.side, 1 - game.state.side), width)]


class PlanChoice(ChoiceDialog):
    """The choice of an enemy to attack, nearest first; before them a unit of ours that the enemy could attack."""

    title = "Plan an attack on"
    wide = True
    does = "plan it"

    def __init__(
        self, screen: GameScreen, enemies: Sequence[int], take: Callable[[int], object], ours: Sequence[str] = ()
    ) -> None:
        """Take the function for the chosen unit, and the line of our unit (`take` gets -1 for it)."""
        game = screen.game
        state, board = game.state, game.scenario.board
        far = {e: board.grid.distance(screen.cursor, state.location[e]) for e in enemies}
        self._traps = planning.traps(game, state.units[enemies[0]].side)
        enemies = sorted(enemies, key=lambda e: (e not in self._traps, far[e], e))
        self.enemies = [*(-1 for _ in ours), *enemies]
        self._take = take
        lines = [f"{f'{state.units[e].id:<7} {state.units[e].strength!s}':<19} {self._about(game, e)}" for e in enemies]
        super().__init__(screen, [*ours, *lines])
        self.at = len(ours)

    def _about(self, game: Game, enemy: int) -> str:
        """Return an enemy's hex, and the rolls that eliminate it once it is surrounded, if it can be."""
        h, board, trap = game.state.location[enemy], game.scenario.board, self._traps.get(enemy)
        if trap is None:
            return board.describe(h)
        rolls = f"{trap.unfired} of 6" if trap.dice == trap.unfired else f"{trap.unfired} (FPF {trap.dice})"
        return f"{board.number(h)} surrounded: {rolls}"

    def marks(self) -> Mapping[int, Mark]:
        location = self.screen.game.state.location
        return dict.fromkeys([location[enemy] for enemy in self._traps], TARGET)

    def prompt(self) -> str:
        if self._traps:
            marked = self.screen.shown_as(TARGET[0])
            return f"Which enemy do you want to attack? You can surround those marked {marked}"
        return "Which enemy do you want to attack?"

    def chosen(self, at: int) -> None:
        self._take(self.enemies[at])


class AttackPlanner:
    """The key that plans an attack: it finds out which enemy to attack, and opens the right box."""

    def __init__(self, play: GameInPlay) -> None:
        self._play = play
        self._state = play.game.state

    def plan(self) -> None:
        """Preview an attack in the Combat Phase; plan one in the Movement Phase or while another player decides."""
        if self._play.decision.is_here:
            self._plan_now()
        else:
            self._plan_ahead()

    def _plan_now(self) -> None:
        """Go to the planned hex of the selected unit, or open the plan, or ask which enemy to attack."""
        play, state, kind = self._play, self._state, self._play.game.prompt.kind
        enemy = self._enemy_here(state.side)
        enemies = state.on_map(1 - state.side)
        if kind == "combat" and enemy >= 0:
            play.open(AttackDialog(play, (enemy,), plan=True))
        elif kind not in ("movement", "combat"):
            play.say(f"Finish this first; then {play.key('plan')} plans an attack")
        elif kind == "combat" or not enemies:
            if not self._open_theirs():
                play.say("Put the cursor on an enemy to preview an attack on it")
        elif enemy >= 0:
            self._open_plan(enemy)
        elif (h := self._planned_for_hand()) != NOWHERE:
            play.move_cursor(h)
            play.say(f"{play.key('confirm')}: move here as planned")
        elif play.plan is not None:
            self._open_plan(play.plan.enemies[0])
        else:
            self._choose(enemies, self._open_plan)

    def _choose(self, enemies: Sequence[int], open_plan: Callable[[int], None]) -> None:
        """Ask which enemy to attack; if a unit of ours is here, the enemy's attack on it is the first choice."""
        play, (unit, h) = self._play, self._unit_here()
        ours = (
            [f"{self._state.ids((unit,))[0]:<7} the enemy's best attack on it at {self._state.number(h)}"]
            if unit >= 0
            else []
        )
        play.open(
            PlanChoice(play, enemies, lambda enemy: open_plan(enemy) if enemy >= 0 else self._open_theirs(), ours)
        )

    def _unit_here(self) -> tuple[int, int]:
        """Return our unit under the cursor, or the selected unit that could move there, with that hex; or -1."""
        play, h = self._play, self._play.cursor
        side = play.viewer if play.viewer >= 0 else self._state.side
        unit = self._state.occupants().get(h, play.unit_for(h))
        return (unit, h) if unit >= 0 and self._state.units[unit].side == side else (-1, h)

    def _open_theirs(self) -> bool:
        """Show the strongest attack that the enemy could make here in its next turn. Return False if nobody is here."""
        play, (unit, h) = self._play, self._unit_here()
        if unit < 0:
            return False
        play.open(PlanDialog(play, TheirAttack(lambda: play.game, unit, h), play.look.show_plan, play.plan))
        return True

    def _enemy_here(self, side: int) -> int:
        """Return the enemy of a side under the cursor; -1 if there is none."""
        unit = self._state.occupants().get(self._play.cursor, -1)
        return unit if unit >= 0 and self._state.units[unit].side != side else -1

    def _planned_for_hand(self) -> int:
        """Return the planned hex of the selected unit; `NOWHERE` if it has none or the cursor is already there."""
        play = self._play
        spots = play.plan.spots if play.plan else {}
        planned = (spot.hex for unit, spot in spots.items() if play.unit_for(spot.hex) == unit)
        h = next(planned, NOWHERE)
        return NOWHERE if h == play.cursor else h

    def _open_plan(self, enemy: int) -> None:
        play, before = self._play, self._play.plan
        play.move_cursor(play.game.state.location[enemy])
        plan = before if before is not None and enemy in before.enemies else AttackPlan(play.game, (enemy,))
        play.open(PlanDialog(play, plan, play.look.show_plan, before))

    def _plan_ahead(self) -> None:
        """Plan an attack for the player's next turn, as if it began now."""
        play, state, side = self._play, self._state, self._play.viewer
        if side < 0 or state.phase is Phase.SETUP:
            play.say("You cannot plan an attack now")
        elif (enemy := self._enemy_here(side)) >= 0:
            self._open_ahead(enemy)
        elif isinstance(play.plan, PlanAhead):
            self._open_ahead(play.plan.enemies[0])
        elif enemies := state.on_map(1 - side):
            self._choose(enemies, self._open_ahead)

    def _open_ahead(self, enemy: int) -> None:
        play, before = self._play, self._play.plan
        h = play.game.state.location[enemy]
        if h < 0:
            play.say("That unit has exited the map")
            return
        play.move_cursor(h)
        mine = isinstance(before, PlanAhead) and enemy in before.enemies
        plan = before if mine else PlanAhead(lambda: play.game, play.viewer, (enemy,))
        assert isinstance(plan, PlanAhead)
        play.open(PlanDialog(play, plan, play.look.show_plan, before))
