"""A visitor's game on the server: checks of a browser's messages, and the end of each game within moments."""

import asyncio
import json
import logging
import os
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")
if sys.platform == "win32":
    pytest.skip("Windows cannot serve browsers", allow_module_level=True)

from textual.geometry import Size

from tests.web.games import CRASHED, DEAF, GOOD, PAINTER
from westwall_tui.net.lease import Lease
from westwall_tui.web import process
from westwall_tui.web.process import MAX_BYTES, MAX_SIZE, MIN_COUNTED, GameProcess, InvalidMessage, requested_size


async def nowhere(_):
    """Block forever, as a browser that reads nothing."""
    await asyncio.sleep(60)


class Heard(GameProcess):
    """A game that only keeps the messages that are passed on to it."""

    def __init__(self):
        super().__init__()
        self.sent = []

    async def _send(self, kind, payload):
        self.sent.append((kind, payload))


LIES = (
    "",
    "no JSON",
    "[" * 5000,
    "9" * 5000,
    json.dumps(None),
    json.dumps("stdin"),
    json.dumps({"stdin": "q"}),
    json.dumps([]),
    json.dumps([["stdin"], 1]),
    json.dumps(["stdin"]),
    json.dumps(["stdin", 7]),
    json.dumps(["stdin", None]),
    json.dumps(["stdin", "a", "b"]),
    json.dumps(["resize", {"width": "wide"}]),
    json.dumps(["resize", {"width": 80}]),
    json.dumps(["resize", {"width": 80.5, "height": 24}]),
    json.dumps(["resize", 3]),
    json.dumps(["ping", 1]),
    json.dumps(["focus", 1]),
    json.dumps(["quit"]),
    json.dumps(["reboot", 1]),
    json.dumps(["deliver_chunk_request", {"key": "x", "size": 10**9}]),
)


@pytest.mark.parametrize("said", LIES, ids=lambda said: said[:40])
async def test_an_invalid_message_reaches_no_game(said):
    game = Heard()
    with pytest.raises(InvalidMessage):
        await game.receive(said)
    assert not game.sent


async def test_empty_input_is_skipped():
    game = Heard()
    assert await game.receive(json.dumps(["stdin", ""])) == ""
    assert not game.sent


async def test_all_keys_reach_the_game_as_utf_8():
    game = Heard()
    await game.receive('["stdin", "\\ud800\\u00fc"]')
    assert game.sent == [(b"D", "?ü".encode())]


async def test_a_ping_is_answered_with_its_first_characters():
    assert json.loads(await Heard().receive(json.dumps(["ping", "7" * 5000]))) == ["pong", "7" * 100]


@pytest.mark.parametrize(
    ("told", "size"),
    [((132, 50), (132, 50)), ((10**9, -5), (MAX_SIZE.width, 1)), ((-(10**30), 10**30), (1, MAX_SIZE.height))],
)
async def test_the_size_of_a_window_is_limited(told, size):
    game = Heard()
    await game.receive(json.dumps(["resize", {"width": told[0], "height": told[1]}]))
    ((kind, payload),) = game.sent
    assert kind == b"M"
    assert json.loads(payload) == {"type": "resize", "width": size[0], "height": size[1]}


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [
        ("132", "50", Size(132, 50)),
        ("", "", Size(80, 24)),
        ("wide", "24", Size(80, 24)),
        ("-5", "²", Size(80, 24)),
        ("999999999999", "0", Size(MAX_SIZE.width, 1)),
    ],
)
def test_an_address_may_request_a_possible_size(width, height, size):
    assert requested_size(width, height) == size


async def test_a_flood_of_small_messages_is_refused():
    game, said = Heard(), json.dumps(["focus"])
    for _ in range(MAX_BYTES // MIN_COUNTED):
        await game.receive(said)
    with pytest.raises(InvalidMessage):
        await game.receive(said)


async def test_a_flood_of_long_messages_is_refused_but_slow_ones_are_accepted(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    game, said = Heard(), json.dumps(["stdin", "x" * 60_000])
    for _ in range(4):
        await game.receive(said)
    now[0] = 11.0
    for _ in range(4):
        await game.receive(said)
    with pytest.raises(InvalidMessage):
        await game.receive(said)


# -- processes


@pytest.fixture
def lease(tmp_path):
    lifeline, mine = os.pipe()
    yield Lease(tmp_path / "hosting", lifeline)
    os.close(mine)
    os.close(lifeline)


@pytest.fixture
def start(monkeypatch, tmp_path, lease):
    """Return a function that starts a program in place of the game, with short timeouts."""
    monkeypatch.setattr(process, "GRACE", 0.03)
    monkeypatch.setattr(process, "STALL_TIMEOUT", 0.03)

    async def begin(command):
        monkeypatch.setattr(process, "COMMAND", command)
        game = GameProcess()
        await game.start(tmp_path, Size(80, 24), lease)
        return game

    return begin


def is_running(game):
    return Path(f"/proc/{game._process.pid}").exists() and game._process.returncode is None


@pytest.mark.parametrize("command", [GOOD, DEAF, PAINTER, CRASHED], ids=["good", "deaf", "painter", "crashed"])
async def test_each_game_ends_within_moments(start, command):
    game = await start(command)
    before = time.monotonic()
    await game.stop()
    assert not is_running(game)
    assert time.monotonic() - before < 10


async def test_a_game_that_is_starting_ends_at_once(start, monkeypatch):
    game = await start(("sleep", "60"))
    monkeypatch.setattr(process, "GRACE", 20.0)
    before = time.monotonic()
    await game.stop()
    assert not is_running(game)
    assert time.monotonic() - before < 10, "it reads nothing yet, so only a signal ends it"


async def test_a_game_that_was_never_started_needs_no_stop():
    await Heard().stop()


async def test_a_game_that_reads_no_keys_is_stopped(start):
    game = await start(DEAF)
    for _ in range(2):  # the capacity of the pipe
        await game.receive(json.dumps(["stdin", "x" * 60_000]))
    with pytest.raises(TimeoutError):
        await game.receive(json.dumps(["stdin", "x" * 60_000]))
    await game.stop()
    assert not is_running(game)


async def test_a_browser_that_stops_reading_is_disconnected(start):
    game = await start(PAINTER)
    await asyncio.wait_for(game.show(nowhere), 30)
    await game.stop()
    assert not is_running(game)


async def test_a_failing_games_output_is_logged_as_plain_text(start, caplog):
    with caplog.at_level(logging.ERROR):
        game = await start(CRASHED)
        await game.show(nowhere)
        await game._error_log
    assert caplog.messages == ["no\\x1b[2Jthing"]
    await game.stop()


def test_a_game_inherits_no_secrets_of_the_server(monkeypatch, tmp_path):
    for name in ("WESTWALL_TOKEN", "WESTWALL_PASSWORD", "WESTWALL_WORD"):
        monkeypatch.setenv(name, "secret")
    environment = process._environment(tmp_path, Size(100, 30), Lease(tmp_path / "hosting", 7))
    assert "secret" not in environment.values()
    assert environment["WESTWALL_SAVES"] == str(tmp_path / "saves")
    assert (environment["COLUMNS"], environment["ROWS"]) == ("100", "30")
