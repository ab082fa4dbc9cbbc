"""Who hosts at a socket: folders in which others could take it away, and sockets that are not whose they seem to be."""

import contextlib
import json
import os
import socket
import sys
import threading

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such sockets", allow_module_level=True)

from tests.files.example import load_example
from westwall_tui.files.faults import FileError
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.addresses import Address, prepare
from westwall_tui.net.client import Client, Lost
from westwall_tui.net.command import list_games, sit_down, waiting

STRANGER = 4242
"""A user who is not us."""
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may act as another user")


@pytest.fixture
def host(hosted, tmp_path):
    """A game called `game` in a folder of its own."""
    (tmp_path / "games").mkdir(mode=0o700)
    return hosted(LocalSession.new(load_example(tmp_path), folder=tmp_path), tmp_path / "games")


def folder_of(host):
    return host.address.path.parent


@pytest.mark.parametrize(("mode", "why"), [(0o2770, r"chmod \+t it first"), (0o1777, "chmod o-rwx it first")])
def test_a_folder_in_which_others_could_take_a_socket_away_is_for_no_host_and_no_guest(host, mode, why):
    folder = folder_of(host)
    folder.chmod(mode)
    with pytest.raises(FileError, match=why):
        prepare(folder)
    with pytest.raises(FileError, match=why):
        sit_down("game", folder, "US")
    with pytest.raises(FileError, match=why):
        list_games(folder)


def test_a_folder_of_a_group_with_the_sticky_bit_is_for_both(host):
    folder = folder_of(host)
    folder.chmod(0o3770)
    prepare(folder)
    sit_down("game", folder, "US").leave()


def test_a_link_in_the_place_of_a_socket_is_no_game(host):
    folder = folder_of(host)
    (folder / "game.sock").rename(folder.parent / "elsewhere.sock")
    (folder / "game.sock").symlink_to(folder.parent / "elsewhere.sock")
    with pytest.raises(Lost, match="not a host's socket"):
        sit_down("game", folder, "US")


def test_a_socket_at_which_another_user_listens_is_no_game(host, monkeypatch):
    monkeypatch.setattr("westwall_tui.net.addresses.user_at", lambda line: STRANGER)
    with pytest.raises(Lost, match=f"but user {STRANGER} listens there"):
        sit_down("game", folder_of(host), "US")
    assert waiting(folder_of(host)) == []


@as_root
def test_a_socket_that_was_given_to_another_user_is_no_game(host):
    os.chown(host.address.path, STRANGER, -1)
    with pytest.raises(Lost, match=f"the socket is user {STRANGER}'s, but root listens there"):
        sit_down("game", folder_of(host), "US")


def test_a_lost_line_is_not_taken_up_where_another_user_hosts(host):
    with pytest.raises(Lost, match=f"it was user {STRANGER}'s game"):
        Client(host.address, {"name": "Anna", "side": "US"}, host=STRANGER)


@contextlib.contextmanager
def impostor(address: Address, about: dict[str, object]):
    """Another user who hosts a game that says it is ours; what his guests say."""
    heard: list[dict[str, object]] = []

    def listen(door: socket.socket) -> None:
        for answer in (about, {"news": "closed", "text": "too bad"}):
            line, _ = door.accept()
            with line, line.makefile("rb") as reader:
                heard.append(json.loads(reader.readline()))
                line.sendall(json.dumps(answer).encode() + b"\n")

    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(address.path))
        os.chown(str(address.path), STRANGER, -1)
        os.seteuid(STRANGER)
        try:
            door.listen()
        finally:
            os.seteuid(0)
        thread = threading.Thread(target=listen, args=(door,), daemon=True)
        thread.start()
        yield heard


@as_root
def test_who_takes_the_place_of_a_host_that_is_gone_learns_no_key(host):
    folder, about = folder_of(host), {**host.see(lambda _: host.table.about()), "news": "about"}
    sit_down("game", folder, "US").leave()
    host.close()
    host.address.path.unlink(missing_ok=True)
    with impostor(host.address, about) as heard, pytest.raises(Lost, match="too bad"):
        sit_down("game", folder, "US")
    assert [message.get("key", "") for message in heard] == ["", ""]


def test_whose_game_it_is_stands_in_the_list(host, monkeypatch):
    assert [game.host for game in waiting(folder_of(host))] == [""]
    monkeypatch.setattr("westwall_tui.net.command.is_self", lambda user: False)
    monkeypatch.setattr("westwall_tui.net.command.user_called", lambda user: "bert")
    assert [game.host for game in waiting(folder_of(host))] == ["bert"]
