"""Phases that have not begun, and units imagined where they are not."""

from collections.abc import Mapping

from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase


def imagined(game: Game, places: Mapping[int, int] | None = None) -> Game:
    """A game of its own in which the phasing side is to attack now, some of its units standing in other hexes.

    `places` holds hexes by unit. What happens between the phases, such as the loss of units that could not land, is
    left out. In a Combat Phase the game goes on from it as it is.
    """
    twin = game.copy()
    state = twin.state
    for unit, h in (places or {}).items():
        state.place(unit, h)
    if state.phase is not Phase.COMBAT:
        state.serial += 1
        state.phase = Phase.COMBAT
        state.frames = [CombatPhase(state.side)]
    return twin


def as_if_moving(game: Game, side: int) -> Game:
    """A game of its own in which a side's Movement Phase begins now, whoever is to decide: to plan its next turn with.

    Everything else is as it is: the Game-Turn, its weather and reinforcements, Ground Support Points left.
    """
    twin = game.copy()
    state = twin.state
    state.serial += 1
    state.side, state.phase, state.combat = side, Phase.MOVEMENT, None
    state.frames = [Movement(side)]
    return twin
