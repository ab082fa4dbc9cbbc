"""The table: who sits, who decides, what each is told, and what he is not."""

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
    """The two players, the first side's first."""
    first, second = (side.name for side in table.game.scenario.sides)
    return RecordingGuest(table, "Anna", first), RecordingGuest(table, "Bob", second)


def who_decides(table, players):
    return players[table.game.side]


# -- seats


def test_a_seat_that_is_taken_is_refused_with_the_name_of_who_sits_there(table):
    RecordingGuest(table, "Anna", "German")
    with pytest.raises(Unwelcome, match="Anna plays the German side, and is here"):
        RecordingGuest(table, "Carl", "german")


def test_a_seat_waits_for_its_player_who_shows_his_key(table):
    anna = RecordingGuest(table, "Anna", "German")
    key = anna.told[0]["key"]
    anna.leave()
    with pytest.raises(Unwelcome, match="the German seat is Anna's, who is away"):
        RecordingGuest(table, "Carl", "German", key="something else")
    assert RecordingGuest(table, "Anna", "German", key=key).guest.side == 0


def test_who_comes_back_without_a_name_is_called_as_before(table):
    anna = RecordingGuest(table, "Anna", "German")
    anna.leave()
    assert RecordingGuest(table, "root", "German", key=anna.told[0]["key"], as_before=True).guest.name == "Anna"


def test_the_host_can_free_a_seat(table):
    anna = RecordingGuest(table, "Anna", "German")
    anna.leave()
    bob = RecordingGuest(table, "Bob", "US")
    assert "only German or the host" in bob.say("seat German open")["reason"]
    bob.leave()
    owner = RecordingGuest(table, "Bob", "US", key=bob.told[0]["key"], owner="owner's key")
    assert owner.say("seat German open")["ok"]
    assert RecordingGuest(table, "Carl", "German").guest.side == 0


def test_other_versions_are_turned_away(table):
    for version in (1, 99, "2", None):
        with pytest.raises(Unwelcome, match="your version differs") as refused:
            RecordingGuest(table, "Anna", "German", version=version)
        assert refused.value.for_good


def test_somebody_who_means_another_game_is_turned_away(table):
    with pytest.raises(Unwelcome, match="another game is hosted there now") as refused:
        RecordingGuest(table, "Anna", "German", game="0" * 32)
    assert refused.value.for_good
    assert not table.guests
    RecordingGuest(table, "Anna", "German", game=table.about()["game"])


def test_the_others_are_told_who_comes_and_goes(table):
    anna, bob = seated(table)
    bob.leave()
    assert [news["text"] for news in anna.news("seats")] == ["Bob (US) is here", "Bob (US) has left the table"]


def test_a_player_hands_his_seat_to_the_computer_and_watches(table):
    anna, bob = seated(table)
    assert anna.say("seat German computer 1")["ok"]
    assert table.session.seats[0] == Seat("computer", level=1)
    assert anna.guest.side == -1
    assert bob.news("seats")[-1]["text"] == "German: the computer, level 1, plays on"


# -- orders


def test_only_who_decides_gives_orders(table):
    players = seated(table)
    watcher = RecordingGuest(table, "Wim")
    other = players[1 - table.game.side]
    assert "it is not your decision" in other.say("deploy auto")["reason"]
    assert "you are watching" in watcher.say("deploy auto")["reason"]
    assert who_decides(table, players).say("deploy auto")["ok"]


def test_the_others_get_each_order_as_it_was_carried_out(table):
    players = seated(table)
    watcher = RecordingGuest(table, "Wim")
    answer = who_decides(table, players).say("deploy auto")
    told = watcher.news("orders")
    assert [news["lines"] for news in told] == [answer["lines"]] == [table.game.log]
    assert told[0]["digest"] == table.game.digest(-1)
    assert not who_decides(table, players).news("orders")


def test_every_order_is_on_disk_before_it_is_answered(table):
    players = seated(table)
    who_decides(table, players).say("deploy 52 2614")
    assert read_save(table.session.path).game.log == ["deploy 52 2614"]


def test_questions_are_answered_to_everybody_but_not_advice(table):
    watcher = RecordingGuest(table, "Wim")
    assert watcher.say("?score")["ok"]
    assert "ask your own program" in watcher.say("?advise")["reason"]


def test_what_is_no_order_is_refused_and_changes_nothing(table):
    players = seated(table)
    answer = who_decides(table, players).say("gibberish \x1b[2J")
    assert answer["case"] == "syntax"
    assert "\x1b" not in answer["reason"]
    assert table.game.log == []


# -- taking back, 5.15


def test_5_15_a_move_is_taken_back_and_the_others_hear_of_it(table):
    players = seated(table)
    mover = who_decides(table, players)
    mover.say("deploy 52 2614")
    assert mover.say("undo")["back"] == 1
    assert table.game.log == []
    assert players[1 - table.game.side].news("orders")[-1]["back"] == 1


