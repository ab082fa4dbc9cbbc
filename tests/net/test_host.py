"""Host and guests as programs of their own: whole games, lost lines, killed processes, and people who mean no good."""

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
from westwall_tui.net.command import LOOK_ROUND, list_games, sit_down, waiting
from westwall_tui.net.protocol import VERSION, encode
from westwall_tui.net.spawn import host_and_join

PATIENCE = 60
LONG_GAMES = sample(
    [*product(["bastogne/spearhead", "arnhem/free"], ["seeded", "shared"])],
    [("bastogne/spearhead", "shared"), ("arnhem/free", "seeded")],
)
"""Scenario and dice."""


def players_of(scenario, hosting):
    """The two players of a hosted game, by side."""
    return [hosting.sit(side.name, f"P{i}") for i, side in enumerate(load_scenario(scenario).sides)]


def play(guests, draw, orders):
    """Give random legal orders, each by who is to decide; how many were given."""
    for given in range(orders):
        for guest in guests:
            guest.hear()
        if guests[0].game.outcome is not None:
            return given
        step(guests, draw)
    return orders


def step(guests, draw):
    """One random legal order, once somebody may give one."""

    def decider():
        for guest in guests:
            guest.hear()
        return [g for g in guests if g.game.side == g.side >= 0 and g.game.prompt.kind != "roll"]

    def give():
        for guest in decider():
            with contextlib.suppress(IllegalOrder):  # the host may be a moment ahead of what this guest has heard
                guest.apply(guest.game.random_order(draw))
                return True
        return guests[0].game.outcome is not None

    wait_for(give, "nobody may give an order")


def agree(guests):
    """Wait until all have heard everything; they must agree on what all may know."""

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
    if scenario != "arnhem/free":  # there the logs differ while zones are hidden
        agree(guests)


@pytest.mark.slow
def test_the_computer_plays_a_seat(hosting):
    hosting("bastogne/spearhead", "--name", "game", "--computer", "German=1", "--computer", "US=1")
    watcher = hosting.sit()

    def moved():
        watcher.hear()
        return len(watcher.game.log) > 30

    wait_for(moved)


# -- lost lines and killed programs


@pytest.mark.slow
def test_a_killed_host_takes_the_game_up_where_it_was(hosting):
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
def test_a_killed_player_comes_back_to_his_seat_with_his_key(hosting, monkeypatch, tmp_path):
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
        with pytest.raises(Lost, match="Bob plays the US side, and is here"):
            hosting.sit("US", "Carl")
    bob.kill()
    bob.communicate()
    wait_for(lambda: any("Bob (US) has left" in heard.text for heard in anna.hear()))
    again = hosting.sit("US", "Bob")
    assert again.side == 1


@pytest.mark.slow
def test_seats_stay_their_players_when_a_game_is_hosted_again(hosting, monkeypatch, tmp_path):
    first = hosting("bastogne/spearhead", "--name", "game")
    play([hosting.sit("US", "Bob"), hosting.sit("German", "Anna")], Draw(3), 2)
    first.terminate()
    first.wait()
    hosting(next(hosting.saves.glob("*.toml")).stem, "--name", "game")
    assert hosting.sit("US", "Bob").side == 1
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another user's"))
    with pytest.raises(Lost, match="the German seat is Anna's, who is away"):
        hosting.sit("German", "Mallory")


@pytest.mark.slow
def test_a_host_that_is_asked_to_stop_says_so_and_saves(hosting):
    program = hosting("bastogne/spearhead", "--name", "game")
    anna = hosting.sit("German", "Anna")
    program.send_signal(signal.SIGTERM)
    wait_for(lambda: any("The host has closed the game" in heard.text for heard in anna.hear()))
    assert program.wait(PATIENCE) == 0
    assert not list(hosting.folder.glob("*.sock"))


# -- people who mean no good


@contextlib.contextmanager
def raw(folder, hello=None):
    """A bare connection to the host."""
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
def test_garbage_harms_nobody(hosting):
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
def test_who_never_says_who_he_is_or_never_reads_keeps_nobody_waiting(hosting):
    hosting("bastogne/spearhead", "--name", "game")
    with raw(hosting.folder), raw(hosting.folder, {}):
        guests = players_of("bastogne/spearhead", hosting)
        play(guests, Draw(1), 30)
        agree(guests)


@pytest.mark.slow
def test_who_says_slowly_who_he_is_is_shown_the_door(tmp_path, monkeypatch, hosted):
    monkeypatch.setattr("westwall_tui.net.host.HELLO_SECONDS", 0.3)
    hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))
    with raw(tmp_path) as (line, reader):
        with contextlib.suppress(OSError):
            for byte in encode({"version": VERSION, "name": "Mallory"})[:30]:
                line.sendall(bytes([byte]))
                time.sleep(0.02)
        assert json.loads(reader.readline())["text"] == "you did not give a name"


