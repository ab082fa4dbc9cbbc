"""The finder of puzzles: its positions are scenarios, and its finds are puzzles except for the name."""

from argparse import Namespace
from random import Random

import pytest

from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.learn.puzzles.catalog import load_puzzle, scenario_of, written
from westwall_tui.learn.puzzles.prover import check_puzzle
from westwall_tui.tools.puzzles.finder import study, task_in_words
from westwall_tui.tools.puzzles.maker import make, write
from westwall_tui.tools.puzzles.positions import BattleMap, Drawn, PositionSize, cut_out, small_board


def test_small_boards_depend_only_on_the_seed_and_are_valid_scenarios():
    size = PositionSize(3, 2, guns=(1, 1), support=(2, 0))
    drawn = small_board(Random(8), size)
    assert drawn == small_board(Random(8), size)
    scenario = scenario_of(drawn.texts, "drawn")
    assert len(scenario.placed) == 7
    assert [side.support(1) for side in scenario.sides] == [2, 0]


@pytest.mark.slow
@pytest.mark.parametrize("key", ["arnhem/historical", "bastogne/campaign", "hurtgen/historical", "remagen/historical"])
def test_positions_around_a_place_have_real_units_and_the_battles_map(key):
    scenario = load_scenario(key)
    drawn = BattleMap(scenario).draw(Random(3), PositionSize(2, 2, loose=1))
    made = scenario_of(drawn.texts, "drawn")
    assert made.battle == scenario.battle
    assert made.start.phase == "movement"
    assert {made.units[unit].id for unit, _ in made.placed} <= {unit.id for unit in scenario.units}


@pytest.mark.slow
def test_fights_are_taken_from_games():
    drawn, where = next(iter(cut_out("bastogne/spearhead", 1)))
    assert where.startswith("bastogne/spearhead, Game-Turn")
    assert 4 <= len(scenario_of(drawn.texts, "drawn").placed) <= 20


@pytest.mark.slow
def test_a_found_puzzle_lacks_only_its_name(tmp_path):
    """Check that the finder finds a shipped puzzle in its position."""
    puzzle = load_puzzle_file("small-keep-the-points")
    drawn = Drawn({part: getattr(puzzle.scenario.texts, part).text for part in ("scenario", "board", "units")})
    drafts = [draft for draft in study(drawn, "tested") if not draft.orders]
    assert any(
        draft.proof.answers == puzzle.proof.answers and draft.proof.best == puzzle.proof.best for draft in drafts
    )
    path = write(drafts[0], tmp_path)
    assert path.name == "small-board-1.toml"
    with pytest.raises(FileError, match="must not be empty"):
        load_puzzle(path)
    named = written(drafts[0]._replace(heads={**drafts[0].heads, "name": "Found", "why": "It works."}))
    path.write_text(named, encoding="utf-8")
    assert check_puzzle(path).faults == ()


def load_puzzle_file(name):
    from westwall_tui.files.disk.folders import shipped_root

    return load_puzzle(shipped_root() / "puzzles" / f"{name}.toml")


def test_without_puzzles_make_says_what_to_change(tmp_path, capsys):
    assert make(Namespace(source="small", seed=1, seconds=0, make=str(tmp_path / "made"))) == 0
    assert capsys.readouterr().out.startswith("Found 0 puzzles. Most positions contain none. ")
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("conditions", "task"),
    [
        (({"kind": "eliminate", "units": ["1/9", "2/9"], "at_least": 1},), "Eliminate at least 1 of 1/9 and 2/9."),
        (({"kind": "eliminate", "units": ["1/9", "2/9"]},), "Eliminate 1/9 and 2/9."),
        (
            ({"kind": "hold", "hexes": ["0504"]}, {"kind": "keep", "units": ["1/8", "2/8"]}),
            "Hold 0504, and do not lose 1/8 and 2/8.",
        ),
        (({"kind": "keep", "units": ["1/8", "2/8"], "lose": 1},), "Lose at most 1 of 1/8 and 2/8."),
        (({"kind": "clear", "hexes": ["0504"]},), "Clear 0504 of enemies and their zones."),
        (({"kind": "bar", "hexes": ["0504"]},), "Bar 0504 to the enemy."),
        (({"kind": "points"},), "Win as many points as you can."),
    ],
)
def test_the_task_of_a_found_goal_is_a_sentence(conditions, task):
    assert task_in_words(conditions) == task
