"""Lines of Communication: in Arnhem airborne units have theirs to their drop zone (17.3)."""

from tests.drawn import drawn, play
from tests.engine.naming import at, ids
from tests.engine.queries.battles import arnhem
from westwall_tui.engine import queries

WIDE = "\n".join(["." * 20] * 20)


def dropped():
    game = arnhem(
        WIDE,
        blue=["A 2-2-7 airborne:101st", "B 2-2-7 airborne:101st 0506"],
        red=["X 2-2-7 2020"],
        landings=[(1, "A", "0505 0504")],
        victory={"drop_zones": ["101 0505"], "line_to": ["0101"]},
    )
    play(game, "land A 0504")
    return game


def test_17_3_which_battles_have_them():
    assert queries.needs_lines(dropped())
    plain = drawn(blue=["A 4-4-7 0505"])
    assert not queries.needs_lines(plain)
    assert [*queries.supplies(plain)] == []


def test_17_3_who_has_a_line_and_where_it_leads():
    game = dropped()
    found = {ids(game, [supply.unit]): supply for supply in queries.supplies(game)}
    for name in ("A", "B"):
        line = found[name].line
        assert line[0] == game.state.location[found[name].unit]
        assert not found[name].why


def test_17_3_what_a_move_would_change():
    game = dropped()
    before = game.digest()
    far = queries.line_changes(game, 0, at(game, "2001"))
    assert (far.gained, far.lost) == ((), ("A",))
    assert far.own is not None
    assert far.own.why
    near = queries.line_changes(game, 0, at(game, "0604"))
    assert (near.gained, near.lost) == ((), ())
    assert game.digest() == before
