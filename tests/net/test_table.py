"""The table: seats, decisions, news for each guest, and secrets."""

import re

import pytest

from tests.files.example import load_example
from tests.net.recording_guests import RecordingGuest, table_of
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Note
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import build_save, read_save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile
from westwall_tui.net.guests import Unwelcome
from westwall_tui.net.table import Table


@pytest.fixture
def table(tmp_path):
    return table_of(load_scenario("bastogne/spearhead"), tmp_path)


def seated(table):
    """Seat both players, and return them by side."""
    first, second = (side.name for side in table.game.scenario.sides)
    return RecordingGuest(table, "Anna", first), RecordingGuest(table, "Bob", second)


def who_decides(table, players):
    return players[table.game.side]


# -- seats


def test_a_taken_seat_is_refused_with_the_players_name(table):
    RecordingGuest(table, "Anna", "German")
    with pytest.raises(Unwelcome, match="Anna is already playing the German side"):
        RecordingGuest(table, "Carl", "german")


def test_a_key_reserves_a_seat(table):
    anna = RecordingGuest(table, "Anna", "German")
    key = anna.messages[0]["key"]
    anna.leave()
    with pytest.raises(Unwelcome, match="the German seat belongs to Anna, who is away"):
        RecordingGuest(table, "Carl", "German", key="something else")
    assert RecordingGuest(table, "Anna", "German", key=key).guest.side == 0


def test_a_returning_player_keeps_the_name(table):
    anna = RecordingGuest(table, "Anna", "German")
    anna.leave()
    assert RecordingGuest(table, "root", "German", key=anna.messages[0]["key"], as_before=True).guest.name == "Anna"


def test_the_host_can_free_a_seat(table):
    anna = RecordingGuest(table, "Anna", "German")
    anna.leave()
    bob = RecordingGuest(table, "Bob", "US")
    assert "only the German player or the host" in bob.say("seat German open")["reason"]
    bob.leave()
    owner = RecordingGuest(table, "Bob", "US", key=bob.messages[0]["key"], owner="owner's key")
    assert owner.say("seat German open")["ok"]
    assert RecordingGuest(table, "Carl", "German").guest.side == 0


def test_other_versions_are_refused(table):
    for version in (1, 99, "2", None):
        with pytest.raises(Unwelcome, match="your version differs") as refused:
            RecordingGuest(table, "Anna", "German", version=version)
        assert refused.value.for_good


def test_a_guest_of_another_game_is_refused(table):
    with pytest.raises(Unwelcome, match="another game is hosted there now") as refused:
        RecordingGuest(table, "Anna", "German", game="0" * 32)
    assert refused.value.for_good
    assert not table.guests
    RecordingGuest(table, "Anna", "German", game=table.about()["game"])


def test_guests_hear_who_joins_and_leaves(table):
    anna, bob = seated(table)
    bob.leave()
    assert [news["text"] for news in anna.news("seats")] == ["Bob (U.S.) is here", "Bob (U.S.) has left"]


def test_a_player_gives_the_seat_to_the_computer_and_watches(table):
    anna, bob = seated(table)
    assert anna.say("seat German computer 1")["ok"]
    assert table.session.seats[0] == Seat("computer", level=1)
    assert anna.guest.side == -1
    assert bob.news("seats")[-1]["text"] == "The computer, level 1, now plays the Germans"


# -- orders


def test_only_the_deciding_player_gives_orders(table):
    players = seated(table)
    watcher = RecordingGuest(table, "Wim")
    other = players[1 - table.game.side]
    assert "it is not your decision" in other.say("deploy auto")["reason"]
    assert "you are watching" in watcher.say("deploy auto")["reason"]
    assert who_decides(table, players).say("deploy auto")["ok"]


