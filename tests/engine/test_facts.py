"""Facts: numbers that a battle remembers under registered keys."""

from tests.drawn import drawn
from tests.every import every
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.parts import Fact
from westwall_tui.files.saves.positions import decode_position, encode_position
from westwall_tui.files.scenarios.catalog import load_scenario, shipped


@every(
    ("fact", "keys", "others"),
    [
        ("weather", ["weather"], ["weather ", "the weather", ""]),
        ("zone *", ["zone 101", "zone of"], ["zone ", "zone", "turn of zone 101"]),
        ("* destroyed", ["Float Bridge 1 destroyed"], [" destroyed", "destroyed", "1 destroyed again"]),
    ],
)
def test_the_keys_of_a_fact(fact, keys, others):
    assert all(Fact(fact).has(key) for key in keys)
    assert not any(Fact(fact).has(key) for key in others)


def test_the_key_for_one_of_many_things():
    assert Fact("zone *").about("101") == "zone 101"


@every("name", [each.key for each in shipped()])
def test_every_battle_has_only_registered_facts(name):
    game, draw = Game(load_scenario(name), seed=3), Draw(4)
    seen: set[str] = set()
    for _ in range(250):
        if game.outcome is not None:
            break
        game.apply(game.random_order(draw))
        seen |= game.state.facts.keys()
    assert all(map(game.rules.remembers, seen))


def test_a_file_with_other_facts_is_refused():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0101"])
    data = encode_position(game.state)
    assert decode_position(game, data)[0] is not None
    state, trouble = decode_position(game, {**data, "facts": {"weather": 2}})
    assert state is None
    assert "facts" in trouble
