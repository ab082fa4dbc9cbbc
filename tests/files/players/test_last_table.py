"""The last game joined at another user's host."""

import os
from datetime import UTC, datetime, timedelta

import pytest

from westwall_tui.files.players.last_table import has_joined, joined_file, keep_joined, read_joined


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Set a state folder of the test's own."""
    monkeypatch.setattr("westwall_tui.files.players.last_table.own_folder", lambda *_: tmp_path / "state")
    return tmp_path / "state"


def test_the_last_joined_game_is_saved():
    assert not has_joined()
    assert read_joined() is None
    keep_joined("spearhead", "US", "Bastogne: Spearhead")
    keep_joined("bridges", "Allied", "x" * 200)
    assert has_joined()
    found = read_joined()
    assert found is not None
    assert (found.game, found.side, found.title) == ("bridges", "Allied", "x" * 60)
    assert abs(found.when - datetime.now(UTC)) < timedelta(minutes=5)


@pytest.mark.parametrize(
    "text", ["", "nonsense = [", 'format = 1\nkind = "save"\n', 'format = 1\nkind = "joined"\ngame = 3\nside = "US"\n']
)
def test_an_invalid_file_is_not_a_game(folder, text):
    folder.mkdir()
    joined_file().write_text(text)
    assert read_joined() is None


@pytest.mark.skipif(os.name != "posix", reason="folders that cannot be made")
def test_without_a_folder_nothing_is_saved(folder):
    folder.write_text("")
    keep_joined("spearhead", "US", "Bastogne: Spearhead")
    assert not has_joined()
    assert read_joined() is None