@pytest.mark.slow
def test_who_reads_too_slowly_loses_his_line_and_the_others_play_on(tmp_path, monkeypatch, hosted):
    monkeypatch.setattr("westwall_tui.net.host.MOST_UNREAD", 50_000)
    host = hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))
    guests = [host.sit(name, name) for name in ("German", "US")]
    with raw(tmp_path, {}) as (line, _):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        with contextlib.suppress(OSError):
            for _ in range(200):
                line.sendall(encode({"line": "game"}))  # and never reads what comes
                time.sleep(0.01)
        wait_for(lambda: len(host.table.guests) == 2)
    play(guests, Draw(1), 10)
    agree(guests)


@pytest.mark.slow
def test_who_talks_too_fast_is_shown_the_door(hosting):
    hosting("bastogne/spearhead", "--name", "game")
    said = b""
    with raw(hosting.folder, {}) as (line, reader), contextlib.suppress(OSError):
        for _ in range(2_000):
            line.sendall(encode({"line": "?prompt"}))
        while more := reader.readline():
            said = more
    assert said == b"" or b"too fast" in said


@pytest.mark.slow
def test_nobody_else_may_enter_the_folder(hosting):
    hosting("bastogne/spearhead", "--name", "game")
    assert stat.S_IMODE(hosting.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((hosting.folder / "game.sock").stat().st_mode) == 0o600


@pytest.mark.slow
def test_a_folder_that_anybody_may_write_to_is_refused(hosting):
    hosting.folder.mkdir()
    hosting.folder.chmod(0o777)
    program = hosting("bastogne/spearhead")
    assert "anybody may write there" in hosting.first
    assert program.wait(PATIENCE) == 2


@pytest.mark.slow
@pytest.mark.parametrize("token", ["", "new"])
def test_a_program_that_reconnects_does_not_sit_down_at_another_game(hosting, token, monkeypatch):
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
    assert bob.waiting.startswith("The game is closed")
    assert waiting(hosting.folder, token)[0].seats == ("German: free", "US: free")


@pytest.mark.slow
def test_a_port_wants_its_token(hosting):
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
def test_the_games_that_wait_are_listed_with_who_plays(hosting, capsys):
    hosting("bastogne/spearhead", "--name", "game")
    hosting.sit("US", "Bob")
    (found,) = waiting(hosting.folder)
    assert found.title == "Bastogne: Spearhead"
    assert found.seats == ("German: free", "US: Bob")
    assert list_games(hosting.folder) == 0
    assert "US: Bob" in capsys.readouterr().out


@pytest.mark.slow
def test_hosts_that_hang_hide_no_game_and_keep_nobody_waiting(hosting, monkeypatch):
    monkeypatch.setattr("westwall_tui.net.command.LOOK_SECONDS", 5.0)
    hosting("bastogne/spearhead", "--name", "game")
    with contextlib.ExitStack() as hung:
        for name in ("a", "b", "z"):
            line = hung.enter_context(socket.socket(socket.AF_UNIX))
            line.bind(str(hosting.folder / f"{name}.sock"))
            line.listen()  # and never answers
        begun = time.monotonic()
        assert [game.name for game in waiting(hosting.folder)] == ["game"]
        assert time.monotonic() - begun < 14


@pytest.mark.slow
def test_a_game_of_the_same_name_elsewhere_does_not_cost_a_player_his_seat(hosting, tmp_path):
    hosting("bastogne/spearhead", "--name", "game")
    here, there = hosting.folder, tmp_path / "elsewhere"
    hosting.sit("US", "Bob").leave()
    hosting.folder = there
    hosting("bastogne/relief", "--name", "game")
    hosting.sit("US", "Bob").leave()
    hosting.folder = here
    assert hosting.sit("US", "Bob").side == 1


@pytest.mark.slow
def test_a_later_game_of_the_same_name_does_not_cost_a_player_his_seat(hosting):
    for game in ("bastogne/spearhead", "bastogne/relief", "bastogne-spearhead"):
        program = hosting(game, "--name", "game")
        guest = hosting.sit("US", "Bob")
        assert guest.side == guest.game.scenario.side_called("US")
        program.terminate()
        program.wait(PATIENCE)


@pytest.mark.slow
def test_a_host_that_hangs_does_not_answer(tmp_path, monkeypatch):
    monkeypatch.setattr("westwall_tui.net.client.HELLO_SECONDS", 0.1)
    with socket.socket(socket.AF_UNIX) as hung:
        hung.bind(str(tmp_path / "hung.sock"))
        hung.listen()
        for side in ("US", ""):
            with pytest.raises(Lost, match="the program there does not answer"):
                sit_down("hung", tmp_path, side)


def test_a_host_looks_for_the_program_where_this_one_was_found(tmp_path, monkeypatch):
    """A Debian package and a single file are on no other path."""
    started = {}

    def start(_, **how):
        started.update(how["env"])
        raise BlockingIOError(11, "too many")

    monkeypatch.setattr("westwall_tui.net.spawn.subprocess.Popen", start)
    monkeypatch.setattr(sys, "path", [str(tmp_path), "here.pyz", ""])
    with pytest.raises(FileError, match="cannot start: too many"):
        host_and_join(["bastogne/spearhead"], tmp_path, "US")
    assert started["PYTHONPATH"].split(os.pathsep) == [str(tmp_path), str(Path("here.pyz").absolute())]


def test_a_host_that_does_not_start_is_given_up(monkeypatch, tmp_path):
    monkeypatch.setattr("westwall_tui.net.spawn.START_SECONDS", 0.01)
    with pytest.raises(FileError, match="did not start"):
        host_and_join(["bastogne/spearhead"], tmp_path, "US")


def test_a_host_that_may_not_start_is_one_sentence(monkeypatch, tmp_path):
    def full(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", full)
    with pytest.raises(FileError, match="cannot start: Resource temporarily unavailable"):
        host_and_join(["bastogne/spearhead"], tmp_path, "US")


@pytest.mark.slow
def test_a_host_that_was_given_up_while_it_started_leaves_neither_game_nor_save(hosting):
    with pytest.raises(FileError, match="was given up"):
        host_and_join(["bastogne/spearhead", "--name", "a"], hosting.folder, "US", wanted=lambda: False)
    assert waiting(hosting.folder) == []
    assert not hosting.saves.exists()


@pytest.mark.slow
def test_a_save_says_who_hosts_it_and_a_host_that_ends_leaves_it_as_it_is(hosting):
    program = hosting("bastogne/spearhead", "--name", "game", "--as", "Anna")
    hosting.sit("US", "Bob").leave()
    (save,) = list_saves(hosting.saves)
    assert save.host == "Anna"
    written = save.path.stat()
    program.terminate()
    program.wait(PATIENCE)
    assert save.path.stat() == written, "it would look as if it had been played later than it was"


@pytest.mark.slow
def test_a_save_that_is_hosted_already_is_not_hosted_twice(hosting):
    hosting("bastogne/spearhead", "--name", "game")
    assert hosting.first.endswith(f" waits. To play: westwall join game --folder {hosting.folder} --side NAME\n")
    hosting.sit("US", "Bob")
    program = hosting("bastogne-spearhead")
    assert hosting.first == f"bastogne-spearhead.toml is hosted already: westwall join game --folder {hosting.folder}\n"
    assert program.wait(PATIENCE) == 2


@pytest.mark.slow
def test_a_host_in_the_background_ends_once_nobody_can_come_any_more(hosting):
    program = hosting("bastogne/spearhead", "--name", "game", "--linger", "100000")
    guest = hosting.sit("US", "Bob")
    (hosting.folder / "game.sock").unlink()
    with pytest.raises(subprocess.TimeoutExpired):
        program.wait(LOOK_ROUND + 1)
    assert guest.say("still here") is None
    guest.leave()
    assert program.wait(PATIENCE) == 0


@pytest.mark.slow
def test_a_host_that_listens_to_all_names_no_address_that_nobody_can_join(hosting):
    hosting("bastogne/spearhead", "--listen", "0.0.0.0:0")
    assert "0.0.0.0" not in hosting.first
    assert re.search(r"westwall join ADDRESS:\d+ --side NAME \(ADDRESS: how your friends", hosting.first)


def test_a_game_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileError, match="nonesuch is not a game hosted in"):
        sit_down("nonesuch", tmp_path, "US")
    with pytest.raises(FileError, match="is neither HOST:PORT nor a name for a game"):
        sit_down("../etc", tmp_path, "US")
    with pytest.raises(FileError, match=r"127\.0\.0\.1:99999 is no address: the last port is 65535"):
        sit_down("127.0.0.1:99999", tmp_path, "US")
    with pytest.raises(FileError, match="no game is waiting here"):
        sit_down("", tmp_path, "US")


@pytest.mark.slow
def test_a_socket_that_a_killed_host_left_is_taken_over(hosting):
    hosting("bastogne/spearhead", "--name", "game").kill()
    wait_for(lambda: not waiting(hosting.folder))
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
    assert "is a save, so its options and dice are set" in hosting.first
    assert refused.wait(PATIENCE) == 2
    hosting(save, "--name", "again", "--computer", "US=2")
    (found,) = waiting(hosting.folder)
    assert found.seats[1] == "US: computer, level 2"


def refused(capsys, folder, *words):
    """What a host says that does not begin."""
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(cli.main(["host", "bastogne/spearhead", *words, "--folder", str(folder)]))
    assert ended.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("where", ["here", "127.0.0.1:", "a:b:1"])
def test_what_is_no_port_is_refused(capsys, folders, where):
    assert "write it like this: 127.0.0.1:7777" in refused(capsys, folders, "--listen", where)


@pytest.mark.parametrize("words", [("--linger", "-5"), ("--pace", "nan"), ("--pace", "-1")])
def test_seconds_are_numbers(capsys, folders, words):
    assert words[0] in refused(capsys, folders, *words)
