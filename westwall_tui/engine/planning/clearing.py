"""Enemies that attacks still to come this phase may drive off, before they can do what is feared of them."""

from collections.abc import Mapping

from westwall_tui.engine.game import Game
from westwall_tui.engine.planning.attack import asked_of, fatal_dice, fate, fullest_fire, strongest
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import obligations
from westwall_tui.engine.rules.artillery import in_range

COMES_BACK = 0.5
"""So often an enemy who was only driven back can do all the same what is feared of him."""


def stays(game: Game) -> Mapping[int, float]:
    """By enemy that units still must attack (7.11): how often he can still do his worst after that, from 0 to 1.

    It is the strongest attack on him alone, with all the fire in defense that he can be given. `game` is in a Combat
    Phase; `imagined` brings it there.
    """
    state, found = game.state, {}
    contacts = obligations.contacts(state)
    for enemy, near in contacts.attackers.items():
        if not near:
            continue
        combat = strongest(state, enemy, near, [gun for gun in contacts.guns if in_range(state, gun, enemy)])
        guns, support = fullest_fire(game, combat)
        results = fight.odds(state, combat._replace(fire=guns, fire_support=support)).results
        alone, back = fight.alone(state, combat), fate(game, enemy)
        lost = len(fatal_dice(game, back, results, alone=alone))
        moved = sum(asked_of(game, enemy, result, alone=alone) > back.held for result in results)
        found[enemy] = 1 - (lost + (moved - lost) * (1 - COMES_BACK)) / len(results)
    return found
