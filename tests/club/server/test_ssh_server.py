"""The server, with real OpenSSH clients: registration, logins, refusals, games, failures."""

import contextlib
import os
import select
import signal
import socket
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.club.conftest import new_game, time_passes
from tests.club.ssh import COLD, OPEN_HANDED, PATIENCE, Screen, Server, changed, needs_ssh
from tests.long import sample
from tests.net.local import wait_for
from westwall_tui.club.database.clocks import Pace
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.people import People
from westwall_tui.club.database.store import Store

pytestmark = [pytest.mark.slow, needs_ssh, pytest.mark.xdist_group("server")]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return a club with Anna and Bert."""
    folder = tmp_path_factory.mktemp("club")
    found = Server(folder, path=changed(folder, OPEN_HANDED))
    found.register("Anna", "Bert", "Carla")
    yield found
    found.stop()


@pytest.fixture
def store(server):
    """Return the club's database."""
    found = Store(server.club.database)
    yield found
    found.close()


@pytest.fixture
def screen(server):
    """Return a function that opens a terminal for a client."""
    opened = []

    def sit(name: str, *words: str, **how: Any) -> Screen:
        opened.append(Screen(server.command(name, *words, options=["-tt"]), **how))
        return opened[-1]

    yield sit
    for each in opened:
        each.close()


# -- registration and logins


def test_a_player_registers_and_is_known_by_the_key(server):
    assert "You are registered as Dora" in server.ask("dora", "new", "Dora", user="new").stdout
    assert server.ask("dora", "keys").stdout.startswith("SHA256:")
    assert "known" not in server.ask("dora", "games", user="root").stderr


def test_keys_and_names_are_registered_once(server):
    assert "name anna is taken" in server.ask("emil", "new", "anna", user="new").stderr
    assert "You are registered as Emil" in server.ask("emil", "new", "Emil", user="new").stdout
    again = server.ask("emil", "new", "Emil2", user="new")
    assert again.returncode
    assert "already" in again.stderr


def test_an_unknown_key_cannot_log_in(server):
    refused = server.ask("newcomer", "games")
    assert refused.returncode == 255
    assert "Permission denied (publickey)" in refused.stderr


