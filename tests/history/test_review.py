"""The best and the worst of a Player-Turn, by expectation and not by luck."""

from tests.drawn import drawn
from tests.engine.battles.drawn_bastogne import siege
from tests.engine.naming import at, unit
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.history.record import History
from westwall_tui.history.review import Review, best_attack, follows, review


def reviewed(game: Game, *lines: str) -> Review:
    """Return the review of a turn with these orders."""
    return review(game, lines)


def two_attacks() -> Game:
    """Return a position where A and B attack X, which is trapped, and C must attack two stronger units."""
    return drawn(
        blue=["A 9-9-7 0102", "B 9-9-7 0201", "C 4-4-7 0909"],
        red=["X 4-4-7 0101", "Y 9-9-7 0908", "Z 9-9-7 0808"],
        phase="combat",
    )


def test_a_combat_counts_by_its_six_rolls_and_not_by_the_roll_made():
    for die in (1, 6):
        found = reviewed(two_attacks(), "attack A B > X", f"roll {die}", "stand", "attack C > Y Z", f"roll {die}")
        assert found.best is not None
        assert found.worst is not None
        assert found.best.fight is not None
        assert found.worst.fight is not None
        game = two_attacks()
        assert found.best.fight.combat.defenders == (unit(game, "X"),)
        assert found.best.hexes == (at(game, "0101"),)
        assert found.worst.fight.combat.attackers == (unit(game, "C"),)
        assert (found.best.value, found.best.dice) == (2.0, 6)
        assert found.worst.dice > 3


def test_the_best_attack_of_a_game_does_not_depend_on_its_roll():
    for die in (1, 6):
        game = two_attacks()
        game.replay(["attack A B > X", f"roll {die}", "stand", "attack C > Y Z", f"roll {7 - die}"])
        best = best_attack(History(game))
        assert best is not None
        assert best.fight is not None
        assert (best.value, best.fight.order, best.fight.die) == (2.0, 1, die)
    assert best_attack(History(two_attacks())) is None


def test_15_17_an_exit_is_worth_its_points():
    game = siege(german=["A 3-3-7 0105"], us=["X 3-3-7 0901"], victory={"specified": ["A"], "exit_by": 9})
    found = reviewed(game, "exit A west")
    assert found.best is not None
    assert (found.best.value, found.best.unit) == (4.0, unit(game, "A"))


def test_15_17_a_place_that_is_won():
    game = siege(german=["A 3-3-7 0503"], us=["X 3-3-7 0901"], victory={"specified": ["A"]})
    found = reviewed(game, "move A 0504 0505 0604")
    assert found.best is not None
    assert found.best.place == "Bastogne"


def test_an_advised_order_is_not_a_mistake():
    """A move into a trap and the attack that follows are mistakes only if no hint advised them."""
    game = drawn(blue=["A 2-9-7 0509", "B 1-1-7 0909"], red=["X 9-9-7 0504", "Y 9-9-7 0107"])
    lines = ("move A 0508 0507 0506 0505", "done")
    advice = parse("move A 0505")
    assert review(game.copy(), lines).worst is not None
    assert review(game.copy(), lines, lambda order: follows(order, advice)).worst is None
    assert review(game.copy(), lines, lambda order: follows(order, parse("move A 0506"))).worst is not None
    fight = two_attacks()
    attacks = ("attack A B > X", "roll 1", "stand", "attack C > Y Z", "roll 1")
    assert review(fight.copy(), attacks, lambda order: follows(order, parse("attack C > Z Y"))).worst is None


def test_an_order_follows_a_hint_by_any_path():
    for order, hint, same in (
        ("move A1 0505 0506", "move a1 0506", True),
        ("move A1 0505 0506", "move A1 0505", False),
        ("move A1 0505 0506", "move A2 0506", False),
        ("attack A B > X + G", "attack B A > X", True),
        ("attack A > X", "attack A > Y", False),
        ("exit A1 0105 west", "exit A1 west", True),
        ("exit A1 west", "exit A1 east", False),
        ("done", "done", True),
    ):
        assert follows(parse(order), parse(hint)) == same, (order, hint)


def test_walking_into_a_trap_is_the_worst():
    game = drawn(blue=["A 9-9-7 0509", "B 1-1-7 0909"], red=["X 9-9-7 0504", "Y 9-9-7 0107"])
    found = reviewed(game, "move A 0508 0507 0506 0505", "done")
    assert found.worst is not None
    assert found.worst.unit == unit(game, "A")
    assert found.worst.dice == 6


def test_a_turn_of_nothing():
    assert reviewed(drawn(blue=["A 3-3-7 0505"], red=["X 3-3-7 0101"])) == Review(None, None)
