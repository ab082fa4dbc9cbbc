"""Folders of hosted games."""

import socket

from westwall_tui.net.rooms import rooms


def test_a_folder_has_only_games_with_names_that_a_game_can_have(tmp_path):
    (tmp_path / "file.sock").write_text("")
    for name in ("spearhead", "Upper", "\x1b[2J", "two words"):
        with socket.socket(socket.AF_UNIX) as line:
            line.bind(str(tmp_path / f"{name}.sock"))
    assert rooms(tmp_path) == [tmp_path / "spearhead.sock"]
