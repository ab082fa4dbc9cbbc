"""`westwall join` without a side, finding games by their save, and games of another user's host."""

import time

import pytest

from tests.files.example import SCENARIO, load_example, swap
from tests.files.scenarios.test_own import own
from tests.net.local import wait_for
from westwall_tui.cli import main, whole_parser
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.command_line import UNUSABLE
from westwall_tui.files.disk.folders import scenarios_folder
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.last_table import read_joined
from westwall_tui.files.saves.private import Note, Private
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.sessions.sandbox import Sandboxes, in_earnest
from westwall_tui.net.addresses import save_seat_keys
from westwall_tui.net.command import hosted_game_of, hosted_games, open_session, sit_down


@pytest.fixture
def host(hosted, tmp_path):
    """Host a game called `game`."""
    return hosted(LocalSession.new(load_example(tmp_path), folder=tmp_path))


def seated(host, side, name):
    """Join from here, so that the key is saved here."""
    guest = sit_down("game", host.address.path.parent, side, name)
    host._guests.append(guest)
    return guest


def test_a_side_must_be_named_if_both_seats_are_free(host):
    with pytest.raises(FileError, match=r"name your side\. German: free, US: free"):
        seated(host, None, "Anna")


def test_the_only_free_seat_is_taken(host):
    host.sit("German", "Anna")
    assert seated(host, None, "Bob").side == 1


def test_the_players_own_seat_comes_first(host):
    seated(host, "German", "Anna").leave()
    end = time.monotonic() + 30
    while host.see(lambda _: host.table.about()["seats"][0]["here"]):
        assert time.monotonic() < end
        time.sleep(0.01)
    (found,) = hosted_games(host.address.path.parent)
    assert found.own == ("German",)
    assert seated(host, None, "").side == 0


def test_taken_seats_are_listed_with_their_players(host):
    host.sit("German", "Anna")
    host.sit("US", "Bob")
    with pytest.raises(FileError, match="German: Anna, US: Bob"):
        seated(host, None, "Wim")


def test_the_players_own_seat_is_taken_over_if_no_seat_is_free(host):
    old = seated(host, "German", "Anna")
    host.sit("US", "Bob")
    assert seated(host, None, "").side == 0
    assert [guest.name for guest in host.table.guests] == ["Bob", "Anna"]
    old.leave()


def test_a_hosted_game_is_found_by_any_path_of_its_save(host, monkeypatch, tmp_path):
    folder, save = host.address.path.parent, host.table.session.path
    assert hosted_game_of(save, folder) is None
    host.table.session.save()
    save_seat_keys(save, host.table.keys)
    monkeypatch.chdir(tmp_path)
    for path in (save, save.relative_to(tmp_path)):
        found = hosted_game_of(path, folder)
        assert found is not None
        assert found.name == "game"
    host.close()
    assert hosted_game_of(save, folder) is None


def test_a_guests_notes_stay_with_the_guest(host, tmp_path):
    anna, bob = seated(host, "German", "Anna"), seated(host, "US", "Bob")
    anna.change_private(0, lambda own: own._replace(notes=(Note("my secret plan"),)))
    assert (bob.private(1), anna.private(0).notes) == (Private(), (Note("my secret plan"),))
    for guest, side in ((bob, 0), (anna, 1), (seated(host, "", "Wim"), 0)):
        with pytest.raises(IllegalOrder, match="only the player of a side"):
            guest.private(side)
    assert host.do(lambda table: table.session.save())
    assert "secret plan" not in host.do(lambda table: table.session.path.read_text())
    anna.leave()
    assert seated(host, None, "Anna").private(0).notes == (Note("my secret plan"),)


def test_another_users_host_of_a_copied_game_gets_nothing_that_the_guest_keeps(hosted, host, tmp_path, monkeypatch):
    """Otherwise the guest's conditions of the first game would decide in a hostile host's game."""
    anna = seated(host, "German", "Anna")
    anna.change_private(0, lambda own: own._replace(conditions=("fire none",)))
    (tmp_path / "theirs").mkdir()
    hostile = hosted(LocalSession.new(load_example(tmp_path), folder=tmp_path), tmp_path / "theirs")
    hostile.table._name = host.table._name
    monkeypatch.setattr("westwall_tui.net.client.host_at", lambda *_: 12345)
    assert seated(hostile, "German", "Anna").private(0) == Private()


def test_a_guests_sandbox_sends_nothing_until_its_orders_are_given(host, tmp_path):
    anna, bob = seated(host, "German", "Anna"), seated(host, "US", "Bob")
    mover, side = (anna, 0) if anna.game.side == 0 else (bob, 1)
    other = bob if mover is anna else anna
    sandbox = Sandboxes(mover, side).new("secret plan")
    for seed in range(4):
        sandbox.apply(sandbox.game.sample(seed))
    assert not sandbox.trouble
    assert not host.see(lambda game: game.log)
    orders = Sandboxes(mover, side).to_give("secret plan")
    with pytest.raises(IllegalOrder, match="it isn't your decision"):
        other.apply_all(in_earnest(other, 1 - side, orders))
    with pytest.raises(IllegalOrder):
        other.apply_all(in_earnest(other, side, orders))  # a liar names the other side; the host refuses
    assert not host.see(lambda game: game.log)
    mover.apply_all(in_earnest(mover, side, orders))
    assert host.see(lambda game: game.log) == [*orders]
    wait_for(lambda: other.hear() and other.game.log == [*orders])
    assert "secret plan" not in host.do(lambda table: table.session.path.read_text())


@pytest.mark.parametrize("other", [True, False])
def test_the_title_remembers_a_seat_of_another_users_game(host, monkeypatch, other):
    monkeypatch.setenv("WESTWALL_GAMES", str(host.address.path.parent))
    monkeypatch.setattr("westwall_tui.net.command.is_self", lambda _: not other)
    seated(host, "", "Wim")
    assert read_joined() is None
    seated(host, "US", "Bob")
    joined = read_joined()
    assert (joined and (joined.game, joined.side)) == (("game", "US") if other else None)


def test_the_list_refuses_the_name_of_a_game(capsys):
    assert main(["join", "127.0.0.1:7777", "--list"]) == UNUSABLE
    said = "westwall join --list: it lists the games of a folder; leave 127.0.0.1:7777 out\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.usefixtures("folders")
def test_a_battle_of_your_own_is_hosted_by_its_name_and_its_faults_are_told(tmp_path):
    """A saved game with the same name is not hosted instead."""
    own("mills")
    assert open_session(cli_options("mills")).game.scenario.key == "own/mills"
    LocalSession.new(load_example(tmp_path), folder=tmp_path / "saves").save()
    (scenarios_folder() / "mills" / "units.toml").write_text("")
    (scenarios_folder() / "mills" / "scenario.toml").write_text(swap(SCENARIO, "mills-units", "units"))
    for word in ("mills", "own/mills", str(scenarios_folder() / "mills" / "scenario.toml")):
        with pytest.raises(FileError, match=r"units\.toml: format: is missing"):
            open_session(cli_options(word))


def cli_options(game):
    """Return the options of `westwall host` for a game."""
    return whole_parser().parse_args(["host", game])
