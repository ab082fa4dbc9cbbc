"""Recordings of games: what viewers may see, and new games that continue from a moment in one."""

import pytest

from tests.drawn import drawn, play
from tests.history.test_record import recorded
from westwall_tui.engine.game import Game
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.files.saves.file import Save, read_save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions import recording as recordings
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.sessions.recording import recording_of_save, recording_of_session
from westwall_tui.history.record import History

COMPUTER = Seat("computer", level=2)


def kept(game: Game, first: Seat = Seat(), second: Seat = Seat(), *, folder) -> LocalSession:  # noqa: B008
    """Return a game with a save."""
    session = LocalSession.of_save(Save(game, (first, second)), folder)
    assert session.save()
    return session


@pytest.mark.slow
def test_a_finished_game_is_shown_whole(tmp_path):
    game = recorded("arnhem-free-holding.orders")
    recording = recording_of_save(kept(game, folder=tmp_path).path)
    assert recording.game.log == game.log
    assert any(line.startswith("zone") for line in recording.game.log)


@pytest.mark.slow
def test_15_36_orders_that_hide_something_are_not_seen_by_others(tmp_path):
    game = recorded("arnhem-free-holding.orders")
    early = Game(game.scenario, seed=game.seed, options=dict.fromkeys(game.rules.options, True))
    notes = next(n for n, line in enumerate(game.log) if not line.startswith("zone"))
    early.replay(game.log[:notes])
    assert early.hides(-1)
    session = kept(early, Seat(), COMPUTER, folder=tmp_path)
    owner = next(side for side in (0, 1) if not early.hides(side))
    assert recording_of_session(session, owner).game.log == early.log
    other = recording_of_session(session, 1 - owner)
    assert not other.game.log
    assert other.game.base is not None
    both = kept(early, folder=tmp_path)
    assert not recording_of_save(both.path).game.log


def test_the_only_person_at_the_keyboard_is_the_viewer(tmp_path):
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1, seats=(COMPUTER, Seat()), folder=tmp_path)
    assert recording_of_session(session, -1).viewer == 1


@pytest.mark.slow
def test_a_game_continues_from_a_moment_as_a_new_save(tmp_path):
    game = recorded("spearhead-greedy.orders")
    session = kept(game, COMPUTER, Seat(), folder=tmp_path)
    recording = recording_of_save(session.path)
    there = History(recording.game).position(100)
    new = recording.go_on_from(there, tmp_path)
    assert new.path.name == "bastogne-spearhead-from-order-100.toml"
    assert new.game.log[:100] == game.log[:100]
    assert not new.path.exists(), "until its first order the game itself is the one played last"
    assert new.save()
    (info,) = (info for info in list_saves(tmp_path) if info.path == new.path)
    assert " from order 100, turn " in info.about
    again = read_save(new.path)
    assert again.game.log == new.game.log
    assert again.game.digest() == new.game.digest()
    assert again.seats == (COMPUTER, Seat())
    assert again.drawn
    assert read_save(session.path).game.log == game.log


@pytest.mark.slow
def test_7_6_a_die_that_was_due_is_rolled_again(tmp_path):
    game = recorded("spearhead-greedy.orders")
    recording = recordings.recorded(game, (Seat(), Seat()), manual=False)
    roll = next(n for n, line in enumerate(game.log) if line.startswith("roll"))
    there = History(game).position(roll)
    assert there.prompt.kind == "roll"
    new = recording.go_on_from(there, tmp_path)
    assert new.game.prompt.kind != "roll"
    assert new.game.log[:roll] == game.log[:roll]
    assert new.game.log[roll].startswith("roll ")


def test_players_who_roll_keep_rolling(tmp_path):
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "Y 3-3-7 0101"], phase="combat")
    play(game, "attack A > X")
    recording = recordings.recorded(game, (Seat(), Seat()), manual=True)
    assert not recording.drawn
    new = recording.go_on_from(recording.game, tmp_path)
    assert new.game.prompt.kind == game.prompt.kind


def test_players_from_other_terminals_are_here_in_the_new_game():
    game = recorded("spearhead-random.orders")
    recording = recordings.recorded(game, (Seat("away", "Bert"), COMPUTER), manual=False)
    assert recording.seats == (Seat(), COMPUTER)


def test_an_unreadable_save_is_reported(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("nothing")
    with pytest.raises(FileError):
        recording_of_save(path)