def test_5_15_what_ended_a_phase_is_taken_back_only_if_the_other_player_agrees(tmp_path):
    table = table_of(load_scenario("hurtgen/historical"), tmp_path)
    players = seated(table)
    mover = who_decides(table, players)
    other = players[1 - table.game.side]
    assert mover.say("done")["ok"]
    length = len(table.game.log)
    assert table.game.can_undo
    assert mover.say("undo")["asked"]
    assert len(table.game.log) == length
    assert other.news("asks")[-1]["what"] == "done"
    assert other.say("refuse")["ok"]
    assert mover.news("answered")[-1]["agreed"] is False
    assert "not asked" in other.say("agree")["reason"]
    mover.say("undo")
    assert other.say("agree")["back"] == 1
    assert mover.news("answered")[-1]["agreed"] is True
    assert mover.news("orders")[-1]["back"] == 1


# -- secrets, 15.36 of Arnhem


@pytest.mark.slow
def test_15_36_nothing_that_reaches_the_german_or_a_spectator_gives_a_drop_zone_away(tmp_path):
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
        last = next(message for message in reversed(nosy.told) if "save" in message)
        known = build_save(SourceFile("told", last["save"])).game
        known.replay(line for news in nosy.told[nosy.told.index(last) + 1 :] for line in news.get("lines", ()))
        assert known.digest() == table.game.digest(nosy.guest.side)


@pytest.mark.slow
def test_15_36_positions_that_differ_in_hidden_zones_alone_are_told_alike(tmp_path):
    told = []
    zones = [order for order in Game(load_scenario("arnhem/free")).legal() if isinstance(order, Note)]
    for zone in (zones[0], next(zone for zone in zones if zone.division == zones[0].division and zone != zones[0])):
        table = table_of(load_scenario("arnhem/free"), tmp_path / zone.hex)
        allied, german = seated(table)
        assert allied.say(str(zone))["ok"]
        told.append((german.told[-1]["news"], table.game.digest(1)))
    assert told[0] == told[1]


# -- more about secrets


def test_7_6_no_byte_tells_of_dice_to_come(tmp_path):
    seed = 8_675_309_123_456_789
    table = Table(LocalSession.new(load_example(tmp_path), folder=tmp_path, seed=seed))
    ears = [*seated(table), RecordingGuest(table, "Wim")]
    dice_states = {str(table.game.state.die)}
    for line in ("attack K 1/9 > 1/8 + 9A", "fpf 29", ""):
        for ear in ears:
            ear.say("?state")
            ear.say("game")
        assert who_decides(table, ears).say(line or str(table.game.sample()))["ok"]
        dice_states.add(str(table.game.state.die))
    assert len(dice_states) > 1
    for ear in ears:
        numbers = set(re.findall(r"[0-9]+", ear.bytes.decode()))
        assert not numbers & {str(seed), *dice_states}


def test_15_36_questions_of_the_other_side_are_answered_from_what_it_may_know(tmp_path):
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


def test_15_36_what_came_before_a_position_gives_no_zone_away(tmp_path):
    table = table_of(load_scenario("arnhem/free"), tmp_path)
    zone = next(order for order in table.game.legal() if isinstance(order, Note))
    table.session.apply(zone)
    table.session.game.go_on_from(table.game.state)
    table.session._save.history = [str(zone), "an order of old"]
    german = RecordingGuest(table, "Bob", "German")
    assert str(zone) not in german.bytes.decode()
    assert "an order of old" in german.bytes.decode()


# -- what the host should tell


def test_a_full_disk_at_the_host_is_told_and_that_it_is_over(table, monkeypatch):
    players = seated(table)
    full = OSError(28, "No space left on device")

    def replace(*_):
        raise full

    with monkeypatch.context() as patch:
        patch.setattr("westwall_tui.files.sessions.local.replace_whole", replace)
        assert who_decides(table, players).say("deploy 52 2614")["ok"]
        assert [ear.news("saving")[-1]["text"] for ear in players] == ["No space left on device"] * 2
        assert RecordingGuest(table, "Wim").told[0]["trouble"] == "No space left on device"
    who_decides(table, players).say("deploy 2 2714")
    assert players[0].news("saving")[-1]["text"] == ""
    assert read_save(table.session.path).game.log == table.game.log


def test_a_save_that_another_program_has_changed_is_told(table):
    players = seated(table)
    path = table.session.path
    who_decides(table, players).say("deploy 52 2614")
    path.write_text(path.read_text() + "\n")
    who_decides(table, players).say("deploy 2 2714")
    assert "Another program has changed" in players[0].news("host")[-1]["text"]
    assert table.session.path != path


def test_advice_costs_the_host_nothing_however_it_is_asked_for(table):
    assert "ask your own program" in RecordingGuest(table, "Wim").say("?ADVISE 4")["reason"]


def test_5_15_an_agreement_that_comes_too_late_takes_nothing_back(tmp_path):
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