def test_the_others_get_each_carried_out_order(table):
    players = seated(table)
    watcher = RecordingGuest(table, "Wim")
    answer = who_decides(table, players).say("deploy auto")
    told = watcher.news("orders")
    assert [news["lines"] for news in told] == [answer["lines"]] == [table.game.log]
    assert told[0]["digest"] == table.game.digest(-1)
    assert not who_decides(table, players).news("orders")


def test_every_order_is_saved_before_its_answer(table):
    players = seated(table)
    who_decides(table, players).say("deploy 52 2614")
    assert read_save(table.session.path).game.log == ["deploy 52 2614"]


def test_every_guest_can_ask_questions_except_for_advice(table):
    watcher = RecordingGuest(table, "Wim")
    assert watcher.say("?score")["ok"]
    assert "ask your own program" in watcher.say("?advise")["reason"]


def test_nonsense_is_refused_and_changes_nothing(table):
    players = seated(table)
    answer = who_decides(table, players).say("gibberish \x1b[2J")
    assert answer["case"] == "syntax"
    assert "\x1b" not in answer["reason"]
    assert table.game.log == []


# -- undo, 5.15


def test_5_15_the_others_hear_of_an_undone_move(table):
    players = seated(table)
    mover = who_decides(table, players)
    mover.say("deploy 52 2614")
    assert mover.say("undo")["back"] == 1
    assert table.game.log == []
    assert players[1 - table.game.side].news("orders")[-1]["back"] == 1


def test_5_15_the_orders_of_a_unit_and_of_a_turn_are_undone(table):
    players = seated(table)
    mover = who_decides(table, players)
    deployed = ("deploy 52 2614", next(line for line in map(str, table.game.legal()) if "deploy 52 " not in line))
    for line in deployed:
        assert mover.say(line)["ok"]
    other = players[1 - table.game.side]
    assert other.say("undo turn")["reason"] == "you have given no order in this Player-Turn"
    assert mover.say("undo 52")["ok"]
    assert table.game.log == [deployed[1]]
    assert (other.news("orders")[-1]["back"], other.news("orders")[-1]["lines"]) == (2, [deployed[1]])
    assert "has had no order yet" in mover.say("undo 52")["reason"]
    mover.say("deploy 52 2614")
    assert mover.say("undo turn")["ok"]
    assert table.game.log == []


def test_5_15_a_turn_with_the_end_of_a_phase_is_undone_only_if_the_other_player_agrees(tmp_path):
    table = table_of(load_scenario("hurtgen/historical"), tmp_path)
    players = seated(table)
    mover, other = who_decides(table, players), players[1 - table.game.side]
    move = next(line for line in map(str, table.game.legal()) if line.startswith("move "))
    assert mover.say(move)["ok"]
    assert mover.say("done")["ok"]
    length = len(table.game.log)
    assert mover.say("undo turn")["asked"]
    assert len(table.game.log) == length
    assert other.news("asks")[-1]["what"] == "the whole turn: 2 orders"
    assert other.say("agree")["ok"]
    assert table.game.log == []


@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "seeded"])
def test_5_15_a_turn_with_a_die_is_undone_by_agreement_unless_the_same_die_would_be_rolled(tmp_path, drawn):
    session = LocalSession.new(load_example(tmp_path), folder=tmp_path, seed=None if drawn else 3, drawn=drawn)
    table = Table(session)
    german, us = seated(table)
    assert german.say("attack K 1/9 > 1/8 + 9A")["ok"]
    assert us.say("fpf 29")["ok"]
    length = len(table.game.log)
    assert table.game.log[2].startswith("roll ")
    if not drawn:
        assert "come from its seed" in german.say("undo turn")["reason"]
        assert len(table.game.log) == length
        return
    assert german.say("undo turn")["asked"]
    assert us.news("asks")[-1]["what"] == "the whole turn: 2 orders, 1 die"
    assert "no question for you" in german.say("agree")["reason"], "the one who asks does not answer"
    assert us.say("agree")["ok"]
    assert table.game.log == []
    assert german.news("orders")[-1]["back"] == length
    assert read_save(session.path).game.log == []
    assert "no order to redo" in german.say("redo")["reason"]


