"""Host and guests as separate programs: whole games, lost connections, killed processes, and hostile guests."""

import contextlib
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

from tests.long import sample
from tests.net.local import wait_for
from westwall_tui import cli
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.addresses import Address
from westwall_tui.net.client import Client, Lost
from westwall_tui.net.command import CHECK_SECONDS, hosted_games, list_games, sit_down
from westwall_tui.net.protocol import VERSION, encode
from westwall_tui.net.spawn import host_and_join

PATIENCE = 60
LONG_GAMES = sample(
    [*product(["bastogne/spearhead", "arnhem/free"], ["seeded", "shared"])],
    [("bastogne/spearhead", "shared"), ("arnhem/free", "seeded")],
)
"""Scenarios, each with a kind of dice."""


def players_of(scenario, hosting):
    """Seat the two players of a hosted game, and return them by side."""
    return [hosting.sit(side.name, f"P{i}") for i, side in enumerate(load_scenario(scenario).sides)]


def play(guests, draw, orders):
    """Give random legal orders of the deciding players, and return their number."""
    for given in range(orders):
        for guest in guests:
            guest.hear()
        if guests[0].game.outcome is not None:
            return given
        step(guests, draw)
    return orders


def step(guests, draw):
    """Give one random legal order as soon as a player may give one."""

    def decider():
        for guest in guests:
            guest.hear()
        return [g for g in guests if g.game.side == g.side >= 0 and g.game.prompt.kind != "roll"]

    def give():
        for guest in decider():
            with contextlib.suppress(IllegalOrder):  # the guest may not have heard the host's latest orders
                guest.apply(guest.game.random_order(draw))
                return True
        return guests[0].game.outcome is not None

    wait_for(give, "nobody may give an order")


def agree(guests):
    """Wait until all guests have heard everything, and check that they agree on public knowledge."""

    def same():
        for guest in guests:
            guest.hear()
        return len({(len(guest.game.log), guest.game.digest(-1)) for guest in guests}) == 1

    wait_for(same, "the guests disagree")


# -- games


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["bastogne/spearhead", "remagen/historical"])
def test_two_players_and_a_spectator_see_the_same_game(hosting, scenario):
    hosting(scenario, "--name", "game", "--seed", "4")
    guests = [*players_of(scenario, hosting), hosting.sit()]
    play(guests, Draw(1), 40)
    agree(guests)
    saved = read_save(next(hosting.saves.glob("*.toml"))).game
    assert saved.log == guests[0].game.log


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "dice"), LONG_GAMES)
def test_a_long_game_stays_the_same_for_all(hosting, scenario, dice):
    hosting(scenario, "--name", "game", "--dice", dice)
    guests = [*players_of(scenario, hosting), hosting.sit()]
    play(guests, Draw(2), 80)
    if scenario != "arnhem/free":  # whose logs differ while zones are hidden
        agree(guests)


@pytest.mark.slow
def test_the_computer_plays_a_seat(hosting):
    hosting("bastogne/spearhead", "--name", "game", "--computer", "German=1", "--computer", "US=1")
    watcher = hosting.sit()

    def moved():
        watcher.hear()
        return len(watcher.game.log) > 30

    wait_for(moved)


# -- lost connections and killed programs


@pytest.mark.slow
def test_a_killed_host_resumes_the_game_where_it_was(hosting):
    first = hosting("bastogne/spearhead", "--name", "game")
    guests = players_of("bastogne/spearhead", hosting)
    play(guests, Draw(3), 25)
    agree(guests)
    log = guests[0].game.log[:]
    first.kill()
    wait_for(lambda: any("lost" in heard.text for heard in guests[0].hear()))
    with pytest.raises(IllegalOrder, match="the connection to the host is lost"):
        guests[0].say("are you there?")
    hosting(next(hosting.saves.glob("*.toml")).stem, "--name", "game")
    wait_for(lambda: any("is back" in heard.text for guest in guests for heard in guest.hear()))
    wait_for(lambda: [guest.hear() for guest in guests] and not any(guest.client.away for guest in guests))
    assert guests[0].game.log == log
    play(guests, Draw(3), 10)
    agree(guests)


