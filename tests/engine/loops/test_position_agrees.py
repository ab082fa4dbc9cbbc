"""The numbers of a position agree with the rules in games of every battle, under rules that answer everything
differently, and after any moves of units."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice

import pytest

from tests.long import sample
from tests.mud import muddy
from tests.players import busy_player
from westwall_tui.engine import planning, queries
from westwall_tui.engine.battles import landings
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import Play, Position
from westwall_tui.engine.orders import Attack
from westwall_tui.engine.rules import combat, obligations, retreat
from westwall_tui.engine.rules.answers import ANY_ARTILLERY, Share
from westwall_tui.engine.rules.artillery import artillery_fits, support_left
from westwall_tui.engine.rules.retreat import retreat_reduction
from westwall_tui.engine.state import ELIMINATED, State, changed
from westwall_tui.engine.terrain import LINE_ORDER
from westwall_tui.files.library import new_game

pytestmark = pytest.mark.slow

BATTLES = ("mud", "bastogne/spearhead", "bastogne/relief", "hurtgen/historical", "arnhem/historical", "remagen/optimum")
EVERY = {"movement": 15, "combat": 2}
"""The minimum number of orders between two tested positions, by the pending decision."""
MOST = 24
GAMES = sample(4, 2)


@pytest.fixture(params=BATTLES)
def games(request, monkeypatch) -> Iterator[Game]:
    """Yield a game under way every few orders, from several games, because some end early."""
    if request.param == "mud":
        return under_way(lambda: muddy(monkeypatch))
    return (game.copy() for game in met(request.param))


@cache
def met(scenario: str) -> Sequence[Game]:
    """Return positions of a scenario's games, which are played once for all tests."""
    return [game.copy() for game in under_way(lambda: new_game(scenario, seed=5))]


def under_way(begin: Callable[[], Game]) -> Iterator[Game]:
    """Yield a game every few orders."""
    seen = 0
    for seed in range(7, 7 + GAMES):
        game, draw, number = begin(), Draw(seed), 0
        while game.outcome is None and seen < MOST:
            if number >= EVERY.get(game.prompt.kind, number + 1):
                seen, number = seen + 1, 0
                yield game
            game.apply(busy_player(game, draw))
            number += 1


def elsewhere(game: Game, draw: Draw, units: int = 3) -> tuple[Play, Position]:
    """Return the game with a few units moved, as a state and as an existing position."""
    position, state = Position(game), game.state.copy()
    for _ in range(units):
        unit = draw.pick(on_the_map(state))
        h = draw.pick([h for h in game.scenario.board.playable if state.occupant(h) is None])
        position.move(unit, h)
        state.place(unit, h)
    return Play(state), position


def on_the_map(state: State) -> list[int]:
    return [*state.on_map(0), *state.on_map(1)]


def without(state: State, units: Sequence[int]) -> State:
    """Return the state without these units."""
    found = state.copy()
    for unit in units:
        found.place(unit, ELIMINATED)
    return found


def going_on_from(game: Game, state: State) -> Game:
    other = game.copy()
    other.go_on_from(state)
    return other


def test_5_13_allowances_are_those_of_the_phase_except_for_units_that_just_landed(games):
    for game in games:
        position, state = Position(game), game.state
        for unit in range(len(state.units)):
            if not landings.has_landed(state, unit):
                assert position.allowance[unit] == queries.allowance(game, unit)


def test_5_0_the_reach_ahead_ignores_all_other_units(games):
    draw = Draw(2)
    for game in games:
        play, position = elsewhere(game, draw)
        units = [unit for unit in on_the_map(play.state) if not landings.has_landed(play.state, unit)]
        for unit in islice(units, draw.below(6), None, 6):
            empty = without(play.state, [other for other in on_the_map(play.state) if other != unit])
            reach = queries.reach(going_on_from(game, empty), unit)
            assert {*position.reach_ahead(unit)} == {*reach.left, *reach.through}


def test_6_0_zones_agree_with_the_state(games):
    draw = Draw(3)
    for game in games:
        play, position = elsewhere(game, draw)
        assert [bytes(zones) for zones in position.zones] == [*play.state.zones]
        assert position.at == list(play.state.at)


