"""Views of plans: the remembered values equal those of a fresh calculation."""

import pytest

from tests.long import sample
from tests.players import busy_player
from westwall_tui.ai import goals
from westwall_tui.ai.combats.division import Partition
from westwall_tui.ai.value.view import View, find_options
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.computer.weights import weights_of
from westwall_tui.files.library import new_game

pytestmark = pytest.mark.slow

BATTLES = ("bastogne/spearhead", "hurtgen/historical", "arnhem/historical", "remagen/historical")
ORDERS = 150
CHANGES = sample(120, 60)
LOOKS = 6


def seen(game: Game) -> View:
    view = View(game, goals.of(game, game.side, weights_of(game.scenario.rules)), deep=False)
    find_options(view)
    return view


def in_movement(scenario: str) -> Game:
    """Return a game under way, at the beginning of a Movement Phase."""
    game, draw, phase = new_game(scenario, seed=5), Draw(5), -1
    while len(game.log) < ORDERS or game.prompt.kind != "movement" or game.state.serial == phase:
        phase = game.state.serial
        game.apply(busy_player(game, draw))
    return game


@pytest.mark.parametrize("scenario", BATTLES)
def test_what_is_remembered_is_what_would_be_found_anew(scenario):
    game, draw = in_movement(scenario), Draw(3)
    view = seen(game)
    movable, fought = [unit for unit, hexes in view.options.items() if len(hexes) > 1], 0
    for number in range(CHANGES):
        unit = draw.pick(movable)
        near = [h for h in view.options[unit] if h >= 0 and view.near(h)]
        h = draw.pick(near if near and draw.below(3) else view.options[unit])
        if h >= 0 and view.position.at[h] >= 0:
            continue
        saved = view.change([(unit, h)])
        if draw.below(4) == 0:
            view.restore(saved)
        if number % (CHANGES // LOOKS) == 0:
            fights, parts = view.fights, view.parts
            view.forget()
            view.recount()
            assert view.fights == fights
            assert view.parts == pytest.approx(parts)
            fought += len(fights)
    assert fought


@pytest.mark.parametrize("scenario", BATTLES)
def test_a_division_without_an_enemy_is_that_of_the_other_contacts(scenario):
    game, draw, checked = in_movement(scenario), Draw(4), 0
    view = seen(game)
    movable = [unit for unit, hexes in view.options.items() if len(hexes) > 1]
    for _ in range(CHANGES):
        unit = draw.pick(movable)
        free = [h for h in view.options[unit] if h >= 0 and view.near(h) and view.position.at[h] < 0]
        if not free:
            continue
        view.change([(unit, draw.pick(free))])
        contacts = view.contacts()
        foes = {foe for near in contacts.touched.values() for foe in near}
        spared = [foe for foe in sorted(foes) if all(len(n) > 1 for n in contacts.touched.values() if foe in n)]
        partition = Partition(view.combats)
        before = partition.divide(contacts.touched, contacts.foes)
        for foe in spared:
            left = contacts.without(foe, -1)
            at = next(i for i, group in enumerate(before) if foe in group.foes)
            again = partition.divide_again(before, at, foe, left.touched)
            whole = Partition(view.combats).divide(left.touched, left.foes)
            assert [group.split for group in again] == [group.split for group in whole]
            checked += 1
    assert checked
