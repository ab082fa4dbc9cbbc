"""Reinforcements that enter the map (3.0, 5.0)."""

from tests.drawn import allowed, drawn, play, refused, where


def test_5_31_nobody_enters_through_a_friend_in_an_enemy_zone():
    """The reinforcement would have to stop in his hex."""
    game = drawn(
        blue=["R 4-4-7", "B 4-4-7 0101"], red=["X 4-4-7 0103", "Y 1-1-7 0909"], arrivals=[(1, "R", "0101 0501")]
    )
    play(game, "enter R 0101 0201")
    assert where(game, "R") == "0201"
    game = drawn(blue=["R 4-4-7", "B 4-4-7 0101"], red=["X 4-4-7 0102"], arrivals=[(1, "R", "0101 0501")])
    refusal = refused(game, "enter R 0101 0201")
    assert (refusal.case, refusal.units, refusal.hexes) == ("5.31", ("R",), ("0101",))
    assert allowed(game, "enter R 0501")