@pytest.mark.slow
def test_a_killed_player_returns_to_the_seat_with_the_key(hosting, monkeypatch, tmp_path):
    hosting("bastogne/spearhead", "--name", "game")
    code = (
        "import pathlib, sys, time; from westwall_tui.net.command import sit_down;"
        "sit_down('game', pathlib.Path(sys.argv[1]), 'US', 'Bob'); print('sits', flush=True); time.sleep(99)"
    )
    bob = subprocess.Popen([sys.executable, "-c", code, str(hosting.folder)], stdout=subprocess.PIPE, text=True)
    assert bob.stdout is not None
    assert bob.stdout.readline() == "sits\n"
    anna = hosting.sit("German", "Anna")
    with monkeypatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path / "another user's"))
        with pytest.raises(Lost, match=r"Bob is already playing the U\.S\. side"):
            hosting.sit("US", "Carl")
    bob.kill()
    bob.communicate()
    wait_for(lambda: any("Bob (U.S.) has left" in heard.text for heard in anna.hear()))
    again = hosting.sit("US", "Bob")
    assert again.side == 1


@pytest.mark.slow
def test_players_keep_their_seats_when_a_game_is_hosted_again(hosting, monkeypatch, tmp_path):
    first = hosting("bastogne/spearhead", "--name", "game")
    play([hosting.sit("US", "Bob"), hosting.sit("German", "Anna")], Draw(3), 2)
    first.terminate()
    first.wait()
    hosting(next(hosting.saves.glob("*.toml")).stem, "--name", "game")
    assert hosting.sit("US", "Bob").side == 1
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another user's"))
    with pytest.raises(Lost, match="the German seat belongs to Anna, who is away"):
        hosting.sit("German", "Mallory")


@pytest.mark.slow
def test_a_stopped_host_says_so_and_saves(hosting):
    program = hosting("bastogne/spearhead", "--name", "game")
    anna = hosting.sit("German", "Anna")
    program.send_signal(signal.SIGTERM)
    wait_for(lambda: any("The host has closed the game" in heard.text for heard in anna.hear()))
    assert program.wait(PATIENCE) == 0
    assert not list(hosting.folder.glob("*.sock"))


# -- hostile guests


