"""The combat under way: its arithmetic, and what the defender may answer with (8.4, 9.0)."""

from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Fire, IllegalOrder
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules.answers import Share
from westwall_tui.engine.rules.artillery import protectors
from westwall_tui.engine.rules.combat import Odds
from westwall_tui.engine.state import Combat
from westwall_tui.engine.subsets import fitting


def current(game: Game) -> Odds | None:
    """The arithmetic of the combat under way until its die is rolled; after that its units move."""
    combat = game.state.combat
    return None if combat is None or combat.result else fight.odds(game.state, combat)


def protection(game: Game) -> tuple[tuple[int, ...], int]:
    """The artillery units that may give FPF to the current combat, and the Ground Support Points that may be added."""
    state = game.state
    if state.combat is None or fight.alone(state, state.combat):
        return (), 0
    side, defenders = 1 - state.combat.side, state.combat.defenders
    return tuple(protectors(state, defenders)), game.rules.support_left(state, side, defenders)


class Answer(NamedTuple):
    """A combat as it would be with the defender's fire."""

    odds: Odds
    refusal: IllegalOrder | None
    """Why that fire could not be given, or None."""


def answer(game: Game, order: Fire) -> Answer | None:
    """The current combat's arithmetic with Final Protective Fire and Ground Support, before they are given."""
    combat = answered(game, order)
    return None if combat is None else Answer(fight.odds(game.state, combat), game.explain(order))


def answered(game: Game, order: Fire) -> Combat | None:
    """The current combat with the defender's answer, whether or not it is legal; None where there is no combat."""
    state = game.state
    if state.combat is None:
        return None
    find = state.scenario.by_id
    guns = tuple(sorted(find[name.lower()] for name in order.units if name.lower() in find))
    return state.combat._replace(fire=guns, fire_support=order.support)


def fire_points(game: Game, unit: int) -> int:
    """What an artillery unit adds to the defense by its Final Protective Fire (8.4)."""
    return game.state.units[unit].strength.fpf


def fullest_fire(game: Game, combat: Combat) -> tuple[tuple[int, ...], int]:
    """The FPF units and Ground Support Points with which the defender would answer a combat most strongly."""
    state, rules = game.state, game.rules
    if fight.alone(state, combat):
        return (), 0
    guns = protectors(state, combat.defenders)
    share = fight.defending_share(state, combat)
    best: tuple[int, tuple[int, ...], int] = (0, (), 0)
    power = {gun: state.units[gun].strength.fpf for gun in guns}
    support = rules.support_left(state, 1 - combat.side, combat.defenders)

    def fits(group: tuple[int, ...], points: int = 0) -> bool:
        return rules.artillery_fits(state, Share(share.side, share.attacking, share.ground, group, points))

    for group in fitting(guns, fits):
        fire = sum([power[gun] for gun in group])
        for points in range(support, -1, -1):
            if fire + points <= best[0]:
                break
            if fits(group, points):
                best = (fire + points, group, points)
                break
    return best[1], best[2]