def test_5_15_agreement_to_one_request_is_not_agreement_to_a_later_one(tmp_path):
    session = LocalSession.new(load_example(tmp_path), folder=tmp_path, drawn=True)
    table = Table(session)
    german, us = seated(table)
    german.say("attack K 1/9 > 1/8 + 9A")
    us.say("fpf 29")
    length = len(table.game.log)
    for what in ("undo", "undo turn"):  # the second one arrives while the first is on the screen
        german.say(what)
    first, second = (each["request"] for each in us.news("asks"))
    assert "has changed in the meantime" in us.say(f"agree {first}")["reason"]
    assert len(table.game.log) == length
    assert us.say(f"agree {second}")["ok"]
    assert table.game.log == []


def test_5_15_the_end_of_a_phase_is_undone_only_if_the_other_player_agrees(tmp_path):
    table = table_of(load_scenario("hurtgen/historical"), tmp_path)
    players = seated(table)
    mover = who_decides(table, players)
    other = players[1 - table.game.side]
    assert mover.say("done")["ok"]
    length = len(table.game.log)
    assert table.game.can_undo
    assert mover.say("undo")["asked"]
    assert len(table.game.log) == length
    assert other.news("asks")[-1]["what"] == "the last order"
    assert other.say("refuse")["ok"]
    assert mover.news("answered")[-1]["agreed"] is False
    assert "no question for you" in other.say("agree")["reason"]
    mover.say("undo")
    assert other.say("agree")["back"] == 1
    assert mover.news("answered")[-1]["agreed"] is True
    assert mover.news("orders")[-1]["back"] == 1


# -- secrets, 15.36 of Arnhem


@pytest.mark.slow
def test_15_36_no_message_to_the_opponent_or_a_spectator_reveals_a_drop_zone(tmp_path):
    table = table_of(load_scenario("arnhem/free"), tmp_path)
    allied, german = seated(table)
    watcher = RecordingGuest(table, "Wim")
    draw = Draw(11)
    zones = []
    while table.game.prompt.kind == "notes":
        line = str(table.game.random_order(draw))
        assert allied.say(line)["ok"]
        zones.append(line)
    assert any(line.startswith("zone") for line in zones)
    later = RecordingGuest(table, "Max")
    for nosy in (german, watcher, later):
        text = nosy.bytes.decode()
        for line in zones:
            if line.startswith("zone"):
                assert line not in text
        last = next(message for message in reversed(nosy.messages) if "save" in message)
        known = build_save(SourceFile("told", last["save"])).game
        known.replay(line for news in nosy.messages[nosy.messages.index(last) + 1 :] for line in news.get("lines", ()))
        assert known.digest() == table.game.digest(nosy.guest.side)


@pytest.mark.slow
def test_15_36_positions_that_differ_only_in_hidden_zones_have_the_same_messages(tmp_path):
    told = []
    zones = [order for order in Game(load_scenario("arnhem/free")).legal() if isinstance(order, Note)]
    for zone in (zones[0], next(zone for zone in zones if zone.division == zones[0].division and zone != zones[0])):
        table = table_of(load_scenario("arnhem/free"), tmp_path / zone.hex)
        allied, german = seated(table)
        assert allied.say(str(zone))["ok"]
        told.append((german.messages[-1]["news"], table.game.digest(1)))
    assert told[0] == told[1]


# -- more about secrets


def test_7_6_no_message_reveals_dice_to_come(tmp_path):
    seed = 8_675_309_123_456_789
    table = Table(LocalSession.new(load_example(tmp_path), folder=tmp_path, seed=seed))
    guests = [*seated(table), RecordingGuest(table, "Wim")]
    dice_states = {str(table.game.state.die)}
    for line in ("attack K 1/9 > 1/8 + 9A", "fpf 29", ""):
        for guest in guests:
            guest.say("?state")
            guest.say("game")
        assert who_decides(table, guests).say(line or str(table.game.sample()))["ok"]
        dice_states.add(str(table.game.state.die))
    assert len(dice_states) > 1
    for guest in guests:
        numbers = set(re.findall(r"[0-9]+", guest.bytes.decode()))
        assert not numbers & {str(seed), *dice_states}


