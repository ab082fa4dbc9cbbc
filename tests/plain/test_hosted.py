"""A hosted game in plain lines: the player's orders, news from the other terminal, and the next game of a match."""

import io
import threading

import pytest

from tests.net.local import LocalHost, wait_for
from tests.players import busy_player
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.matches import Match
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.plain.console import Console
from westwall_tui.plain.hosted import PlainGuest
from westwall_tui.plain.sandbox import SandboxCommands

QUICK = "quick/noville"
"""The U.S. set up first; then the Germans move."""


class Listener(io.StringIO):
    """A guest in plain lines who types in a thread, line by line."""

    def __init__(self, session):
        super().__init__()
        self.session, self._out = session, io.StringIO()
        self._lines, self._more = [], threading.Condition()
        game = PlainGuest(session, Console(self, self._out), Settings())
        SandboxCommands(game)
        self._thread = threading.Thread(target=game.play)
        self._thread.start()

    def readline(self, *_):
        with self._more:
            self._more.wait_for(lambda: self._lines, 60)
            return self._lines.pop(0) if self._lines else ""

    def type(self, *lines):
        with self._more:
            self._lines += [f"{line}\n" for line in lines]
            self._more.notify()

    @property
    def said(self):
        return self._out.getvalue().splitlines()

    def hears(self, text):
        """Wait until the guest has been told a text."""
        wait_for(lambda: text in self._out.getvalue(), f"{text!r} is missing in {self.said}")

    def ends(self):
        """Wait until the program has ended."""
        self.type("quit")
        self._thread.join(60)
        assert not self._thread.is_alive()


@pytest.fixture
def hosted(tmp_path):
    """Return a function that hosts a game, with Anna in lines at a side and Bert at the other.

    The function returns Anna, Bert's session, and the host.
    """
    hosts, guests = [], []

    def host(side="German", **more):
        bidding = more.pop("bidding", False)
        session = LocalSession.new(load_scenario(QUICK), folder=tmp_path / "saves", seed=3, **more)
        hosts.append(LocalHost(session, tmp_path, bidding=bidding))
        other = hosts[-1].sit({"German": "US", "US": "German"}[side], "Bert")
        guests.append(Listener(hosts[-1].sit(side, "Anna")))
        return guests[-1], other, hosts[-1]

    yield host
    for each in hosts:
        each.close()
    for guest in guests:
        guest.ends()
    for each in hosts:
        each.stop()


def set_up(bert):
    for line in ("deploy 20 1809", "deploy 3 1909", "deploy 420 1712", "done"):
        bert.apply(line)


def test_a_guest_hears_what_the_other_player_does_and_then_decides(hosted):
    anna, bert, _ = hosted()
    anna.hears("Bert (U.S.) sets up.")
    set_up(bert)
    anna.hears("U.S. unit 20 is set up at 1809 Noville.")
    anna.hears("The Germans may move units or end the phase. Five units can move.")
    anna.type("hint", "enter 2A 2006 1708")
    anna.hears("German 2A enters at 2006")
    wait_for(lambda: [heard for heard in bert.hear() if heard.events])
    assert bert.game.log[-1].startswith("enter 2A")
    assert anna.said[:3] == [
        "Noville.",
        "Anna, at this keyboard, plays the Germans.",
        "Bert, at another terminal, plays the U.S.",
    ]


def test_conditions_decide_for_a_guest(hosted):
    anna, bert, _ = hosted("US")
    anna.hears("Type legal")
    anna.type("conditions suggest", "deploy auto", "done")
    anna.hears("Every decision in the enemy's turn is covered.")
    wait_for(lambda: [bert.hear()] and bert.game.side == 0 and bert.game.prompt.kind == "movement")
    draw = Draw(3)
    while bert.game.state.side == 0:
        bert.hear()
        if bert.game.side == 0:
            bert.apply(busy_player(bert.game, draw))
    anna.hears("By your conditions (line")
    assert not any("Type legal" in line and "Final Protective Fire" in line for line in anna.said)


def test_an_undo_of_the_other_player_is_said(hosted):
    anna, bert, _ = hosted()
    bert.apply("deploy 20 1809")
    anna.hears("unit 20 is set up at 1809 Noville.")
    bert.undo()
    anna.hears("Undone: set up unit 20 at 1809.")
    set_up(bert)
    anna.hears("The Germans may move")


def test_messages_go_both_ways(hosted):
    anna, bert, _ = hosted("US")
    anna.type("say Hello", "deploy auto", "done")
    wait_for(lambda: any(heard.text == "Anna (U.S.): Hello" for heard in bert.hear()))
    anna.hears("Bert (German) moves.")
    bert.say("Your turn")
    anna.hears("Bert (German): Your turn.")


def test_a_request_to_undo_is_answered(hosted):
    anna, bert, _ = hosted("US")
    anna.type("deploy auto", "done")
    wait_for(lambda: bert.hear() and bert.game.side == bert.side)
    for line in ("enter 1/304 2006 1908", "done"):
        bert.apply(line)
    with pytest.raises(IllegalOrder, match="has to agree first"):
        bert.undo()
    anna.hears("Bert (German) wants to undo the last order.")
    anna.hears("Type agree or refuse.")
    anna.type("agree")
    anna.hears("Undone: end the phase.")
    wait_for(lambda: any(heard.back for heard in bert.hear()))


def test_no_order_is_given_while_the_other_player_decides(hosted):
    anna, bert, _ = hosted()
    anna.hears("Bert (U.S.) sets up.")
    anna.type("deploy auto")
    set_up(bert)
    anna.hears("The Germans may move")
    assert bert.game.log == anna.session.game.log


def test_news_come_to_a_player_in_a_sandbox(hosted, tmp_path):
    anna, bert, host = hosted()
    anna.session._private = tmp_path / "kept" / "anna"
    set_up(bert)
    anna.hears("The Germans may move")
    anna.type("sandbox x", "enter 2A 2006 1708")
    anna.hears("German 2A enters at 2006")
    bert.say("Are you there")
    wait_for(lambda: anna.type("") or "It is your decision now." in anna.said)
    at = anna.said.index("Meanwhile, in the game.")
    assert anna.said[at + 1 : at + 3] == ["Bert (U.S.): Are you there.", "It is your decision now."]
    anna.type("sandbox back", "sandboxes")
    anna.hears("It begins on Game-Turn 1 in the German Movement Phase and has one order.")
    assert not [heard for heard in bert.hear() if heard.events]
    assert not host.see(lambda game: game.log[4:])


def test_bids_are_typed(hosted):
    anna, bert, _ = hosted(bidding=True)
    anna.hears("Type bid and your bid, such as bid German=2.")
    anna.type("bid German=1")
    anna.hears("Your bid is in.")
    bert.bid("German=3")
    anna.hears("Bert bid 3 for the Germans.")
    anna.hears("Bert, at another terminal, plays the Germans.")


def test_the_next_game_of_a_match_begins_with_the_sides_switched(hosted):
    anna, bert, _ = hosted(match=Match.new("mirrored"))
    bert.apply("concede")
    anna.hears("In game 2 you switch sides.")
    assert not any("westwall report" in line for line in anna.said), "the host has the file"
    bert.hear()
    bert.next_game()
    anna.type("")
    anna.hears("Anna, at this keyboard, plays the U.S.")
    anna.type("deploy auto", "done")
    anna.hears("Bert (German) moves.")


def test_a_closed_game_ends_with_the_way_back(hosted):
    anna, _, host = hosted()
    anna.hears("Bert (U.S.) sets up.")
    host.close()
    anna.hears("To come back, run the same command again.")
