"""Orders pick by pick: whatever is picked leads to a legal order, and every legal order can be picked."""

from itertools import islice

import pytest

from tests.drawn import drawn
from tests.long import sample
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Fpf
from westwall_tui.files.library import new_game, scenarios
from westwall_tui.tools.picks import BACK, GO, Picks


def pick(picks: Picks, *names: str):
    """Pick by name; the order, once it is complete."""
    order = None
    for name in names:
        found = [each for each in picks.possible() if picks.name(each)[1] == name]
        assert found, f"{name} is not among {offered(picks)}"
        order = picks.pick(found[0])
    return order


def offered(picks: Picks) -> list[str]:
    return [picks.name(each)[1] for each in picks.possible()]


def play(picks: Picks, game: Game, draw: Draw, most: int) -> int:
    """Pick at random; how many orders that made. Each is legal."""
    orders = 0
    for _ in range(most):
        if game.outcome is not None:
            break
        order = picks.pick(draw.pick(picks.possible()))
        if order is not None:
            game.apply(order)
            orders += 1
    return orders


@pytest.mark.slow
@pytest.mark.parametrize("key", [entry.key for entry in scenarios()][:: sample(1, 2)])
def test_random_picks_play_legal_orders(key):
    game = new_game(key, seed=5)
    picks = Picks(game)
    assert play(picks, game, Draw(5), sample(500, 60)) > 5


def combat() -> Game:
    blue = ["A 4-4-7 0505", "B 3-3-7 0604", "C 2-2-7 0405", "G 3-2-12/1-7 0508", "H 2-2-12/1-7 0507"]
    return drawn(blue=blue, red=["X 3-3-7 0504", "Y 2-2-7 0404", "R 2-2-12/2-7 0201"], phase="combat")


def every_attack(picks: Picks, most: int = 4000) -> set[str]:
    """All attacks that picks lead to, tried out one after the other."""
    found: set[str] = set()
    seen: set[frozenset[int]] = set()

    def go_on() -> None:
        key = frozenset(picks.picked)
        if key in seen or len(seen) > most:
            return
        seen.add(key)
        for each in picks.possible():
            name = picks.name(each)[1]
            if name in (BACK, "done"):
                continue
            before = picks.picked[:]
            order = picks.pick(each)
            if order is None:
                go_on()
            else:
                assert isinstance(order, Attack)
                ways = (order.attackers, order.defenders, order.barrage)
                found.add(str([sorted(names) for names in ways]))
            picks.picked[:] = before

    go_on()
    return found


def test_every_legal_attack_can_be_picked_and_no_other():
    game = combat()
    legal = {
        str([sorted(names) for names in (order.attackers, order.defenders, order.barrage)])
        for order in game.legal()
        if isinstance(order, Attack)
    }
    assert every_attack(Picks(game)) == legal


def test_an_attack_is_picked_enemy_by_enemy_and_can_be_dropped():
    game = combat()
    picks = Picks(game)
    assert set(offered(picks)) == {"X", "Y", "R"}
    assert pick(picks, "X", "B", "G") is None
    assert pick(picks, BACK) is None
    assert picks.picked == []
    assert pick(picks, "X", "A", "B", "G", GO) == Attack(("A", "B"), ("X",), ("G",))
    with pytest.raises(ValueError, match="cannot follow here"):
        picks.pick(len(picks) - 1)


def test_fire_is_picked_gun_by_gun():
    game = combat()
    game.apply("attack A B > X + G")
    picks = Picks(game)
    assert offered(picks) == ["R", "none"]
    assert pick(picks, "R", GO) == Fpf(("R",))
    assert pick(picks, "none") == Fpf()


@pytest.mark.parametrize("key", ["arnhem/free", "hurtgen/free", "bastogne/spearhead"])
def test_set_up_and_notes_are_picked_by_name_then_hex(key):
    game = new_game(key, seed=1)
    picks = Picks(game)
    order = next(islice(game.legal(), 5, None))
    name, h = str(order).split()[1:3]
    assert pick(picks, name, h) == order


def test_with_nothing_left_to_do_one_can_concede():
    game = new_game("bastogne/relief", seed=1)
    picks = Picks(game)
    game.apply("concede")
    assert picks.possible() == []