@contextlib.contextmanager
def raw(folder, hello=None):
    """Open a bare connection to the host."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(folder / "game.sock"))
        line.settimeout(PATIENCE)
        if hello is not None:
            line.sendall(encode({"version": VERSION, "name": "Mallory", **hello}))
        with line.makefile("rb") as reader:
            yield line, reader


GARBAGE = {
    "bytes": b"\x00\xff\xfe\n",
    "list": b"[1, 2]\n",
    "deep": b"[" * 2000 + b"\n",
    "number": b'{"line": 5}\n',
    "escape": b'{"line": "say \\u001b[2J"}\n',
    "endless": b"x" * 9000,
}


@pytest.mark.slow
def test_garbage_does_no_harm(hosting):
    hosting("bastogne/spearhead", "--name", "game")
    anna = hosting.sit("German", "Anna")
    for name, garbage in GARBAGE.items():
        with raw(hosting.folder, {}) as (line, reader):
            assert json.loads(reader.readline())["news"] == "welcome", name
            line.sendall(garbage)
            answer = reader.readline()
        assert b"\x1b" not in answer, name
        assert json.loads(answer).get("news") in ("closed", None), name
        anna.say("still here")
        assert all("\x1b" not in heard.text for heard in anna.hear()), name


@pytest.mark.slow
def test_silent_and_unread_connections_keep_no_guest_waiting(hosting):
    hosting("bastogne/spearhead", "--name", "game")
    with raw(hosting.folder), raw(hosting.folder, {}):
        guests = players_of("bastogne/spearhead", hosting)
        play(guests, Draw(1), 30)
        agree(guests)


@pytest.mark.slow
def test_a_slow_introduction_is_refused(tmp_path, monkeypatch, hosted):
    monkeypatch.setattr("westwall_tui.net.host.HELLO_SECONDS", 0.3)
    hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))
    with raw(tmp_path) as (line, reader):
        with contextlib.suppress(OSError):
            for byte in encode({"version": VERSION, "name": "Mallory"})[:30]:
                line.sendall(bytes([byte]))
                time.sleep(0.02)
        assert json.loads(reader.readline())["text"] == "your program did not introduce itself in time"


@pytest.mark.slow
def test_a_guest_who_reads_too_slowly_is_disconnected(tmp_path, monkeypatch, hosted):
    monkeypatch.setattr("westwall_tui.net.host.MOST_UNREAD", 50_000)
    host = hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))
    guests = [host.sit(name, name) for name in ("German", "US")]
    with raw(tmp_path, {}) as (line, _):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        with contextlib.suppress(OSError):
            for _ in range(200):
                line.sendall(encode({"line": "game"}))  # without reading the answers
                time.sleep(0.01)
        wait_for(lambda: len(host.table.guests) == 2)
    play(guests, Draw(1), 10)
    agree(guests)


@pytest.mark.slow
def test_a_guest_who_sends_too_fast_is_disconnected(hosting):
    hosting("bastogne/spearhead", "--name", "game")
    said = b""
    with raw(hosting.folder, {}) as (line, reader), contextlib.suppress(OSError):
        for _ in range(2_000):
            line.sendall(encode({"line": "?prompt"}))
        while more := reader.readline():
            said = more
    assert said == b"" or b"too fast" in said


@pytest.mark.slow
def test_no_other_user_may_enter_the_folder(hosting):
    hosting("bastogne/spearhead", "--name", "game")
    assert stat.S_IMODE(hosting.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((hosting.folder / "game.sock").stat().st_mode) == 0o600


@pytest.mark.slow
def test_a_folder_writable_for_all_users_is_refused(hosting):
    hosting.folder.mkdir()
    hosting.folder.chmod(0o777)
    program = hosting("bastogne/spearhead")
    assert "every user of this machine can write there" in hosting.first
    assert program.wait(PATIENCE) == 2


@pytest.mark.slow
@pytest.mark.parametrize("token", ["", "new"])
def test_a_reconnecting_program_does_not_join_another_game(hosting, token, monkeypatch):
    monkeypatch.setattr("westwall_tui.net.client.AGAIN_SECONDS", 0.05)
    first = hosting("bastogne/spearhead", "--name", "game")
    bob = hosting.sit("US", "Bob")
    first.kill()
    first.wait()
    monkeypatch.setenv("WESTWALL_TOKEN", token)
    hosting("bastogne/spearhead", "--name", "game")
    monkeypatch.delenv("WESTWALL_TOKEN")
    wait_for(lambda: not bob.client._thread.is_alive(), "it tries again and again")
    told = " ".join(heard.text for heard in bob.hear())
    assert ("This game needs a token" if token else "Another game is hosted there now") in told
    assert bob.waiting.startswith("The host has closed the game")
    assert hosted_games(hosting.folder, token)[0].seats == ("German: free", "US: free")


@pytest.mark.slow
def test_a_port_needs_its_token(hosting):
    hosting("bastogne/spearhead", "--listen", "0", "--token", "secret")
    port = int(hosting.first.split("127.0.0.1:")[1].split()[0])
    address = Address(host="127.0.0.1", port=port)
    with pytest.raises(Lost, match="wrong token"):
        Client(address, {"name": "Mallory", "side": "US", "token": "a guess"})
    anna = Client(address, {"name": "Anna", "side": "US", "token": "secret"})
    assert anna.welcome["side"] == 1
    anna.close()


# -- finding games


@pytest.mark.slow
def test_hosted_games_are_listed_with_their_players(hosting, capsys):
    hosting("bastogne/spearhead", "--name", "game")
    hosting.sit("US", "Bob")
    (found,) = hosted_games(hosting.folder)
    assert found.title == "Bastogne: Spearhead"
    assert found.seats == ("German: free", "US: Bob")
    assert list_games(hosting.folder) == 0
    assert "US: Bob" in capsys.readouterr().out


@pytest.mark.slow
def test_hanging_hosts_do_not_delay_the_list(hosting, monkeypatch):
    monkeypatch.setattr("westwall_tui.net.command.LIST_SECONDS", 5.0)
    hosting("bastogne/spearhead", "--name", "game")
    with contextlib.ExitStack() as hung:
        for name in ("a", "b", "z"):
            line = hung.enter_context(socket.socket(socket.AF_UNIX))
            line.bind(str(hosting.folder / f"{name}.sock"))
            line.listen()  # without answering
        begun = time.monotonic()
        assert [game.name for game in hosted_games(hosting.folder)] == ["game"]
        assert time.monotonic() - begun < 14


@pytest.mark.slow
def test_a_game_of_the_same_name_elsewhere_does_not_take_a_players_seat(hosting, tmp_path):
    hosting("bastogne/spearhead", "--name", "game")
    here, there = hosting.folder, tmp_path / "elsewhere"
    hosting.sit("US", "Bob").leave()
    hosting.folder = there
    hosting("bastogne/relief", "--name", "game")
    hosting.sit("US", "Bob").leave()
    hosting.folder = here
    assert hosting.sit("US", "Bob").side == 1


@pytest.mark.slow
def test_a_later_game_of_the_same_name_does_not_take_a_players_seat(hosting):
    for game in ("bastogne/spearhead", "bastogne/relief", "bastogne-spearhead"):
        program = hosting(game, "--name", "game")
        guest = hosting.sit("US", "Bob")
        assert guest.side == guest.game.scenario.side_called("US")
        program.terminate()
        program.wait(PATIENCE)


@pytest.mark.slow
def test_a_hanging_host_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr("westwall_tui.net.client.HELLO_SECONDS", 0.1)
    with socket.socket(socket.AF_UNIX) as hung:
        hung.bind(str(tmp_path / "hung.sock"))
        hung.listen()
        for side in ("US", ""):
            with pytest.raises(Lost, match="the program there does not answer"):
                sit_down("hung", tmp_path, side)


def test_a_spawned_host_uses_the_same_program(tmp_path, monkeypatch):
    """A Debian package or a single file may not be on the usual path."""
    started = {}

    def start(_, **how):
        started.update(how["env"])
        raise BlockingIOError(11, "too many")

    monkeypatch.setattr("westwall_tui.net.spawn.subprocess.Popen", start)
    monkeypatch.setattr(sys, "path", [str(tmp_path), "here.pyz", ""])
    with pytest.raises(FileError, match="cannot start: too many"):
        host_and_join(["bastogne/spearhead"], tmp_path, "US")
    assert started["PYTHONPATH"].split(os.pathsep) == [str(tmp_path), str(Path("here.pyz").absolute())]


def test_a_host_that_does_not_start_is_reported(monkeypatch, tmp_path):
    monkeypatch.setattr("westwall_tui.net.spawn.START_SECONDS", 0.01)
    with pytest.raises(FileError, match="did not start"):
        host_and_join(["bastogne/spearhead"], tmp_path, "US")


def test_a_forbidden_start_is_reported_in_one_sentence(monkeypatch, tmp_path):
    def full(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", full)
    with pytest.raises(FileError, match="cannot start: Resource temporarily unavailable"):
        host_and_join(["bastogne/spearhead"], tmp_path, "US")


@pytest.mark.slow
def test_a_host_canceled_during_its_start_leaves_neither_game_nor_save(hosting):
    with pytest.raises(FileError, match="was canceled"):
        host_and_join(["bastogne/spearhead", "--name", "a"], hosting.folder, "US", wanted=lambda: False)
    assert hosted_games(hosting.folder) == []
    assert not hosting.saves.exists()


@pytest.mark.slow
def test_a_save_names_its_host_and_does_not_change_when_the_host_ends(hosting):
    program = hosting("bastogne/spearhead", "--name", "game", "--as", "Anna")
    hosting.sit("US", "Bob").leave()
    (save,) = list_saves(hosting.saves)
    assert save.host == "Anna"
    written = save.path.stat()
    program.terminate()
    program.wait(PATIENCE)
    assert save.path.stat() == written, "it would look as if it had been played later than it was"


@pytest.mark.slow
def test_a_save_cannot_be_hosted_twice(hosting):
    hosting("bastogne/spearhead", "--name", "game")
    assert hosting.first.endswith(f" is ready. To play: westwall join game --folder {hosting.folder} --side NAME\n")
    hosting.sit("US", "Bob")
    program = hosting("bastogne-spearhead")
    command = f"westwall join game --folder {hosting.folder}"
    assert hosting.first == f"bastogne-spearhead.toml is already hosted; to join: {command}\n"
    assert program.wait(PATIENCE) == 2


@pytest.mark.slow
def test_a_background_host_ends_when_no_guest_can_join(hosting):
    program = hosting("bastogne/spearhead", "--name", "game", "--linger", "100000")
    guest = hosting.sit("US", "Bob")
    (hosting.folder / "game.sock").unlink()
    with pytest.raises(subprocess.TimeoutExpired):
        program.wait(CHECK_SECONDS + 1)
    assert guest.say("still here") is None
    guest.leave()
    assert program.wait(PATIENCE) == 0


@pytest.mark.slow
def test_a_host_on_all_addresses_shows_a_placeholder(hosting):
    hosting("bastogne/spearhead", "--listen", "0.0.0.0:0")
    assert "0.0.0.0" not in hosting.first
    assert re.search(r"westwall join ADDRESS:\d+ --side NAME \(for ADDRESS, type", hosting.first)


def test_an_unknown_game_is_named(tmp_path):
    with pytest.raises(FileError, match="nonesuch is not a game hosted in"):
        sit_down("nonesuch", tmp_path, "US")
    with pytest.raises(FileError, match="is neither HOST:PORT nor the name of a game"):
        sit_down("../etc", tmp_path, "US")
    with pytest.raises(FileError, match=r"127\.0\.0\.1:99999 is not an address, because ports end at 65535"):
        sit_down("127.0.0.1:99999", tmp_path, "US")
    with pytest.raises(FileError, match="no game is hosted here"):
        sit_down("", tmp_path, "US")


@pytest.mark.slow
def test_the_socket_of_a_killed_host_is_replaced(hosting):
    hosting("bastogne/spearhead", "--name", "game").kill()
    wait_for(lambda: not hosted_games(hosting.folder))
    hosting("bastogne/spearhead", "--name", "game")
    assert "westwall join game " in hosting.first


# -- a game hosted again


@pytest.mark.slow
def test_a_save_is_hosted_with_another_player_but_not_with_other_dice(hosting):
    hosting("bastogne/spearhead", "--name", "game")
    guest = hosting.sit("US", "Bob")
    play([guest, hosting.sit("German", "Anna")], Draw(3), 1)
    hosting.stop()
    save = next(hosting.saves.glob("*.toml")).stem
    refused = hosting(save, "--dice", "drawn")
    assert "is a saved game, so its options, dice and match cannot change" in hosting.first
    assert refused.wait(PATIENCE) == 2
    hosting(save, "--name", "again", "--computer", "US=2")
    (found,) = hosted_games(hosting.folder)
    assert found.seats[1] == "US: computer, level 2"


def refused(capsys, folder, *words):
    """Return the message of a host that does not start."""
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(cli.main(["host", "bastogne/spearhead", *words, "--folder", str(folder)]))
    assert ended.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("where", ["here", "127.0.0.1:", "a:b:1"])
def test_an_impossible_port_is_refused(capsys, folders, where):
    assert "write it like this: 127.0.0.1:7777" in refused(capsys, folders, "--listen", where)


def test_nobody_bids_in_a_match(capsys, folders):
    assert "bid only for a single game" in refused(capsys, folders, "--bid", "--match", "mirrored")


@pytest.mark.parametrize("words", [("--linger", "-5"), ("--pace", "nan"), ("--pace", "-1")])
def test_seconds_are_numbers(capsys, folders, words):
    assert words[0] in refused(capsys, folders, *words)
