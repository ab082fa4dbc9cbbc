"""Two program players and a spectator in all scenarios; whole games if WESTWALL_WHOLE_GAMES is set."""

import os
import re

import pytest

from tests.long import sample, scenario_keys
from tests.net.local import wait_for
from tests.net.recording_guests import RecordingGuest, table_of
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import Done, IllegalOrder, Note, Order
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession

pytestmark = pytest.mark.slow

WHOLE = bool(os.environ.get("WESTWALL_WHOLE_GAMES"))
ORDERS = 100_000 if WHOLE else 15


@pytest.mark.parametrize("scenario", scenario_keys()[:: sample(1, 2)])
def test_all_agree_at_the_end_of_a_game(tmp_path, scenario, hosted):
    session = LocalSession.new(load_scenario(scenario), folder=tmp_path)
    host = hosted(session)
    players = [host.sit(side.name, side.name) for side in session.game.scenario.sides]
    guests = [*players, host.sit("", "Wim")]
    draw = Draw(9)

    def give():
        for guest in players:
            guest.hear()
        for guest in players:
            if guest.game.side == guest.side >= 0:
                try:
                    guest.apply(guest.game.random_order(draw))
                except IllegalOrder:  # the guest has not heard the latest orders
                    return False
                return True
        return session.game.outcome is not None

    for _ in range(ORDERS):
        wait_for(give)
        guests[2].hear()
        if session.game.outcome is not None:
            break

    def agree():
        for guest in guests:
            guest.hear()
        return all(guest.game.digest(guest.side) == session.game.digest(guest.side) for guest in guests)

    wait_for(agree)
    assert read_save(session.path).game.log == session.game.log
    assert session.game.outcome is not None or not WHOLE
    print(f"{scenario}: {len(session.game.log)} orders")


def test_15_36_no_message_reveals_a_drop_zone_before_it_is_on_the_map(tmp_path):
    table = table_of(load_scenario("arnhem/free"), tmp_path)
    players = [RecordingGuest(table, side.name, side.name) for side in table.game.scenario.sides]
    watcher = RecordingGuest(table, "Wim")
    nosy = (players[1], watcher)
    draw = Draw(11)
    noted: list[Note] = []
    told = [0, 0]
    while table.game.prompt.kind == "notes" or table.game.hides(-1):
        order: Order = table.game.random_order(draw)
        if isinstance(order, Note):
            order = Note(order.division, order.hex, 1 + len(noted))
            noted.append(order)
        if table.game.prompt.kind == "movement" and table.game.state.side == 1:
            order = Done()  # the German player waits
        placed = {marker.hex for marker in queries.markers(table.game, -1)}
        assert players[table.game.side].say(str(order))["ok"]
        placed |= {marker.hex for marker in queries.markers(table.game, -1)}
        hidden = [n for n in noted if table.game.scenario.board.hex(n.hex) not in placed]
        for at, guest in enumerate(nosy):
            fresh, told[at] = guest.bytes[told[at] :].decode(), len(guest.bytes)
            for note in hidden:
                assert not re.search(rf"\bzone {note.division} {note.hex}\b", fresh), fresh
        if players[table.game.side].guest.side == 1:
            players[1].say("?state")
            players[1].say("?legal")
            players[1].say("game")
    assert len(noted) == 3
