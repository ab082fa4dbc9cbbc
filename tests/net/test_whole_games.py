"""Two players and a spectator at one table, in all scenarios: whole games where WESTWALL_WHOLE_GAMES is set.

The players are programs, or `westwall join` on pseudo-terminals, played by keys.
"""

import os
import re
import sys
import time
from contextlib import ExitStack
from functools import partial

import pytest

from tests.net.guests import Ear, table_of
from tests.net.local import LocalHost
from westwall_tui.engine import queries, sampling
from westwall_tui.engine.orders import Done, IllegalOrder, Note, Order
from westwall_tui.files.saves import read_save
from westwall_tui.files.scenarios import load_scenario, shipped
from westwall_tui.files.session import Session

WHOLE = bool(os.environ.get("WESTWALL_WHOLE_GAMES"))
ORDERS = 100_000 if WHOLE else 15
TRIES = 3
"""So often keys may do nothing before a hint is asked for."""
SCENARIOS = [entry.key for entry in shipped()]
PATIENCE = 60


def wait_for(what):
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.005)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_agree_at_the_end_of_a_game(tmp_path, scenario):
    session = Session.new(load_scenario(scenario), folder=tmp_path)
    host = LocalHost(session, tmp_path)
    try:
        players = [host.sit(side.name, side.name) for side in session.game.scenario.sides]
        everybody = [*players, host.sit("", "Wim")]
        draw = sampling.Draw(9)

        def give():
            for guest in players:
                guest.hear()
            for guest in players:
                if guest.game.side == guest.side >= 0:
                    try:
                        guest.apply(sampling.sample(guest.game, draw))
                    except IllegalOrder:  # the host is a moment ahead
                        return False
                    return True
            return session.game.outcome is not None

        for _ in range(ORDERS):
            wait_for(give)
            everybody[2].hear()
            if session.game.outcome is not None:
                break

        def agree():
            for guest in everybody:
                guest.hear()
            return all(guest.game.digest(guest.side) == session.game.digest(guest.side) for guest in everybody)

        wait_for(agree)
        assert read_save(session.path).game.log == session.game.log
        assert session.game.outcome is not None or not WHOLE
    finally:
        host.stop()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
@pytest.mark.parametrize("scenario", SCENARIOS if WHOLE else SCENARIOS[:1])
def test_two_terminals_play_by_keys_and_a_third_guest_sees_it(tmp_path, monkeypatch, scenario):
    from benchmarks.terminal import Terminal
    from tests.net.hands import BACK, follow_a_hint, keys_for, press

    monkeypatch.setenv("WESTWALL_CONFIG", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    session = Session.new(load_scenario(scenario), folder=tmp_path)
    host = LocalHost(session, tmp_path)
    draw, tries, hints, decided = sampling.Draw(9), 0, 0, 0

    def goes_on(given):
        return len(session.game.log) > given

    try:
        watcher = host.sit("", "Wim")
        with ExitStack() as stack:
            command = [sys.executable, "-m", "westwall_tui", "join", "game", "--folder", str(tmp_path), "--side"]
            terminals = [stack.enter_context(Terminal([*command, side.name])) for side in session.game.scenario.sides]
            for terminal in terminals:
                terminal.wait_for("turn")
                terminal.settle()
            while session.game.outcome is None and decided < ORDERS:
                side, given = host.see(lambda game: (game.side, len(game.log)))
                for terminal in terminals:
                    terminal.settle(0.02)
                if tries < TRIES:
                    press(terminals[side], host.see(lambda game: keys_for(game, draw)))
                else:
                    follow_a_hint(terminals[side], partial(goes_on, given))
                    hints += 1
                if goes_on(given):
                    tries, decided = 0, decided + 1
                    continue
                tries += 1
                assert tries < 10 * TRIES, terminals[side].text()[-2_000:]
                press(terminals[side], BACK)
            for terminal in terminals:
                terminal.settle(1)
                if session.game.outcome is not None:
                    assert "wins" in terminal.text()[-5_000:]
            print(f"{scenario}: {len(session.game.log)} orders, {hints} hints")
        wait_for(lambda: [watcher.hear()] and watcher.game.digest(-1) == session.game.digest(-1))
        assert read_save(session.path).game.log == session.game.log
        assert session.game.outcome is not None or not WHOLE
    finally:
        host.stop()


@pytest.mark.slow
def test_15_36_no_byte_gives_a_drop_zone_away_until_it_is_on_the_map(tmp_path):
    table = table_of(load_scenario("arnhem/free"), tmp_path)
    players = [Ear(table, side.name, side.name) for side in table.game.scenario.sides]
    watcher = Ear(table, "Wim")
    nosy = (players[1], watcher)
    draw = sampling.Draw(11)
    noted: list[Note] = []
    told = [0, 0]
    while table.game.prompt.kind == "notes" or table.game.hides(-1):
        order: Order = sampling.sample(table.game, draw)
        if isinstance(order, Note):
            order = Note(order.division, order.hex, 1 + len(noted))
            noted.append(order)
        if table.game.prompt.kind == "movement" and table.game.state.side == 1:
            order = Done()  # the German waits
        placed = {marker.hex for marker in queries.markers(table.game, -1)}
        assert players[table.game.side].say(str(order))["ok"]
        placed |= {marker.hex for marker in queries.markers(table.game, -1)}
        hidden = [n for n in noted if table.game.scenario.board.hex(n.hex) not in placed]
        for at, ear in enumerate(nosy):
            fresh, told[at] = ear.bytes[told[at] :].decode(), len(ear.bytes)
            for note in hidden:
                assert not re.search(rf"\bzone {note.division} {note.hex}\b", fresh), fresh
        if players[table.game.side].guest.side == 1:
            players[1].say("?state")
            players[1].say("?legal")
            players[1].say("game")
    assert len(noted) == 3
