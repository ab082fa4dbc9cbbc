"""`westwall join` without a side, games that are found by their save, and games at another user's host."""

import time

import pytest

from tests.files.example import load_example
from westwall_tui.cli import main
from westwall_tui.files.command_line import UNUSABLE
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.last_table import read_joined
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.addresses import save_seat_keys
from westwall_tui.net.command import sit_down, waiting, waiting_for


@pytest.fixture
def host(hosted, tmp_path):
    """A game called `game`."""
    return hosted(LocalSession.new(load_example(tmp_path), folder=tmp_path))


def seated(host, side, name):
    """Somebody who joins from here, and so keeps a key here."""
    guest = sit_down("game", host.address.path.parent, side, name)
    host._guests.append(guest)
    return guest


def test_where_both_seats_are_free_one_must_be_named(host):
    with pytest.raises(FileError, match=r"name your side\. German: free, US: free"):
        seated(host, None, "Anna")


def test_the_only_free_seat_is_taken(host):
    host.sit("German", "Anna")
    assert seated(host, None, "Bob").side == 1


def test_ones_own_seat_is_taken_again(host):
    seated(host, "German", "Anna").leave()
    end = time.monotonic() + 30
    while host.see(lambda _: host.table.about()["seats"][0]["here"]):
        assert time.monotonic() < end
        time.sleep(0.01)
    (found,) = waiting(host.address.path.parent)
    assert found.own == ("German",)
    assert seated(host, None, "").side == 0


def test_where_all_play_it_is_said_who(host):
    host.sit("German", "Anna")
    host.sit("US", "Bob")
    with pytest.raises(FileError, match="German: Anna, US: Bob"):
        seated(host, None, "Wim")


def test_where_no_seat_is_free_ones_own_is_taken_over_from_a_line_that_may_be_dead(host):
    old = seated(host, "German", "Anna")
    host.sit("US", "Bob")
    assert seated(host, None, "").side == 0
    assert [guest.name for guest in host.table.guests] == ["Bob", "Anna"]
    old.leave()


def test_a_hosted_game_is_found_by_its_save_whatever_path_names_it(host, monkeypatch, tmp_path):
    folder, save = host.address.path.parent, host.table.session.path
    assert waiting_for(save, folder) is None
    host.table.session.save()
    save_seat_keys(save, host.table.keys)
    monkeypatch.chdir(tmp_path)
    for path in (save, save.relative_to(tmp_path)):
        found = waiting_for(path, folder)
        assert found is not None
        assert found.name == "game"
    host.close()
    assert waiting_for(save, folder) is None


@pytest.mark.parametrize("other", [True, False])
def test_a_seat_at_another_users_host_is_remembered_for_the_title(host, monkeypatch, other):
    monkeypatch.setenv("WESTWALL_GAMES", str(host.address.path.parent))
    monkeypatch.setattr("westwall_tui.net.command.is_self", lambda _: not other)
    seated(host, "", "Wim")
    assert read_joined() is None
    seated(host, "US", "Bob")
    joined = read_joined()
    assert (joined and (joined.game, joined.side)) == (("game", "US") if other else None)


def test_the_list_takes_no_game(capsys):
    assert main(["join", "127.0.0.1:7777", "--list"]) == UNUSABLE
    said = "westwall join --list: it lists the games of a folder; leave 127.0.0.1:7777 out\n"
    assert capsys.readouterr() == ("", said)
