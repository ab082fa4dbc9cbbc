"""What a side notes in secret before the game: drop zones, in Arnhem."""

from tests.drawn import deciding, drawn, play
from tests.engine.queries.battles import arnhem
from westwall_tui.engine import queries

ALL = " ".join(f"{c:02}{r:02}" for c in range(1, 21) for r in range(1, 21))


def secret():
    return arnhem(
        "\n".join(["." * 20] * 20),
        blue=["A 2-2-7 airborne:101st", "B 2-2-7 airborne:82nd"],
        red=["X 2-2-7 0101"],
        landings=[(1, "A B", ALL)],
        victory={"weather": "always", "drop_zones": ["101", "82"]},
    )


def test_notes_and_those_that_are_left():
    game = secret()
    assert deciding(game) == "Allied notes"
    assert queries.notes(game, 0) == queries.notes_left(game, 0) == ("101", "82")
    assert queries.notes(game, 1) == ()
    play(game, "zone 101 0303")
    assert queries.notes_left(game, 0) == ("82",)
    assert queries.notes(game, 0) == ("101", "82")


def test_the_secret_is_the_noting_sides():
    game = secret()
    assert not queries.holds_secret(game, 0)
    play(game, "zone 101 0303", "zone 82 1515 2")
    assert queries.holds_secret(game, 0)
    assert not queries.holds_secret(game, 1)
    assert not queries.holds_secret(game, -1)


def test_the_case_is_the_battles():
    assert queries.note_case(secret()) == "15.36"
    assert queries.note_case(drawn(blue=["A 2-2-7 0101"])) == "4.1"