def test_7_7_the_room_ignores_friendly_units_in_the_way(games):
    draw, shortened = Draw(4), set[int]()
    for game in games:
        play, position = elsewhere(game, draw)
        state = play.state
        state.combat = None
        rooted = game.rules.rooted(state)
        for unit in islice(on_the_map(state), draw.below(3), None, 3):
            h, friends = state.location[unit], state.on_map(state.units[unit].side)
            vacated = without(state, [friend for friend in friends if friend not in (unit, *rooted)])
            room = retreat.room(vacated, unit, 4)
            assert min(position.room(unit, h), 4) == room
            assert position.relief(unit, h) == retreat_reduction(state, unit, h)
            shortened.add(position.relief(unit, h))
            for hexes in range(1, 5):
                ways = retreat.choices(vacated, unit, hexes)
                ends = position.ends(unit, h, hexes)
                assert bool(ends) != ways.lost
                assert ways.lost or {*ends} <= {path[-1] for path in ways.paths}
    assert bool(game.rules.refuges.hexes) == (max(shortened) > 0)


def test_7_1_contacts_agree_with_the_rules_after_any_advance(games):
    draw, touching = Draw(5), 0
    for game in games:
        if game.prompt.kind != "combat":
            continue
        play, position = elsewhere(game, draw, 0)
        assert position.contacts(game) == obligations.contacts(game.state)
        touching += len(position.contacts(game).touched)
        play, position = elsewhere(game, draw, 2)
        moved = [unit for unit in on_the_map(play.state) if play.state.location[unit] != game.state.location[unit]]
        fought = [draw.pick(on_the_map(play.state)) for _ in range(3)]
        state = play.state
        state.advanced = changed(state.advanced, state.serial, *moved)
        state.attacked = changed(state.attacked, state.serial, *fought)
        state.defended = changed(state.defended, state.serial, *fought)
        assert position.contacts(game, fought) == obligations.contacts(state)
    assert touching


def test_7_1_a_moved_unit_touches_the_enemies_that_it_may_attack(games):
    draw = Draw(6)
    for game in games:
        play, position = elsewhere(game, draw)
        state = play.state
        state.serial += 1  # no unit has acted in this phase
        found = obligations.contacts(state)
        for unit in state.on_map(state.side):
            if unit not in found.assaults:
                near = position.touched(state.side, state.location[unit])
                assert sorted(near) == found.touched.get(unit, [])


def test_7_44_the_odds_agree_with_the_rules(games):
    checked = 0
    for game in games:
        position = Position(game)
        attacks = (order for order in game.legal() if isinstance(order, Attack))
        for order in islice(attacks, 0, 200, 10) if game.prompt.kind == "combat" else ():
            fight = combat.meant(game.state, order)
            odds = combat.odds(game.state, fight)
            units = [*fight.attackers, *fight.barrage]
            assert LINE_ORDER[position.line(fight.attackers, fight.defenders)] == odds.line
            assert sum(position.attack[unit] for unit in units) + fight.support == odds.attack
            assert sum(position.defense[unit] for unit in fight.defenders) == odds.defense
            checked += 1
    assert checked


def test_8_2_9_1_limits_on_artillery_and_ground_support_agree_with_the_rules(games):
    draw, allowed = Draw(8), set[bool]()
    for game in games:
        play, position = elsewhere(game, draw)
        state = play.state
        for side in (0, 1):
            for unit in state.on_map(1 - side):
                support, used = position.support[side], position.supports(side, (unit,))
                most = min(support.left, support.in_a_combat) if used else 0
                assert most == support_left(state, side, (unit,))
            guns = [unit for unit in state.on_map(side) if position.gun[unit]]
            for attacking in (True, False):
                strength = position.attack if attacking else position.fpf
                taken = tuple(guns[: draw.below(4)])
                share = Share(side, attacking, draw.below(12), taken, draw.below(3))
                points = sum(strength[gun] for gun in taken) + share.support
                fits = position.limits[side][attacking].fits(share.ground, len(taken), points)
                assert fits == artillery_fits(state, share)
                allowed.add(fits)
    assert (False in allowed) == (game.rules.artillery_limit(game.state, 0, attacking=True) is not ANY_ARTILLERY)


def test_a_position_copies_the_places_of_another_game(games):
    first: Position | None = None
    for game in games:
        first, fresh = first or Position(game), Position(game)
        if first.land is not fresh.land:
            first = fresh
        first.copy_places(game)
        assert (first.where, first.zones) == (fresh.where, fresh.zones)
        assert [*first.allowance] == [*fresh.allowance]
        assert (first.support, first.limits, first.barred) == (fresh.support, fresh.limits, fresh.barred)


def test_planning_returns_the_same_room(games):
    """`planning` and `queries` agree if no friendly unit is in the way."""
    checked = 0
    for game in games:
        position = Position(game)
        for unit in on_the_map(game.state):
            h = game.state.location[unit]
            fate = planning.fate(game, unit)
            assert fate.room <= position.room(unit, h)
            checked += fate.room == min(position.room(unit, h), 4)
    assert checked
