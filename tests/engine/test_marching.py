"""Marches hex by hex, and bridges blown ahead of units, under rules that watch every hex."""

import pytest

from tests.drawn import deciding, drawn, legal, only, play, refused, where
from westwall_tui.engine import battles
from westwall_tui.engine.decisions.base import STEPS
from westwall_tui.engine.decisions.demolition import DEMOLITION, Demolition
from westwall_tui.engine.decisions.halted import Halted
from westwall_tui.engine.events import Entered, Exited, Landed, Moved
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Refuges, Relief
from westwall_tui.engine.rules.parts import Landings
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Hexside


class Everywhere(Landings):
    """Every unit lands at 0505."""

    def lands(self, state, unit):
        return True

    def hexes(self, state, unit):
        return (state.scenario.board.hex("0505"),)


class Wires(Ruleset):
    """The first unit at 0505 triggers a decision about the bridge to 0506; all units may exit."""

    seen: list[tuple[str, str, int | None]]

    def watched(self, state):
        return frozenset(range(len(state.scenario.board.grid)))

    def hex_entered(self, state, unit, h, origin):
        self.seen.append((state.units[unit].id, state.number(h), origin))
        if origin is not None and state.number(h) == "0505" and "asked" not in state.facts:
            state.facts["asked"] = 1
            state.frames.append(Demolition(1 - state.units[unit].side, h, state.scenario.board.hex("0506")))

    def die_rolled(self, state, purpose, about, die, events):
        assert purpose == DEMOLITION
        if die == 1:
            state.alter(*about, Hexside.RIVER)

    def check_exit(self, state, unit, edge):
        """Allow all exits."""

    def __init__(self, scenario, options=None):
        super().__init__(scenario, options)
        hexes = frozenset(map(scenario.board.hex, ("0605", "0503")))
        self.refuges = Refuges(hexes, (Relief(2, 2),) * len(scenario.units))
        self.landings = Everywhere()


RIVER = {"rivers": ["0505/0506"], "roads": ["0503 0504 0505 0506 0507 0508 0509 edge"]}


@pytest.fixture
def wires(monkeypatch):
    """Return a game under these rules."""

    def make(*blue, red=("X 2-2-7 0101",), under=Wires, **what) -> Game:
        monkeypatch.setitem(battles.RULESETS, "wires", under)
        return drawn(blue=blue, red=red, rules="wires", **{**RIVER, **what})

    monkeypatch.setattr(Wires, "seen", [], raising=False)
    return make


def test_every_hex_of_a_path_is_reported_with_the_previous_one(wires):
    game = wires("A 2-2-7 0503")
    assert [(name, number) for name, number, origin in Wires.seen if origin is None] == [("A", "0503"), ("X", "0101")]
    Wires.seen.clear()
    play(game, "move A 0602 0702")
    assert [number for _, number, _ in Wires.seen] == ["0602", "0702"]
    assert [origin for *_, origin in Wires.seen] == list(map(game.scenario.board.hex, ("0503", "0602")))


def test_the_unit_waits_in_the_hex_of_the_question(wires):
    game = wires("A 2-2-7 0503")
    events = play(game, "move A 0507")
    assert only(events, Moved) == []
    assert where(game, "A") == "0505"
    assert deciding(game) == "Red demolition"
    assert refused(game, "move A 0506").case == "4.1"
    (event,) = only(play(game, "demolish yes", "roll 6"), Moved)
    assert event.path == ("0503", "0504", "0505", "0506", "0507")
    assert event.cost == 4


def test_a_cut_move_is_reported_and_paid_up_to_the_halt(wires):
    game = wires("A 2-2-7 0503")
    (event,) = only(play(game, "move A 0507", "demolish yes", "roll 1"), Moved)
    assert (event.path[-1], event.cost) == ("0505", 2)
    assert game.state.frames[-1] == Halted(0, 0, 12)
    (event,) = only(play(game, "move A 0605 0606"), Moved)
    assert (event.path, event.cost) == (("0505", "0605", "0606"), 4)


def test_an_exiting_unit_is_still_on_the_map_during_a_question(wires):
    game = wires("A 2-2-7 0503")
    events = play(game, "exit A 0504 0505 0506 0507 0508 0509 south", "demolish yes", "roll 1")
    assert only(events, Exited) == []
    assert only(events, Moved)[0].cost == 2
    assert game.state.frames[-1] == Halted(0, 0, 12)
    play(game, "stand")
    assert where(game, "A") == "0505"


def test_a_unit_that_exits_over_the_bridge(wires):
    game = wires("A 2-2-7 0503")
    (event,) = only(play(game, "exit A south", "demolish no"), Exited)
    assert event.path[-1] == "0509"
    assert where(game, "A") == "south"


def test_a_landing_is_reported_after_the_question(wires):
    game = wires("A 2-2-7", landings=[(1, "A", "0505")])
    assert only(play(game, "land A 0505"), Landed) == []
    assert only(play(game, "demolish no"), Landed)


