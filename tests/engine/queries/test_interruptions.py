"""What comes between."""

from tests.drawn import deciding, drawn, play
from tests.engine.naming import ids, numbers
from tests.engine.queries.battles import arnhem
from westwall_tui.engine import queries


def wired():
    return arnhem(blue=["A 2-2-7 0503"], red=["X 2-2-7 0101"], canals=["0505/0506"], roads=["0503 0504 0505 0506 0507"])


def test_12_11_whose_way_is_interrupted():
    game = wired()
    assert queries.under_way(game) == -1
    play(game, "move A 0507")
    assert deciding(game) == "German demolition"
    assert ids(game, [queries.under_way(game)]) == "A"


def test_12_1_the_words_for_a_wired_bridge():
    found = queries.wired_bridge(wired())
    assert found.case == "12.1"
    assert len(found.answers) == 2
    assert queries.wired_bridge(drawn(blue=["A 2-2-7 0503"])).case == "4.1"


def test_12_1_the_die_that_is_due():
    game = wired()
    assert queries.die_due(game) is None
    play(game, "move A 0507", "demolish yes")
    due = queries.die_due(game)
    assert due is not None
    assert (due.purpose, numbers(game, due.hexes)) == ("demolition", "0505 0506")
    assert due.table == ("blown", "blown", "stands", "stands", "stands", "stands")


def test_a_combats_die_is_another_matter():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0504"], phase="combat")
    play(game, "attack A > X")
    assert deciding(game) == "Blue roll"
    assert queries.die_due(game) is None
