"""The log's lines."""

import pytest

from tests.drawn import drawn, play, scenario
from tests.history.test_record import recorded
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.history.entries import entries_since
from westwall_tui.history.words import Words
from westwall_tui.words.events import LogLine, causes_in, hex_in, log_lines, log_so_far, why_lost, why_of


def test_a_concession_is_logged_once():
    """The prompt below the log names the winner."""
    game = Game(scenario(blue=["A1 4-4-7 0505"], red=["X 3-3-7 0508"]), seed=1)
    assert log_lines(game.apply(parse("concede"))) == [LogLine("The Blue forces concede", about=("Conceded",))]
    assert str(game.prompt.text) == "The Red forces win: the Blue forces conceded"


def test_7_7_a_loss_is_logged_with_its_cause():
    """X is in a corner between A and B, and must retreat."""
    game = drawn(blue=["A 9-9-7 0102", "B 9-9-7 0201"], red=["X 1-1-7 0101", "Y 1-1-7 0909"], phase="combat")
    before = game.copy()
    events = play(game, "attack A B > X", "roll 2")
    entries = entries_since(before, game.log)
    causes = causes_in(entries, game)
    why = "no way out: Blue units at 0201 and 0102, and the edge of the map"
    assert causes == {"X": why}
    lines = log_lines(events, why_of(entries, Words(game.scenario)))
    assert f"X was eliminated at 0101 ({why})" in " ".join(line.text for line in lines)
    assert {line.hex for line in lines if "X" in line.text} == {"0101"}, "where it was lost, not a hex of its cause"
    assert why_lost(causes) == "X had no way out: Blue units at 0201 and 0102, and the edge of the map."


def test_the_line_of_a_player_turn_names_its_player(folders):
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"])
    players = {"Blue": "Anna", "Red": "Bert"}
    assert [line.text for line in log_lines(play(game, "done"), None, players) if line.heading] == [
        "Red Movement Phase (Bert)"
    ]
    session = LocalSession.of_save(Save(game, (Seat(name="Anna"), Seat("computer", "Bert", 2))))
    headings = [line.text for line in log_so_far(session) if line.heading]
    assert "Blue Movement Phase (Anna)" in headings
    assert "Red Movement Phase" in headings, "the computer has a level, not a name"


def test_a_cause_that_the_result_shows_is_not_repeated():
    assert why_lost({"X": "De, outright"}) == ""


@pytest.mark.slow
def test_the_log_of_a_save_has_the_causes(folders):
    session = LocalSession.of_save(Save(recorded("spearhead-greedy.orders")))
    text = "\n".join(line.text for line in log_so_far(session))
    assert text.count(" eliminated at ") == text.count("(no way out: ") + text.count(
        "(could not complete "
    ) + text.count(", outright)")
    assert "(no way out: " in text


def test_a_combat_without_a_hex_in_its_line_is_at_its_defender():
    game = drawn(blue=["A 1-9-7 0504"], red=["X 1-1-7 0505"], phase="combat")
    before = game.copy()
    events = play(game, "attack A > X", "roll 5")
    lines = log_lines(events, why_of(entries_since(before, game.log), Words(game.scenario)))
    assert hex_in(game, lines[0]) == game.scenario.board.hex("0505")
    assert "+0 on the Clear line, column 0, roll 5" in lines[0].text, "all terrains of the line would not fit"


def test_a_year_or_a_strength_is_not_a_hex():
    game = drawn(blue=["A 1-9-7 0504"], red=["X 1-1-7 0505"])
    assert hex_in(game, LogLine("Game-Turn 3, 19 Dec 1944")) is None
    assert hex_in(game, LogLine("A moved 0504 to 0304 for 2 MP")) == game.scenario.board.hex("0304")


@pytest.mark.slow
def test_each_player_turn_reports_its_gains_before_the_next_begins(folders):
    lines = log_so_far(LocalSession.of_save(Save(recorded("spearhead-busy.orders"))))
    at = next(i for i, line in enumerate(lines) if line.text.startswith("The Germans took Bastogne: "))
    assert "they were the last through both hexes. " in lines[at].text
    assert lines[at].hex in ("1317", "1416")
    assert lines[at + 1].heading
