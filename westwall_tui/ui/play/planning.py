"""Planning an attack from the keyboard (7.0): on the enemy under the cursor, with units still to come."""

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.scenario import Phase
from westwall_tui.ui.decisions.combat import AttackDialog
from westwall_tui.ui.decisions.plan import PlanChoice, PlanDialog, plan_ahead_dialog
from westwall_tui.ui.map.attack_plan import AttackPlan, PlanAhead
from westwall_tui.ui.play.game import COMPUTER, ELSEWHERE, Play


def plan(play: Play) -> None:
    """Preview an attack in the Combat Phase, plan one in the Movement Phase or while somebody else decides."""
    if play.asked[0] in (COMPUTER, ELSEWHERE):
        _plan_ahead(play)
    else:
        _plan_now(play)


def _plan_now(play: Play) -> None:
    """With a unit of the plan in hand, go to its hex; away from all enemies, the plan that there is, or a choice."""
    state, kind = play.game.state, play.game.prompt.kind
    enemy = _enemy_here(play, state.side)
    enemies = state.on_map(1 - state.side)
    if kind == "combat" and enemy >= 0:
        play.open(AttackDialog(play, (enemy,), plan=True))
    elif kind != "movement" or not enemies:
        play.say("Put the cursor on an enemy to preview an attack on it")
    elif enemy >= 0:
        _open(play, enemy)
    elif (h := _planned_for_hand(play)) != NOWHERE:
        play.move_cursor(h)
        play.say(f"{play.key('confirm')}: move here as planned")
    elif play.looking.plan is not None:
        _open(play, play.looking.plan.enemies[0])
    else:
        play.open(PlanChoice(play, enemies, lambda enemy: _open(play, enemy)))


def _enemy_here(play: Play, side: int) -> int:
    """The enemy of a side under the cursor; -1 if there is none."""
    state = play.game.state
    unit = state.occupants().get(play.cursor, -1)
    return unit if unit >= 0 and state.units[unit].side != side else -1


def _planned_for_hand(play: Play) -> int:
    """The hex that the plan has for the unit in hand; `NOWHERE` if there is none, or the cursor is there."""
    spots = play.looking.plan.spots if play.looking.plan else {}
    planned = (spot.hex for unit, spot in spots.items() if play.in_hand(spot.hex) == unit)
    h = next(planned, NOWHERE)
    return NOWHERE if h == play.cursor else h


def _open(play: Play, enemy: int) -> None:
    play.move_cursor(play.game.state.location[enemy])
    before = play.looking.plan
    plan = before if before is not None and enemy in before.enemies else AttackPlan(play.game, (enemy,))
    play.open(PlanDialog(play, plan, play.looking.show_plan, before))


def _plan_ahead(play: Play) -> None:
    """Somebody else decides: plan an attack for your own next turn, as if it began now."""
    state, side = play.game.state, play.viewer
    if side < 0 or state.phase is Phase.SETUP:
        play.say("There is nothing to plan now")
    elif (enemy := _enemy_here(play, side)) >= 0:
        _open_ahead(play, enemy)
    elif isinstance(play.looking.plan, PlanAhead):
        _open_ahead(play, play.looking.plan.enemies[0])
    elif enemies := state.on_map(1 - side):
        play.open(PlanChoice(play, enemies, lambda enemy: _open_ahead(play, enemy)))


def _open_ahead(play: Play, enemy: int) -> None:
    h = play.game.state.location[enemy]
    if h < 0:
        play.say("It has left the map")
        return
    play.move_cursor(h)
    before = play.looking.plan
    mine = isinstance(before, PlanAhead) and enemy in before.enemies
    plan = before if mine else PlanAhead(lambda: play.game, play.viewer, (enemy,))
    assert isinstance(plan, PlanAhead)
    play.open(plan_ahead_dialog(play, plan, play.looking.show_plan, before))
