"""Remagen's fronts (14.0) in saves from before players named them: they keep their hexes, and the game continues."""

from pathlib import Path

import pytest

from tests.every import every
from tests.files.example import swap
from westwall_tui.engine.dice import Draw
from westwall_tui.files.saves.file import Save, build_save, read_save, write_save
from westwall_tui.files.tables import SourceFile
from westwall_tui.tools.simulate.script import script

OLD = Path(__file__).parents[2] / "saves" / "v1-remagen-fronts-by-rule.toml"
LAST = '"77 0917 1016 1116 1215 1315 1414 1514 1613 1714 1814 1715 1614 1515 1415 1316 1216 1117 1017 0918"'


def named(save: Save) -> list[str]:
    return [line for line in save.game.log if line.startswith("front")]


def altered(old: str, new: str) -> Save:
    return build_save(SourceFile("old.toml", swap(OLD.read_text(encoding="utf-8"), old, new)))


def test_14_0_fronts_that_were_in_force_are_named_in_an_old_log():
    save = read_save(OLD)
    (note,) = save.notes
    assert note == "The scenario's files and the rules changed since this game was saved; the game continues as it was."
    assert named(save)[-1] == f"front {LAST.strip(chr(34)).partition(' ')[2]}"
    at = save.game.log.index(named(save)[-1])
    assert save.game.log[at - 1] == "done"
    assert f'digest = "{save.game.digest()}"' in OLD.read_text(encoding="utf-8")


@pytest.mark.slow
def test_14_0_named_fronts_are_saved_and_the_game_continues(tmp_path):
    save = read_save(OLD)
    text = write_save(save)
    assert "judged" not in text
    again = build_save(SourceFile("new.toml", text))
    assert again.notes == ()
    assert again.game.log == save.game.log
    fronts, draw = len(named(again)), Draw(1)
    while len(named(again)) == fronts and again.game.outcome is None:
        again.game.apply(script(again.game, draw))
    assert len(named(again)) == fronts + 1, "the next one, too"


@every("told", ['"77 0716 0101"', '"77 nonsense"', '"nonsense"', '""'])
def test_14_0_the_proposed_front_replaces_an_invalid_line(told):
    save = altered(LAST, told)
    assert save.game.state.side == 1
    assert save.game.prompt.text == "The Germans may move units or end the phase"


def test_judged_is_ignored_under_current_rules():
    save = read_save(OLD)
    text = swap(write_save(save), "[orders]\n", '[orders]\njudged = ["77 0716"]\n')
    assert build_save(SourceFile("new.toml", text)).game.log == save.game.log