def test_a_question_during_an_entry_keeps_the_cost_of_entering(wires):
    class Afoot(Wires):
        landings = Landings()

        def __init__(self, scenario, options=None):
            super().__init__(scenario, options)
            del self.landings

    game = wires("A 2-2-7", under=Afoot, arrivals=[(1, "A", "0509")], rivers=["0506/0505", "0505/0504"])
    order = "enter A 0509 0508 0507 0506 0505"
    (event,) = only(play(game, order, "demolish no"), Entered)
    assert event.cost == 5


def test_a_halted_unit_that_cannot_move_on_has_no_decision(wires):
    game = wires("A 2-2-1 0503")
    play(game, "move A 0505", "demolish yes", "roll 1")
    assert deciding(game) == "Blue movement"


def test_a_unit_halted_in_an_enemy_zone_has_no_decision(wires):
    game = wires("A 2-2-7 0503", red=["X 2-2-7 0605"])
    play(game, "move A 0505", "demolish yes", "roll 1")
    assert deciding(game) == "Blue movement"


def test_a_cut_retreat_continues_for_the_remaining_hexes(wires):
    """D3 from 0504: A retreats over 0505, the bridge to 0506 is blown, and two hexes are left."""
    game = wires("A 1-1-7 0504", red=["X 9-4-7 0503"], side=1, phase="combat", roads=["0505 0506"])
    play(game, "attack X > A", "roll 1", "retreat A 0505 0506 0507", "demolish yes", "roll 1")
    assert deciding(game) == "Blue retreat"
    frame = game.state.frames[-1]
    assert frame.hexes == 2
    assert game.state.numbers(frame.trail) == ("0504", "0505")
    distance = game.scenario.board.grid.distance
    for line in legal(game):
        end = line.split()[-1]
        assert end == "0605" or distance(game.scenario.board.hex("0504"), game.scenario.board.hex(end)) == 3
    again = State.decode(game.rules, game.state.encode(), STEPS)
    assert again == game.state


def test_a_retreat_shortened_on_the_way(wires):
    """7.7 with `relief`: from 0605 the owner may shorten the retreat by two hexes."""
    game = wires("A 1-1-7 0504", red=["X 7-4-7 0503"], side=1, phase="combat", rivers=[], roads=[])
    play(game, "attack X > A", "roll 1")
    assert game.state.combat.result == "D3"
    paths = [line.split()[2:] for line in legal(game)]
    assert all(len(path) == 3 or path[-1] == "0605" for path in paths)
    assert {len(path) for path in paths} == {2, 3}
    assert "three hexes" in game.prompt.text
    assert "two or three hexes away" in refused(game, "retreat A 0505").reason


def test_a_retreat_shortened_to_nothing(wires):
    game = wires("A 1-2-7 0503", red=["X 4-4-7 0502"], side=1, phase="combat")
    play(game, "attack X > A", "roll 1")
    assert "retreat A 0503" in legal(game)
    play(game, "retreat A 0503")
    assert where(game, "A") == "0503"
    assert game.state.combat is None


def test_ground_with_changed_hexsides_is_compiled_and_cached():
    game = drawn(**RIVER, blue=["A 2-2-7 0101"], red=["X 2-2-7 0909"])
    board, state = game.scenario.board, game.state
    printed = state.ground
    a, b = board.hex("0505"), board.hex("0506")
    state.alter(b, a, Hexside.RIVER)
    assert list(state.works) == [(a, b, int(Hexside.RIVER))]
    assert state.ground is not printed
    assert state.ground.hexside(b, a) == Hexside.RIVER
    assert printed.hexside(a, b) & Hexside.BRIDGE
    assert b not in dict(state.ground.steps[0][a])
    assert b not in state.ground.dry[a]
    assert b not in state.ground.along[a]
    again = game.copy()
    assert again.state.ground is state.ground
    state.alter(a, b, None)
    assert not state.works
    assert state.ground is printed
    assert again.state.works
    assert again.digest() != game.digest()


def test_lines_follow_the_roads_of_the_hex_that_they_leave():
    game = drawn(trails=["0503 0504"], roads=["0504 0505"], blue=["A 2-2-7 0101"], red=["X 2-2-7 0909"])
    board = game.scenario.board
    along = board.ground.along

    def leads(a, b):
        return board.hex(a) in along[board.hex(b)]

    assert leads("0503", "0504")  # by trail
    assert leads("0504", "0505")  # by road
    assert not leads("0504", "0503")  # a line leaves a road hex by road
    assert not leads("0504", "0604")
    assert not leads("0503", "0502")
    assert leads("0502", "0503")
    assert leads("0502", "0501")


@pytest.mark.parametrize("rules", battles.RULESETS.values(), ids=battles.RULESETS)
def test_a_battle_that_overrides_hex_entered_has_watched_hexes(rules):
    assert ("hex_entered" in vars(rules)) == ("watched" in vars(rules))
