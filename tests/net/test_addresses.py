"""Folders of hosted games, and the keys of their seats."""

import contextlib
import socket
import warnings
from pathlib import Path

import platformdirs
import pytest

from tests.every import every
from westwall_tui.files.faults import FileError
from westwall_tui.net.addresses import (
    KEEP_ALIVE,
    Address,
    SeatKeys,
    clear,
    find_port,
    games_folder,
    is_alive,
    keep_alive,
    read_key,
    save_key,
    save_seat_keys,
    seat_keys,
    sockets_in,
)
from westwall_tui.net.client import Lost, connect


def test_a_temporary_folder_is_used_without_a_warning(monkeypatch):
    def elsewhere(*_: object, **__: object) -> str:
        warnings.warn("falling back", stacklevel=1)  # our tests treat warnings as errors
        return "/tmp/runtime"

    monkeypatch.delenv("WESTWALL_GAMES", raising=False)
    monkeypatch.setattr(platformdirs, "user_runtime_dir", elsewhere)
    assert games_folder() == Path("/tmp/runtime/games")


def test_another_users_folder_is_refused(monkeypatch):
    def planted(*_: object, **__: object) -> str:
        raise PermissionError("runtime directory /tmp/runtime is owned by uid 5, not 6; set XDG_RUNTIME_DIR instead")

    monkeypatch.delenv("WESTWALL_GAMES", raising=False)
    monkeypatch.setattr(platformdirs, "user_runtime_dir", planted)
    with pytest.raises(FileError, match="owned by uid 5, not 6"):
        games_folder()


def test_sockets_with_impossible_names_are_ignored(tmp_path):
    (tmp_path / "file.sock").write_text("")
    for name in ("spearhead", "Upper", "\x1b[2J", "two words"):
        with socket.socket(socket.AF_UNIX) as line:
            line.bind(str(tmp_path / f"{name}.sock"))
    assert sockets_in(tmp_path) == [tmp_path / "spearhead.sock"]


def test_both_ends_of_a_connection_detect_that_the_other_machine_is_gone():
    with contextlib.ExitStack() as lines:
        host = lines.enter_context(socket.create_server(("127.0.0.1", 0)))
        guest, _ = connect(Address(host="127.0.0.1", port=host.getsockname()[1]))
        lines.enter_context(guest)
        there = lines.enter_context(host.accept()[0])
        keep_alive(there)
        for line in (guest, there):
            assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            for name, value in KEEP_ALIVE.items():
                if hasattr(socket, name):
                    assert line.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) == value
        silent = KEEP_ALIVE["TCP_KEEPIDLE"] + KEEP_ALIVE["TCP_KEEPINTVL"] * KEEP_ALIVE["TCP_KEEPCNT"]
        assert silent <= 60


def test_an_impossible_host_name_is_refused_in_a_sentence():
    with pytest.raises(Lost, match="it isn't a host name"):
        connect(Address(host="a" * 300, port=77))


def test_a_busy_host_is_alive_and_keeps_its_socket(tmp_path):
    path = tmp_path / "game.sock"
    with contextlib.ExitStack() as lines:
        host = lines.enter_context(socket.socket(socket.AF_UNIX))
        host.bind(str(path))
        host.listen(1)
        with contextlib.suppress(BlockingIOError):
            for _ in range(10):
                line = lines.enter_context(socket.socket(socket.AF_UNIX))
                line.setblocking(False)
                line.connect(str(path))
        assert is_alive(path)
        assert not clear(path)
        assert path.exists()


def test_keys_with_similar_names_have_different_files(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    names = ["/srv/a_b.sock-us", "/srv/a/b.sock-us", "x" * 300, "y" + "x" * 299]
    for name in names:
        save_key(name, f"key of {name}"[:40])
    assert [read_key(name) for name in names] == [f"key of {name}"[:40] for name in names]


def test_a_game_keeps_its_id_while_its_save_exists(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    save = tmp_path / "game.toml"
    assert seat_keys(save).game != seat_keys(save).game
    save.touch()
    for kept in (
        SeatKeys("g", "", ""),
        SeatKeys("g", "a", ""),
        SeatKeys("g", "", "b"),
        SeatKeys("g", "a", bids="bids,0:1:3"),
    ):
        save_seat_keys(save, kept)
        assert seat_keys(save) == kept


@every("written", ["127.0.0.1:7777", "[::1]:7777", "host.example:7777"])
def test_an_address_is_shown_as_guests_must_type_it(written):
    assert str(find_port(written)) == written
