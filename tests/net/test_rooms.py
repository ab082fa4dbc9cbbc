"""Folders of hosted games."""

import socket
import warnings
from pathlib import Path

import platformdirs
import pytest

from westwall_tui.files.faults import FileError
from westwall_tui.net.rooms import games_folder, rooms


def test_without_a_folder_of_the_session_one_beside_it_is_taken_in_silence(monkeypatch):
    def elsewhere(*_: object, **__: object) -> str:
        warnings.warn("falling back", stacklevel=1)  # which our tests take for an error
        return "/tmp/runtime"

    monkeypatch.delenv("WESTWALL_GAMES", raising=False)
    monkeypatch.setattr(platformdirs, "user_runtime_dir", elsewhere)
    assert games_folder() == Path("/tmp/runtime/games")


def test_one_that_another_user_has_made_is_refused(monkeypatch):
    def planted(*_: object, **__: object) -> str:
        raise PermissionError("runtime directory /tmp/runtime is owned by uid 5, not 6; set XDG_RUNTIME_DIR instead")

    monkeypatch.delenv("WESTWALL_GAMES", raising=False)
    monkeypatch.setattr(platformdirs, "user_runtime_dir", planted)
    with pytest.raises(FileError, match="owned by uid 5, not 6"):
        games_folder()


def test_a_folder_has_only_games_with_names_that_a_game_can_have(tmp_path):
    (tmp_path / "file.sock").write_text("")
    for name in ("spearhead", "Upper", "\x1b[2J", "two words"):
        with socket.socket(socket.AF_UNIX) as line:
            line.bind(str(tmp_path / f"{name}.sock"))
    assert rooms(tmp_path) == [tmp_path / "spearhead.sock"]