def test_15_36_answers_to_the_opponent_reveal_no_secret(tmp_path):
    answers = []
    zones = [order for order in Game(load_scenario("arnhem/free")).legal() if isinstance(order, Note)]
    first = zones[0]
    for zone in (first, next(zone for zone in zones if zone.division == first.division and zone != first)):
        table = table_of(load_scenario("arnhem/free"), tmp_path / zone.hex)
        allied, german = seated(table)
        watcher = RecordingGuest(table, "Wim")
        assert allied.say(str(zone))["ok"]
        asked = (
            *["?state", "?legal", "?sample", "?score", "?prompt", "undo", "redo", "game"],
            "?why done",
            f"?why {first}",
        )
        for nosy in (german, watcher):
            for line in asked:
                nosy.say(line)
        answers.append(re.sub(rb'saved = \S+ \S+|"since":\d+', b"", german.bytes + watcher.bytes))
    key = answers[0].split(b'"key":"')[1][:32]
    other = answers[1].split(b'"key":"')[1][:32]
    assert answers[0].replace(key, b"") == answers[1].replace(other, b"")


def test_15_36_the_history_of_a_position_reveals_no_zone(tmp_path):
    table = table_of(load_scenario("arnhem/free"), tmp_path)
    zone = next(order for order in table.game.legal() if isinstance(order, Note))
    table.session.apply(zone)
    table.session.game.go_on_from(table.game.state)
    table.session._save.history = [str(zone), "an order of old"]
    german = RecordingGuest(table, "Bob", "German")
    assert str(zone) not in german.bytes.decode()
    assert "an order of old" in german.bytes.decode()


# -- reports of the host


def test_a_full_disk_at_the_host_and_its_end_are_reported(table, monkeypatch):
    players = seated(table)
    full = OSError(28, "No space left on device")

    def replace(*_):
        raise full

    with monkeypatch.context() as patch:
        patch.setattr("westwall_tui.files.sessions.local.replace_whole", replace)
        assert who_decides(table, players).say("deploy 52 2614")["ok"]
        assert [guest.news("saving")[-1]["text"] for guest in players] == ["No space left on device"] * 2
        assert RecordingGuest(table, "Wim").messages[0]["trouble"] == "No space left on device"
    who_decides(table, players).say("deploy 2 2714")
    assert players[0].news("saving")[-1]["text"] == ""
    assert read_save(table.session.path).game.log == table.game.log


def test_a_save_changed_by_another_program_is_reported(table):
    players = seated(table)
    path = table.session.path
    who_decides(table, players).say("deploy 52 2614")
    path.write_text(path.read_text() + "\n")
    who_decides(table, players).say("deploy 2 2714")
    assert "Another program has changed" in players[0].news("host")[-1]["text"]
    assert table.session.path != path


def test_advice_is_refused_in_every_spelling(table):
    assert "ask your own program" in RecordingGuest(table, "Wim").say("?ADVISE 4")["reason"]


def test_5_15_a_late_agreement_undoes_nothing(tmp_path):
    table = table_of(load_scenario("bastogne/spearhead"), tmp_path)
    players = seated(table)
    for _ in (0, 1):
        who_decides(table, players).say("deploy auto")
    mover = who_decides(table, players)
    other = players[1 - table.game.side]
    mover.say("done")
    mover.say("undo")
    table.session.apply(next(iter(table.game.legal())))
    log = table.game.log[:]
    assert "has moved on" in other.say("agree")["reason"]
    assert table.game.log == log
