"""Whole games kept as order files, replayed to their result: every event on the way must still be the same."""

import pytest

from tests.games import record

FILES = sorted(path.name for path in record.FOLDER.glob("*.orders"))


def test_every_recorded_game_is_there():
    assert sorted(game.file for game in record.GAMES) == FILES


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_recorded_game(name):
    text = (record.FOLDER / name).read_text(encoding="utf-8")
    header, orders = record.read(text)
    found = record.differences(text, record.written(header.scenario, header.seed, orders, header.options))
    assert not found, "\n".join([*found, "if that is meant: python -m tests.games.record"])