def test_an_unknown_client_is_told_how_to_register(server):
    hint = f"If you are new here, type: {server.club.address_for('new')}"
    for name, told in (("newcomer", True), ("Anna", False)):
        command = [word.replace("=ERROR", "=INFO") for word in server.command(name, "games")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        assert (hint in done.stderr) == told


def test_a_player_logs_in_with_another_key(server):
    server.register("Kurt")
    other = server.key("kurt-at-work")
    added = server.ask("Kurt", "keys", "add", said=Path(f"{other}.pub").read_bytes())
    first, confirm = added.stdout.splitlines()
    assert first == "To confirm the key, log in with it within a week, as user new, with this command:"
    assert "not confirmed yet" in server.ask("Kurt", "keys").stdout
    assert server.ask("kurt-at-work", "keys").returncode == 255
    wrong = server.ask("kurt-at-work", *confirm.split()[:-1], "aaaaaaaa", user="new")
    assert "isn't the code" in wrong.stderr
    assert "You are registered as Kurt" in server.ask("kurt-at-work", *confirm.split(), user="new").stdout
    assert "kurt-at-work" in server.ask("kurt-at-work", "keys").stdout
    assert "already" in server.ask("Anna", "keys", "add", said=Path(f"{other}.pub").read_bytes()).stderr
    assert server.ask("Anna", "keys", "add", said="nonsense").stderr.startswith("This isn't a public key")


def test_a_key_added_by_another_player_still_belongs_to_its_owner(server):
    server.register("Mallory")
    vera = server.key("vera")
    server.ask("Mallory", "keys", "add", said=Path(f"{vera}.pub").read_bytes())
    new = Screen(server.command("vera", options=["-tt"], user="new"))
    try:
        new.until("Your name:")
        new.press("mallory\r")
        new.until("The code that `keys add` printed:")
        new.press("guess\r")
        new.until("isn't the code")
        new.press("Vera\r")
        assert "you: Vera" in new.until("YOUR MOVE")
    finally:
        new.close()
    assert len(server.ask("Mallory", "keys").stdout.splitlines()) == 1


def test_a_new_player_at_a_terminal_may_choose_another_name(server):
    command = server.command("lena", options=["-tt"], user="new")
    new = Screen(command)
    try:
        new.until("Your name:")
        new.press("anna\r")
        new.until("name anna is taken")
        new.press("Lena Maria\r")
        assert "you: Lena Maria" in new.until("YOUR MOVE")
    finally:
        new.close()


def test_no_clock_runs_while_the_server_is_down(tmp_path):
    server = Server(tmp_path, path=changed(tmp_path, COLD))
    try:
        server.register("Anna", "Bert")
        store = Store(server.club.database)
        game = new_game(Games(store), pace=Pace(clock=3_600, late="lost"))
        (alive,) = store.row("select at from alive")
        assert wait_for(lambda: store.row("select at from alive") != (alive,)), "it notes that it is alive"
        server.stop()
        time_passes(Games(store), game, 86_400)
        store.run("update alive set at = at - 86400")
        server.start()
        (due,) = store.row("select due from game where id = ?", game)
        assert due == pytest.approx(time.time() + 3_600, abs=60)
        assert server.ask("Anna", "games").returncode == 0
        assert not Games(store).head_of(game).ended
        store.close()
    finally:
        server.stop()


def test_commands_are_listed_in_columns(server):
    told = server.ask("Anna", "help").stdout.splitlines()
    assert told[0] == "games              list your games, those where it is your move first, and challenges"
    assert (
        "No games yet" in server.ask("Kurt2", "new", "Kurt2", user="new").stdout + server.ask("Kurt2", "games").stdout
    )


def test_a_client_without_a_key_cannot_log_in(server):
    for method in ("password", "keyboard-interactive", "hostbased", "none"):
        refused = server.ask("Anna", "games", options=["-o", f"PreferredAuthentications={method}"])
        assert refused.returncode == 255


def test_a_barred_player_cannot_log_in(server, store):
    server.register("Fred")
    assert server.ask("Fred", "games").returncode == 0
    people = People(store)
    fred = people.by_name("fred")
    assert fred is not None
    people.bar(fred.id)
    assert server.ask("Fred", "games").returncode == 255
    people.bar(fred.id, barred=False)
    assert server.ask("Fred", "games").returncode == 0


def test_a_code_registers_one_player(tmp_path):
    server = Server(tmp_path, entry="invited", path=changed(tmp_path, COLD))
    try:
        assert "for invited players only" in server.ask("g", "new", "Greta", user="new").stderr
        store = Store(server.club.database)
        code = People(store).invite("Greta")
        assert not any(code in str(row) for row in store.rows("select * from invitation"))
        store.close()
        assert "code is unknown" in server.ask("g", "new", "Greta", "guess", user="new").stderr
        assert "You are registered as Greta" in server.ask("g", "new", "Greta", code, user="new").stdout
        assert "already used" in server.ask("h", "new", "Hans", code, user="new").stderr
        assert code not in server.log()
    finally:
        server.stop()


# -- refusals


@pytest.mark.parametrize(
    "word", ["bash", "sh -c id", "cat /etc/passwd", "../games", "scp -f x", "$(id)", "sftp", "GAMES", "think"]
)
def test_any_other_command_is_refused_in_one_line(server, word):
    refused = server.ask("Anna", word)
    assert refused.returncode == 64
    assert not refused.stdout
    assert refused.stderr.count("\n") == 1
    assert "Unknown command; the commands are" in refused.stderr


def test_subsystems_files_and_forwarding_are_refused(server):
    assert server.ask("Anna", "sftp", options=["-s"]).returncode
    there = server.ask("Anna", options=["-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22"])
    assert there.returncode == 255
    tunnel = server.ask("Anna", options=["-W", "127.0.0.1:22"])
    assert tunnel.returncode
    assert not tunnel.stdout


def test_an_agent_and_a_display_are_not_forwarded(server):
    refused = server.ask("Anna", "keys", options=["-A", "-X"])
    assert refused.returncode == 0
    assert "agent" not in refused.stdout.lower()


def test_the_environment_only_describes_the_terminal(server, screen):
    """These variables could make Python or Textual do something else."""
    evil = ["-o", "SetEnv=PYTHONSTARTUP=/tmp/x TEXTUAL_DRIVER=os:system WESTWALL_SAVES=/tmp LANG=C.UTF-8"]
    told = server.ask("Anna", "games", options=evil)
    assert told.returncode == 0
    found = screen("Anna")
    found.until("YOUR MOVE")
    children = Path(f"/proc/{server.prefork}/task/{server.prefork}/children").read_text().split()
    environments = [Path(f"/proc/{child}/environ").read_bytes() for child in children]
    assert not any(b"PYTHONSTARTUP" in each or b"os:system" in each for each in environments)


def test_a_terminal_of_any_size_is_harmless(server, screen):
    for columns, rows in ((10_000, 10_000), (1, 1), (65_535, 1), (80, 24)):
        found = screen("Anna", columns=columns, rows=rows)
        found.first(PATIENCE)
        found.resize(65_000, 65_000)
        found.read(0.3)
        found.close()
    assert server.ask("Anna", "games").returncode == 0


def test_a_flood_of_keys_slows_only_its_sender(server, screen):
    flooding = screen("Anna")
    flooding.until("YOUR MOVE")
    os.set_blocking(flooding._at, False)
    end = time.monotonic() + sample(2, 0.5)
    while time.monotonic() < end:
        try:
            os.write(flooding._at, b"j" * 65_536)
        except BlockingIOError:
            time.sleep(0.01)
    began = time.monotonic()
    assert server.ask("Bert", "games").returncode == 0
    assert time.monotonic() - began < PATIENCE / 2
    flooding.close()


def test_a_long_command_harms_only_its_sender(server):
    """The command was cut on its way to the prefork parent, which died of that."""
    prefork = server.prefork
    for length in (400, 90_000, 240_000):
        refused = server.ask("Anna", "help", "A" * (length // 2), "A" * (length // 2))
        assert refused.returncode == 64
        assert "at most 300 characters" in refused.stderr
    before = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
    for _ in range(5):
        server.ask("Anna", "help", "A" * 100_000)
    assert server.prefork == prefork
    assert len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) <= before + 2


def test_old_input_does_not_keep_a_process_alive(server):
    command, others = server.command("Anna", "bring"), _players(server)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as client:
        assert client.stdin is not None
        os.set_blocking(client.stdin.fileno(), False)
        with contextlib.suppress(BlockingIOError):
            os.write(client.stdin.fileno(), b"x" * 60_000)
        wait_for(lambda: _players(server) - others)
        his = _players(server) - others
        client.kill()
        with contextlib.suppress(OSError):
            client.stdin.close()
    wait_for(lambda: not his & _players(server))


def test_a_barred_player_gets_no_session_on_an_old_connection(server, store, tmp_path):
    server.register("Hilda")
    shared = ["-o", f"ControlPath={tmp_path}/c", "-o", "ControlMaster=auto", "-o", "ControlPersist=20"]
    try:
        for _ in range(5):  # few at a time, but any number one after another
            assert server.ask("Hilda", "games", options=shared).returncode == 0
        people = People(store)
        hilda = people.by_name("Hilda")
        assert hilda is not None
        said, tries = "", 0
        while "barred" not in said:  # otherwise a check before her request could have closed her connection
            tries += 1
            assert tries < 10, said
            people.bar(hilda.id, barred=False)
            assert server.ask("Hilda", "games", options=shared).returncode == 0
            people.bar(hilda.id)
            said = server.ask("Hilda", "games", options=shared).stderr
    finally:
        server.ask("Hilda", options=[*shared, "-O", "exit"])


def test_barring_a_player_or_dropping_a_key_closes_sessions(server, store, screen):
    server.register("Ida", "Jost")
    people = People(store)
    ida, jost = (people.by_name(name) for name in ("Ida", "Jost"))
    assert ida is not None
    assert jost is not None
    here, there = screen("Ida"), screen("Jost")
    here.until("YOUR MOVE")
    there.until("YOUR MOVE")
    people.bar(ida.id)
    assert here.is_over(PATIENCE)
    people.confirm_key("another", people.add_key(jost.id, "another"))
    people.drop_key(jost.id, next(key for key, *_ in people.keys(jost.id) if key != "another"))
    assert there.is_over(PATIENCE)
    assert "disconnected: Ida" in server.log()


def test_silent_connections_leave_room_for_players(server):
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(30)]
    try:
        time.sleep(0.3)
        others = server.ask("Anna", "games", options=["-b", "127.0.0.2"])  # from another network
        assert others.returncode == 0
    finally:
        for each in silent:
            each.close()


@pytest.mark.parametrize("number", ["\u00b2", "99999999999999999999", "-1"])
def test_an_invalid_number_is_reported(server, number):
    for word in ("play", "board"):
        refused = server.ask("Anna", word, number, options=["-tt"] if word == "play" else [])
        assert refused.returncode == 1
        assert "Traceback" not in refused.stdout + refused.stderr


# -- games


def test_two_players_see_each_others_orders(server, store, screen):
    game = new_game(Games(store), (1, 0), (2, 0), scenario="hurtgen/historical")
    first, second = screen("Anna", "play", str(game)), screen("Bert", "play", str(game))
    first.until("Movement Phase")
    second.until("Movement Phase")
    first.press("E")
    first.until("End the")
    first.press("y")
    second.until("Combat")


def test_games_of_others_cannot_be_played_and_private_ones_not_seen(server, store):
    game = new_game(Games(store), (1, 0), (2, 0), private=True)
    for words in (
        ["play", str(game)],
        ["watch", str(game)],
        ["board", str(game)],
        ["save", str(game)],
        ["referee", str(game)],
    ):
        options = ["-tt"] if words[0] in ("play", "watch") else []
        refused = server.ask("Carla", *words, options=options)
        assert refused.returncode == 1
        assert f"no game {game}" in refused.stdout + refused.stderr
    for number in ("0", "-1", "99999999", "1;drop", "' or 1=1", "None", "9" * 400):
        assert server.ask("Carla", "board", number).returncode in (1, 64)


def test_a_program_plays_line_by_line(server, store):
    game = new_game(Games(store), (1, 0), (2, 0), scenario="hurtgen/historical")
    mover = ("Anna", "Bert")[_decides(store, game)]
    played = server.ask(mover, "referee", str(game), said="?prompt\ndone\nnonsense\n")
    lines = played.stdout.splitlines()
    assert "each die is drawn when it is rolled" in lines[0]
    assert lines[1].startswith("ok movement")
    assert lines[2].startswith("ok")
    assert lines[3].startswith("refused syntax")
    assert Games(store).head_of(game).orders == 1


def _decides(store, game):
    return store.one("select to_decide from game where id = ?", game)[0]


def test_a_game_is_saved_at_home_and_brought_back(server, store):
    game = new_game(Games(store), (1, 0), (2, 0), scenario="hurtgen/historical")
    mover = ("Anna", "Bert")[_decides(store, game)]
    server.ask(mover, "referee", str(game), said="done\n")
    text = server.ask(mover, "save", str(game)).stdout
    assert 'name = "Anna"' in text
    assert 'name = "Bert"' in text
    assert server.ask(mover, "save").stderr.startswith("Name a game")
    brought = server.ask("Carla", "bring", said=text)
    assert "This is now game" in brought.stdout, brought.stderr
    number = int(brought.stdout.split("game ")[1].split(".")[0])
    assert Games(store).head_of(number).orders == 1
    assert store.one("select rated from game where id = ?", number) == (
        0,
    )  # only the club knows how its dice were drawn
    assert "is not TOML" in server.ask("Carla", "bring", said="x" * 1000).stderr


def test_the_board_is_text(server, store):
    game = new_game(Games(store), (1, 0), (2, 0), scenario="hurtgen/historical")
    board = server.ask("Carla", "board", str(game)).stdout
    assert len(board.splitlines()) > 30
    assert "\x1b" not in board


def test_messages_cannot_control_a_terminal(server, store, screen):
    game = new_game(Games(store), (1, 0), (2, 0), scenario="hurtgen/historical")
    Games(store).talk.say(game, 2, "hello \x1b]0;title\x07\x1b[2J\u202eevil\r\n")
    found = screen("Anna", "play", str(game))
    found.until("Movement Phase")
    assert "\x1b]0;title" not in found.shown
    assert "\u202e" not in found.shown


# -- failures


def test_players_continue_when_the_prefork_parent_dies(server, store, screen):
    game = new_game(Games(store), (1, 0), (2, 0), scenario="hurtgen/historical")
    mover = ("Anna", "Bert")[_decides(store, game)]
    found = screen(mover, "play", str(game))
    found.until("Movement Phase")
    os.kill(server.prefork, signal.SIGKILL)
    found.press("E")
    found.until("End the")
    found.press("y")
    found.until("Combat")
    assert server.ask("Carla", "games").returncode == 0  # the next prefork parent is ready


def test_a_process_ends_with_its_connection(server, store, screen):
    others = _players(server)
    found = screen("Anna")
    found.until("YOUR MOVE")
    his = _players(server) - others
    assert his
    found.close()
    wait_for(lambda: not his & _players(server))


def _players(server):
    """Return the processes of players."""
    return {*Path(f"/proc/{server.prefork}/task/{server.prefork}/children").read_text().split()}


def _is_served(server, others, client):
    """Return True if a client has a process, or an answer."""
    return _players(server) - others or select.select([client.stdout], [], [], 0)[0]


def test_the_log_has_no_secrets(server):
    server.ask("Anna", "games")
    said = server.log()
    assert "SHA256" not in said
    assert str(server.key("Anna")) not in said


def test_a_client_that_hangs_up_leaves_no_traceback_in_the_log(server, store):
    game, others = str(new_game(Games(store), (1, 0), (2, 0), scenario="hurtgen/historical")), _players(server)
    words = (["bring"], ["referee", game], ["keys", "add"], ["save", game], ["-tt", "play", game], ["-tt"])
    for each in words:
        options = [word for word in each if word == "-tt"]
        command = server.command("Anna", *each[len(options) :], options=options)
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as client:
            assert client.stdin is not None
            client.stdin.write(b"?legal\nhalf a li")
            client.stdin.flush()
            wait_for(partial(_is_served, server, others, client))
            client.kill()
            with contextlib.suppress(OSError):
                client.stdin.close()
        wait_for(lambda: not _players(server) - others)
    new = server.command("nobody-yet", options=["-tt"], user="new")
    with subprocess.Popen(new, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as client:
        wait_for(lambda: _players(server) - others)
        client.kill()
    wait_for(lambda: not _players(server) - others)
    assert server.ask("Anna", "games").returncode == 0
    assert "Traceback" not in server.log(), server.log()


# -- the administrator


def test_an_open_lobby_shows_the_administrators_changes(server, store, screen):
    server.register("Gina")
    gina = People(store).by_name("Gina")
    assert gina is not None
    game = new_game(Games(store), (gina.id, 0), (2, 0))

    lobby = screen("Gina")
    lobby.until("WAITING FOR THEM (1)")
    server.keep("announce", "The autumn season ends")
    lobby.until("The autumn season ends")
    server.keep("close", str(game))
    end = time.monotonic() + PATIENCE
    while "WAITING FOR THEM" in lobby.text and time.monotonic() < end:
        lobby.read()
    assert "WAITING FOR THEM" not in lobby.text
