"""The line above the map."""

from tests.drawn import drawn
from westwall_tui.engine import queries
from westwall_tui.ui.around.bars import phase_bar


def bar(width):
    return "".join(span.text for span in phase_bar(drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0101"]), width))


def test_the_turn_stays_where_a_battle_tells_more_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(queries, "conditions", lambda game: ["landed 0/25", "rain until turn 4", "blown 1"])
    assert "landed 0/25  rain until turn 4  blown 1" in bar(120)
    narrow = bar(62)
    assert len(narrow) <= 62
    assert "turn 1" in narrow
    assert "landed 0/25" in narrow
    assert "blown 1" not in narrow


def test_who_must_fight_stays_where_even_the_turn_has_no_room():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0504"], phase="combat")
    told = "".join(span.text for span in phase_bar(game, 30))
    assert "turn" not in told
    assert told.endswith("must fight 2")
