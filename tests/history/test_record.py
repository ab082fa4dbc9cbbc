"""The record of a game that is replayed."""

from functools import cache

import pytest

from tests.drawn import drawn, play
from tests.every import every
from tests.games import record as games
from westwall_tui.engine.game import Game
from westwall_tui.engine.words import listed
from westwall_tui.history.record import History


@cache
def _played(name: str) -> Game:
    kept = next(each for each in games.GAMES if each.file == name)
    header, orders = games.read((games.FOLDER / kept.file).read_text(encoding="utf-8"))
    game = games.begin(*header[:3])
    game.replay(orders)
    return game


def recorded(name: str) -> Game:
    """Return a recorded game at its end; it is replayed once for all tests."""
    return _played(name).copy(undo=True)


@cache
def history_of(name: str) -> History:
    """Return the history of a recorded game, shared by all tests that do not change it."""
    return History(recorded(name))


@pytest.fixture(scope="module")
def spearhead() -> Game:
    return recorded("spearhead-greedy.orders")


def surrounded() -> Game:
    """X is in a corner between A and B, and must retreat."""
    game = drawn(blue=["A 9-9-7 0102", "B 9-9-7 0201"], red=["X 1-1-7 0101", "Y 1-1-7 0909"], phase="combat")
    play(game, "attack A B > X", "roll 1")
    return game


@pytest.mark.slow
def test_every_order_belongs_to_one_player_turn(spearhead):
    history = History(spearhead)
    turns = history.all_turns
    assert [turn.first for turn in turns[1:]] == [turn.end for turn in turns[:-1]]
    assert (turns[0].first, turns[-1].end) == (0, len(spearhead.log))
    assert [(turn.turn, turn.side) for turn in history.turns] == [(n, side) for n in range(1, 8) for side in (0, 1)]


@pytest.mark.slow
def test_the_end_is_the_game_and_other_positions_are_copies(spearhead):
    history = History(spearhead)
    assert history.end.state.location == spearhead.state.location
    again = spearhead.root()
    again.seed = None
    for orders in (0, 1, 77, len(spearhead.log) // 2, len(spearhead.log)):
        there = history.position(orders)
        again.replay(spearhead.log[len(again.log) : orders])
        assert there.state.location == again.state.location
        assert there.log == again.log


@pytest.mark.slow
def test_points_continue_from_one_player_turn_to_the_next(spearhead):
    history = History(spearhead)
    for before, after in zip(history.turns, history.turns[1:], strict=False):
        assert before.points == after.points_before
    assert history.turns[-1].points == History(spearhead).turns[-1].points


@pytest.mark.slow
def test_7_6_a_combat_has_its_numbers_as_they_were_at_the_roll(spearhead):
    history = History(spearhead)
    assert history.fights
    for fight in history.fights:
        assert fight.result == fight.faces[fight.die - 1]
        assert spearhead.log[fight.order] == f"roll {fight.die}"
        combat = fight.combat
        assert {*fight.where} == {*combat.attackers, *combat.barrage, *combat.defenders, *combat.fire}
        assert fight.differential == fight.attack - fight.defense


def test_7_7_a_loss_has_its_cause():
    game = surrounded()
    (loss,) = History(game).losses
    assert game.state.units[loss.unit].id == "X"
    assert loss.why.startswith(("no way out: ", "De, outright"))
    if loss.why.startswith("no way"):
        assert "the edge of the map" in loss.why
        assert "0102" in loss.why


def test_7_62_the_cause_of_a_loss_is_that_of_the_moment_when_the_unit_was_lost():
    """Br: X retreats to 0503 and closes 0504, A's only way out, in the same order that eliminates A."""
    red = ["X 2-2-7 0504", "Y 1-1-7 0606", "Z 1-1-7 0406", "V 1-1-7 0304", "U 1-1-7 0704"]
    game = drawn(blue=["A 4-4-7 0505"], red=red, phase="combat")
    play(game, "attack A > X", "roll 5", "retreat X 0503")
    (loss,) = History(game).losses
    assert loss.why.startswith("no way out: Red zones at")
    assert "0504" in loss.why


@pytest.mark.slow
def test_the_losses_are_those_of_the_game(spearhead):
    history = History(spearhead)
    lost = {*spearhead.state.eliminated(0), *spearhead.state.eliminated(1)}
    assert {loss.unit for loss in history.losses} == lost
    assert all(loss.why for loss in history.losses)


@pytest.mark.slow
def test_15_36_a_game_in_progress_keeps_its_secrets():
    """A game with secrets has a record of what a side may know."""
    game = recorded("arnhem-free-holding.orders")
    early = game.root()
    early.seed = None
    early.replay([line for line in game.log[:40] if not line.startswith("roll")][:3])
    known = History(early.known(-1))
    assert not any(line.startswith("zone") for line in known.log)


@every(
    ("names", "most", "text"),
    [([], 9, ""), (["a"], 9, "a"), (["a", "b"], 9, "a and b"), (["a", "b", "c", "d"], 2, "a, b and 2 more")],
)
def test_names_in_a_sentence(names, most, text):
    assert listed(names, most) == text
