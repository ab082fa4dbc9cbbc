"""Whole games, stored as order files, have the same events and result when replayed."""

import pytest

from tests.games import record

FILES = sorted(path.name for path in record.FOLDER.glob("*.orders"))


def test_every_recorded_game_exists():
    assert sorted(game.file for game in record.GAMES) == FILES


def test_a_game_is_written_again_from_its_own_orders_while_they_finish_it(tmp_path, monkeypatch):
    (game,) = (game for game in record.GAMES if game.file == "relief-random.orders")
    text = (record.FOLDER / game.file).read_text(encoding="utf-8")
    monkeypatch.setattr(record, "FOLDER", tmp_path)
    assert record.kept(game) is None
    path = tmp_path / game.file
    path.write_text(text.replace("\ndigest: ", "\ndigest: of a changed board "))
    assert record.kept(game) == text
    assert record.kept(game._replace(seed=game.seed + 1)) is None
    begun, _, _ = text.rpartition("\ndone\n")
    path.write_text(begun)
    assert record.kept(game) is None, "the game is not over"
    path.write_text(f"{begun}\nmove 1/13 0101\n")
    assert record.kept(game) is None, "an order is refused"


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_recorded_game(name):
    text = (record.FOLDER / name).read_text(encoding="utf-8")
    header, orders = record.read(text)
    found = record.differences(text, record.written(header.scenario, header.seed, orders, header.options))
    assert not found, "\n".join([*found, "if that is meant: python -m tests.games.record"])
