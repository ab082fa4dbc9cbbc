"""Hosted games of a server's visitors: at most one per visitor, and only while the server runs."""

import os
import subprocess
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("Windows cannot host", allow_module_level=True)

from tests.net.local import wait_for
from westwall_tui.cli import main
from westwall_tui.files.faults import FileError
from westwall_tui.net import command
from westwall_tui.net.lease import LEASE, LINGER, Lease, is_taken, lease_of
from westwall_tui.net.spawn import host_and_join


@pytest.fixture
def server(tmp_path, monkeypatch):
    """Set a visitor's lease in the environment, and return the write end of its lifeline."""
    read, write = os.pipe()
    lease = Lease(tmp_path / "hosting", read)
    for name, value in lease.environment.items():
        monkeypatch.setenv(name, value)
    ends = [write]
    yield ends
    for end in (*ends, read):
        os.close(end)


def test_a_lease_is_passed_in_the_environment(tmp_path):
    lease = Lease(tmp_path, 7)
    assert lease_of(lease.environment) == lease
    assert lease_of({}) is None
    assert lease_of({LEASE: "here"}) is None


def test_a_visitor_hosts_one_game_at_a_time(tmp_path):
    lease = Lease(tmp_path / "hosting", 0)
    assert not is_taken(lease.lock)
    handle = lease.take()
    assert is_taken(lease.lock)
    with pytest.raises(FileError, match=f"you already host a game. It ends {LINGER} seconds after everyone has left"):
        lease.take()
    os.close(handle)
    assert not is_taken(lease.lock)
    os.close(lease.take())


def test_a_second_game_is_refused_before_it_begins(server, folders, tmp_path, capsys):
    handle = Lease(tmp_path / "hosting", 0).take()
    assert main(["host", "bastogne/spearhead", "--name", "a", "--folder", str(folders / "games")]) == 2
    assert "you already host a game" in capsys.readouterr().err
    os.close(handle)


def test_a_leased_game_ends_with_the_server_or_a_minute_after_everyone_has_left(server, folders, tmp_path, monkeypatch):
    lingers = []
    serve = command._serve_game

    def keep(*arguments):
        lingers.append(arguments[6])
        return serve(*arguments)

    monkeypatch.setattr(command, "_serve_game", keep)
    monkeypatch.setattr(command, "_discard_output", lambda: None)
    os.close(server.pop())
    for number, asked in enumerate(([], ["--linger", "86400"], ["--linger", "5"])):
        monkeypatch.setenv(LEASE, f"{os.environ[LEASE]}-{number}")  # because this process keeps its lock
        assert main(["host", "bastogne/spearhead", "--name", "a", "--folder", str(folders / "games"), *asked]) == 0
    assert lingers == [LINGER, LINGER, 5]


@pytest.mark.slow
def test_the_host_of_a_visitor_ends_with_the_server(server, folders, tmp_path, monkeypatch):
    popen, started = subprocess.Popen, []

    def start(words, **more):
        started.append(popen(words, **more))
        return started[-1]

    monkeypatch.setattr("subprocess.Popen", start)
    guest = host_and_join(["bastogne/spearhead", "--name", "a", "--linger", "86400"], folders / "games", "US")
    assert is_taken(tmp_path / "hosting")
    with pytest.raises(FileError, match=r"^westwall host: you already host a game"):
        host_and_join(["bastogne/spearhead", "--name", "a"], folders / "games", "US")
    os.close(server.pop())
    assert started[0].wait(30) == 0
    assert not is_taken(tmp_path / "hosting")
    wait_for(lambda: any(heard.closed for heard in guest.hear()))
    guest.leave()
