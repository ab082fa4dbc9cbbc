"""The programs in examples/ run and do what they promise."""

import json
import os
import socket
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from examples import greedy_player, random_player, thousand_dice, webhook
from tests.drawn import drawn, play, where
from tests.long import sample

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES[:: sample(1, 3)], ids=lambda path: path.stem)
def test_help(path):
    command = [sys.executable, str(path), "--help"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert run.stdout.startswith(f"usage: {path.name}")


def test_random_player(capsys):
    random_player.main(["bastogne/relief", "--seed", "3"])
    output = capsys.readouterr().out
    assert output.startswith("The Relief of Bastogne, ")
    assert " win: " in output


@pytest.mark.slow
def test_greedy_player(capsys):
    greedy_player.main(["bastogne/spearhead", "--log"])
    output = capsys.readouterr().out
    assert "German Movement Phase" in output
    assert " attacked " in output
    *_, bastogne, result = output.splitlines()
    assert "Bastogne held" in bastogne
    assert " win: German " in result


def test_greedy_player_moves_toward_the_enemy():
    game = drawn(blue=["A 4-4-7 0102", "B 9-4-7 0909"], red=["X 2-2-7 0505"], seed=1)
    given = []
    while game.prompt.kind == "movement":
        given.append(str(greedy_player.choose(game)))
        play(game, given[-1])
    assert [line.split()[:2] for line in given] == [["move", "A"], ["move", "B"], ["done"]]
    assert {where(game, "A"), where(game, "B")} < {"0504", "0604", "0605", "0506", "0405", "0404"}  # around X


def test_greedy_player_makes_the_most_promising_attack():
    game = drawn(blue=["G 6-1-9/1-7 0105"], red=["Y 9-9-7 0508", "X 1-1-7 0505"], phase="combat")
    assert str(greedy_player.choose(game)) == "attack > X + G"


def test_greedy_player_makes_no_unnecessary_bad_attack():
    game = drawn(blue=["G 1-1-9/1-7 0105"], red=["Y 9-9-7 0508"], phase="combat")
    assert str(greedy_player.choose(game)) == "done"


def test_greedy_player_gives_the_most_useful_fire():
    red = ["X 2-2-7 0505", "G 1-1-9/1-7 0509", "H 1-4-9/1-7 0609"]
    game = drawn(blue=["A 6-4-7 0504"], red=red, phase="combat")
    play(game, "attack A > X")
    assert str(greedy_player.choose(game)) == "fpf G H"


def test_thousand_dice(capsys):
    thousand_dice.main(["--games", "30"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["result", "games", "promised"]
    results = [row.split() for row in rows if " times " not in row]
    assert sum(int(games) for _, games, _ in results) == 30
    assert sum(float(promised) for *_, promised in results) == pytest.approx(30)
    assert sum(int(row.split()[0]) for row in rows if " times " in row) >= 1


class Chat(BaseHTTPRequestHandler):
    """A chat service that keeps the messages, and answers with a status."""

    messages: list[dict[str, str]]
    status: int

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.messages.append(json.loads(body))
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_):
        """Print nothing."""


@pytest.fixture
def chat(monkeypatch):
    monkeypatch.setattr(Chat, "messages", [], raising=False)
    monkeypatch.setattr(Chat, "status", 204, raising=False)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Chat)
    monkeypatch.setenv("WESTWALL_HOOK", f"http://127.0.0.1:{server.server_port}/secret")
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield Chat
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_web_hook_posts_whose_move_it_is_and_what_happened(chat):
    happened = 'The "Germans" moved.\nThey ask @everyone <!channel> [here](http://x)'
    assert webhook.main(["Anna", "17", "U.S.: decide", "Spearhead against Bert", happened]) == 0
    assert webhook.main(["--field", "text", "Anna", "17", "-", "--odd", ""]) == 0
    first, second = chat.messages
    assert first["content"] == first["text"]
    assert first["text"].splitlines() == [
        "Anna, it is your move in game 17, Spearhead against Bert.",
        'The "Germans" moved.',
        "They ask (at)everyone (!channel) (here)(http://x)",
        "U.S.: decide",
    ]
    assert second == {"text": "Anna, it is your move in game 17, --odd.\n-"}


def test_a_web_hook_reports_a_failure_without_its_address(chat, capsys, monkeypatch):
    """The service refuses, the line is dead, the server hangs, and the address is not valid."""
    words, home = ["Anna", "17", "U.S.: decide"], os.environ["WESTWALL_HOOK"]
    monkeypatch.setattr(webhook, "TIMEOUT", 0.05)
    chat.status = 404
    with socket.create_server(("127.0.0.1", 0)) as hangs, socket.create_server(("127.0.0.1", 0)) as closed:
        dead = closed.getsockname()[1]
        closed.close()
        addresses = (
            home,
            f"http://127.0.0.1:{dead}/secret",
            f"http://127.0.0.1:{hangs.getsockname()[1]}/secret",
            "http://127.0.0.1:secret/",
            "file:///secret",
            "",
        )
        for address in addresses:
            monkeypatch.setenv("WESTWALL_HOOK", address)
            assert webhook.main(words) == 1, address
    said = capsys.readouterr().err
    assert len(said.splitlines()) == len(addresses)
    assert "answers 404" in said
    assert "timed out" in said
    assert "secret" not in said
