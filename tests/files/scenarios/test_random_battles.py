"""Random battles: the same name makes the same texts everywhere, and each is a scenario without faults."""

import os
import subprocess
import sys
from datetime import date

import pytest

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.fingerprint import fingerprint
from westwall_tui.engine.game import Game
from westwall_tui.files.disk.folders import battles, shipped_root
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.catalog import load_scenario, scenario_of
from westwall_tui.files.scenarios.random_battles import (
    LIST,
    RandomBattle,
    battle_named,
    battle_of_the_day,
    dice_seed,
    listed_battles,
    random_texts,
    seed_named,
    wanted_battle,
)
from westwall_tui.files.sessions.local import LocalSession

PRINT = """
from westwall_tui.engine.fingerprint import fingerprint
from westwall_tui.files.scenarios.random_battles import RandomBattle, random_texts
print(*(fingerprint(*(part.text for part in random_texts(RandomBattle(seed, 2, 1)))) for seed in (7, 8, 9)))
"""
DIGESTS = {
    RandomBattle(1, 1): "21d83bc2c6e175de",
    RandomBattle(7, 2, -3): "bd7f2eddb343436c",
    RandomBattle(1 << 62, 3, 4): "8bc82f53f9c03eb0",
}
"""The fingerprints of the scenario's texts; friends and saved lists rely on them, so they must not change."""


@pytest.mark.parametrize("battle", DIGESTS, ids=str)
def test_a_battle_stays_the_same(battle):
    assert fingerprint(random_texts(battle).scenario.text) == DIGESTS[battle]


def test_another_process_makes_the_same_texts():
    def run(salt: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": salt}
        done = subprocess.run(
            [sys.executable, "-c", PRINT], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert run("1") == run("2")


@pytest.mark.parametrize("seed", range(100, 130))
def test_a_battle_is_a_scenario_that_plays_to_its_end(seed):
    battle = RandomBattle(seed, 1 + seed % 3, seed % 5 - 2)
    scenario = scenario_of(random_texts(battle), str(battle))
    game, draw = Game(scenario, seed=seed), Draw(seed)
    while game.outcome is None:
        game.apply(game.random_order(draw))
    assert game.state.turn == scenario.last_turn
    assert scenario.scoring.victory.start == (max(battle.lead, 0), max(-battle.lead, 0))
    assert str(seed) in scenario.name


def test_both_sides_have_as_many_guns_and_reinforcements():
    for seed in range(30):
        scenario = load_scenario(f"random/{seed}-1")
        counts = [sum(unit.side == side for unit in scenario.units) for side in (0, 1)]
        assert all(5 <= count <= 8 for count in counts), seed
        guns = [sum(unit.is_artillery for unit in scenario.units if unit.side == side) for side in (0, 1)]
        assert guns[0] == guns[1] <= 2, seed
        assert {(group.side, group.turn) for group in scenario.reinforcements} == {(0, 2), (1, 2)}, seed


def test_every_board_gives_battles():
    assert {random_texts(RandomBattle(seed, 1)).board.file.split("/")[0] for seed in range(40)} == set(battles())


def test_names_are_read_as_they_are_written():
    for battle in (RandomBattle(7, 1), RandomBattle(7, 12, 3), RandomBattle(0, 1, -9)):
        assert battle_named(str(battle)) == battle
        assert seed_named(str(battle)) == battle.seed
    assert str(RandomBattle(7, 2, -3)) == "random/7-2-d3"
    for word in ("random", "random/", "random/x", "random/7-", "random/7-0", "random/7-2-x3", "quick/noville", "7"):
        assert battle_named(word) is None, word


def test_a_seed_of_the_list_needs_no_trial():
    listed = listed_battles()[0]
    assert wanted_battle(f"random/{listed.seed}") == wanted_battle("random", listed.seed) == listed
    assert load_scenario(f"random/{listed.seed}").key == str(listed)
    unlisted = 1 + max(battle.seed for battle in listed_battles())
    assert wanted_battle("RANDOM", unlisted) == wanted_battle(f"random/{unlisted}") == unlisted
    with pytest.raises(FileError, match=f"westwall play random --seed {unlisted}"):
        load_scenario(f"random/{unlisted}")


def test_a_random_battle_without_a_seed_is_one_of_the_list():
    assert wanted_battle("random") in listed_battles()
    assert wanted_battle("noville") is None


def test_the_seed_after_random_is_not_the_seed_of_the_dice():
    assert dice_seed("random", 7) is None
    assert dice_seed("random/7", 7) == 7


def test_the_list_is_valid():
    listed = listed_battles()
    lines = [line for line in (shipped_root() / LIST).read_text().splitlines() if line]
    assert [str(battle) for battle in listed] == [line for line in lines if not line.startswith("#")]
    assert len({battle.seed for battle in listed}) == len(listed)
    for battle in listed:
        assert load_scenario(str(battle)).scoring.points


def test_the_battle_of_the_day_changes_until_all_were_played():
    days = range(date(2026, 12, 1).toordinal(), date(2026, 12, 1).toordinal() + len(listed_battles()))
    assert {battle_of_the_day(day) for day in days} == set(listed_battles())
    assert wanted_battle("daily") in listed_battles()


def test_a_save_holds_the_whole_battle(tmp_path):
    session = LocalSession.new(load_scenario("random/7-2-d3"), seed=1, folder=tmp_path)
    session.apply(session.game.random_order(Draw(1)))
    again = LocalSession.resume(session.path)
    assert "[scenario.files]" in session.path.read_text(encoding="utf-8")
    assert again.game.digest() == session.game.digest()
    assert "random battle 7" in again.game.scenario.name
