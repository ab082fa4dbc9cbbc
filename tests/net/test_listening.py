"""Sockets of hosts: folders in which others could replace a socket, and sockets of the wrong user."""

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
from westwall_tui.net.command import hosted_games, list_games, sit_down

STRANGER = 4242
"""The number of another user."""
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may act as another user")


@pytest.fixture
def host(hosted, tmp_path):
    """Host a game called `game` in its own folder."""
    (tmp_path / "games").mkdir(mode=0o700)
    return hosted(LocalSession.new(load_example(tmp_path), folder=tmp_path), tmp_path / "games")


def folder_of(host):
    return host.address.path.parent


@pytest.mark.parametrize(("mode", "why"), [(0o2770, r"run chmod \+t on it first"), (0o1777, "run chmod o-rwx")])
def test_a_folder_in_which_others_could_replace_a_socket_is_refused(host, mode, why):
    folder = folder_of(host)
    folder.chmod(mode)
    with pytest.raises(FileError, match=why):
        prepare(folder)
    with pytest.raises(FileError, match=why):
        sit_down("game", folder, "US")
    with pytest.raises(FileError, match=why):
        list_games(folder)


def test_a_group_folder_with_the_sticky_bit_is_accepted(host):
    folder = folder_of(host)
    folder.chmod(0o3770)
    prepare(folder)
    sit_down("game", folder, "US").leave()


def test_a_link_instead_of_a_socket_is_refused(host):
    folder = folder_of(host)
    (folder / "game.sock").rename(folder.parent / "elsewhere.sock")
    (folder / "game.sock").symlink_to(folder.parent / "elsewhere.sock")
    with pytest.raises(Lost, match="isn't a host's socket"):
        sit_down("game", folder, "US")


def test_a_socket_at_which_another_user_listens_is_refused(host, monkeypatch):
    monkeypatch.setattr("westwall_tui.net.addresses.user_at", lambda line: STRANGER)
    with pytest.raises(Lost, match=f"but user {STRANGER} listens there"):
        sit_down("game", folder_of(host), "US")
    assert hosted_games(folder_of(host)) == []


@as_root
def test_a_socket_that_belongs_to_another_user_is_refused(host):
    os.chown(host.address.path, STRANGER, -1)
    with pytest.raises(Lost, match=f"the socket belongs to user {STRANGER}, but root listens there"):
        sit_down("game", folder_of(host), "US")


def test_a_lost_connection_is_not_restored_with_another_users_host(host):
    with pytest.raises(Lost, match=f"it was user {STRANGER}'s game"):
        Client(host.address, {"name": "Anna", "side": "US"}, host=STRANGER)


@contextlib.contextmanager
def impostor(address: Address, about: dict[str, object]):
    """Host a forged game as another user, and return the messages of its guests."""
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
def test_a_forged_host_gets_no_key(host):
    folder, about = folder_of(host), {**host.see(lambda _: host.table.about()), "news": "about"}
    sit_down("game", folder, "US").leave()
    host.close()
    host.address.path.unlink(missing_ok=True)
    with impostor(host.address, about) as heard, pytest.raises(Lost, match="too bad"):
        sit_down("game", folder, "US")
    assert [message.get("key", "") for message in heard] == ["", ""]


def test_the_list_names_the_hosting_user(host, monkeypatch):
    assert [game.host for game in hosted_games(folder_of(host))] == [""]
    monkeypatch.setattr("westwall_tui.net.command.is_self", lambda user: False)
    monkeypatch.setattr("westwall_tui.net.command.user_called", lambda user: "bert")
    assert [game.host for game in hosted_games(folder_of(host))] == ["bert"]
