"""Planning an attack from the keyboard (7.0): on the enemy under the cursor, with units still to come."""

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.scenario import Phase
from westwall_tui.ui.decisions.combat import AttackDialog
from westwall_tui.ui.decisions.plan import PlanChoice, PlanDialog, plan_ahead_dialog
from westwall_tui.ui.map.attack_plan import AttackPlan, PlanAhead
from westwall_tui.ui.screens.game import GameInPlay


class AttackPlanner:
    """The key that plans an attack was pressed: which enemy is meant, and which box shows it."""

    def __init__(self, play: GameInPlay) -> None:
        self._play = play
        self._state = play.game.state

    def plan(self) -> None:
        """Preview an attack in the Combat Phase, plan one in the Movement Phase or while somebody else decides."""
        if self._play.decision.is_here:
            self._plan_now()
        else:
            self._plan_ahead()

    def _plan_now(self) -> None:
        """With a unit of the plan in hand, go to its hex; away from all enemies, open the plan, or a choice."""
        play, state, kind = self._play, self._state, self._play.game.prompt.kind
        enemy = self._enemy_here(state.side)
        enemies = state.on_map(1 - state.side)
        if kind == "combat" and enemy >= 0:
            play.open(AttackDialog(play, (enemy,), plan=True))
        elif kind != "movement" or not enemies:
            play.say("Put the cursor on an enemy to preview an attack on it")
        elif enemy >= 0:
            self._open(enemy)
        elif (h := self._planned_for_hand()) != NOWHERE:
            play.move_cursor(h)
            play.say(f"{play.key('confirm')}: move here as planned")
        elif play.plan is not None:
            self._open(play.plan.enemies[0])
        else:
            play.open(PlanChoice(play, enemies, self._open))

    def _enemy_here(self, side: int) -> int:
        """The enemy of a side under the cursor; -1 if there is none."""
        unit = self._state.occupants().get(self._play.cursor, -1)
        return unit if unit >= 0 and self._state.units[unit].side != side else -1

    def _planned_for_hand(self) -> int:
        """The hex that the plan has for the unit in hand; `NOWHERE` if there is none, or the cursor is there."""
        play = self._play
        spots = play.plan.spots if play.plan else {}
        planned = (spot.hex for unit, spot in spots.items() if play.in_hand(spot.hex) == unit)
        h = next(planned, NOWHERE)
        return NOWHERE if h == play.cursor else h

    def _open(self, enemy: int) -> None:
        play, before = self._play, self._play.plan
        play.move_cursor(play.game.state.location[enemy])
        plan = before if before is not None and enemy in before.enemies else AttackPlan(play.game, (enemy,))
        play.open(PlanDialog(play, plan, play.look.show_plan, before))

    def _plan_ahead(self) -> None:
        """Somebody else decides: plan an attack for your own next turn, as if it began now."""
        play, state, side = self._play, self._state, self._play.viewer
        if side < 0 or state.phase is Phase.SETUP:
            play.say("There is nothing to plan now")
        elif (enemy := self._enemy_here(side)) >= 0:
            self._open_ahead(enemy)
        elif isinstance(play.plan, PlanAhead):
            self._open_ahead(play.plan.enemies[0])
        elif enemies := state.on_map(1 - side):
            play.open(PlanChoice(play, enemies, self._open_ahead))

    def _open_ahead(self, enemy: int) -> None:
        play, before = self._play, self._play.plan
        h = play.game.state.location[enemy]
        if h < 0:
            play.say("It has exited the map")
            return
        play.move_cursor(h)
        mine = isinstance(before, PlanAhead) and enemy in before.enemies
        plan = before if mine else PlanAhead(lambda: play.game, play.viewer, (enemy,))
        assert isinstance(plan, PlanAhead)
        play.open(plan_ahead_dialog(play, plan, play.look.show_plan, before))
