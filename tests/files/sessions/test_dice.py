"""Drawn dice: unknown before they are due, and in the log from then on, so that a game can be replayed."""

from collections import Counter

import pytest

from tests.files.example import load_example, swap
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Rolled
from westwall_tui.engine.orders import IllegalOrder, Roll, parse
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions import dice
from westwall_tui.files.sessions.local import LocalSession

ATTACK, ANSWER = parse("attack K 1/9 > 1/8 + 9A"), parse("fpf none")


@pytest.fixture
def game(tmp_path):
    return LocalSession.new(load_example(tmp_path), drawn=True, folder=tmp_path / "saves")


def test_every_face_comes_up_about_as_often():
    faces = Counter(dice.draw() for _ in range(6000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(800 < count < 1200 for count in faces.values())  # seven standard deviations


@pytest.mark.parametrize("byte", range(252, 256))
def test_bytes_that_would_favor_a_face_are_drawn_again(monkeypatch, byte):
    drawn = iter([bytes([byte]), b"\x00"])
    monkeypatch.setattr("os.urandom", lambda _: next(drawn))
    assert dice.draw() == 1
    assert list(drawn) == []


def test_a_due_die_is_rolled_and_saved_with_its_order(game, monkeypatch):
    monkeypatch.setattr(dice, "draw", lambda: 5)
    game.apply(ATTACK)
    events = game.apply(ANSWER)
    assert [event.die for event in events if isinstance(event, Rolled)] == [5]
    assert game.game.log[2] == "roll 5"
    assert read_save(game.path).game.log == game.game.log


def test_a_save_does_not_reveal_the_next_die(game, monkeypatch):
    """Two players with the same save get different dice, whatever they try on copies of it."""
    game.apply(ATTACK)
    text = game.path.read_text()
    assert 'dice = "drawn"' in text
    assert "seed" not in text[text.index("[options]") : text.index("[scenario]")]
    assert 'die = "-1"' in text
    found = set()
    for die in range(1, 7):
        monkeypatch.setattr(dice, "draw", lambda die=die: die)
        again = LocalSession.resume(game.path)
        again.path = game.path.with_name(f"try-{die}.toml")
        again._stamp = None
        again.apply(ANSWER)
        found.add(again.game.log[2])
    assert found == {f"roll {die}" for die in range(1, 7)}


@pytest.mark.parametrize("at_once", [False, True])
def test_resumed_it_is_the_same_game_and_its_dice_are_still_drawn(game, at_once, monkeypatch):
    monkeypatch.setattr(dice, "draw", lambda: 3)
    game.apply(ATTACK)
    again = LocalSession.resume(game.path, at_once=at_once)
    again.apply(ANSWER)
    assert again.game.log[2] == "roll 3"
    assert 'dice = "drawn"' in again.path.read_text()
    third = LocalSession.resume(again.path)
    assert third.game.digest() == again.game.digest()
    assert third.notes == ()


def test_a_drawn_die_cannot_be_undone_or_given(game):
    game.apply(ATTACK)
    with pytest.raises(IllegalOrder):
        game.apply(Roll(6))
    game.apply(ANSWER)
    with pytest.raises(IllegalOrder):
        game.undo()


def test_a_game_that_continues_from_its_snapshot_still_draws_dice(game):
    game.apply(ATTACK)
    game.path.write_text(swap(game.path.read_text(), "attack 1/9 K >", "attack 1/9 >"))
    again = LocalSession.resume(game.path)
    assert "continues from its saved position" in again.notes[0]
    again.apply(ANSWER)
    assert again.game.log[1].startswith("roll ")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["bastogne/spearhead", "arnhem/historical", "remagen/historical"])
def test_whole_games_with_drawn_dice_replay_to_the_same_position(tmp_path, key):
    """Weather, bridges, night: dice of all kinds, and no prompt for any of them."""
    options = {"weather": True} if key.startswith("arnhem") else None
    begun = LocalSession.new(load_scenario(key), drawn=True, options=options, folder=tmp_path)
    draw = Draw(5)
    for _ in range(400):
        if begun.game.outcome is not None:
            break
        assert begun.game.prompt.kind != "roll"
        begun._apply(begun.game.random_order(draw))
    begun.save()
    again = read_save(begun.path)
    assert again.notes == ()
    assert again.game.digest() == begun.game.digest()
    assert any(line.startswith("roll ") for line in again.game.log)
