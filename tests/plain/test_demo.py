"""A demonstration in lines, without a terminal and by `make play` on a build machine."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.long import sample
from tests.plain.lines import FOR_EYES
from westwall_tui.files.disk.folders import saves_folder, shipped_root
from westwall_tui.plain.console import Console

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("folders")


def test_a_whole_quick_battle_in_lines(command):
    said = command("demo", "--seed", "3").out.splitlines()
    assert said[0] == "This is a demonstration: two computers play Noville."
    assert "Game-Turn 4, 20 December, afternoon." in said
    assert re.match(r"The (U\.S\.|Germans) win|The game is drawn", said[-3])
    assert said[-2:] == [
        "To play it yourself at a terminal, run: westwall play noville.",
        "To play it in plain text like this, run: westwall play noville --plain.",
    ]
    assert not any(FOR_EYES.search(line) for line in said)
    assert not list(saves_folder().glob("*"))


@pytest.mark.slow
def test_one_game_turn_in_lines(command):
    said = command("demo", "spearhead", "--seed", "3").out.splitlines()
    assert said[0] == "This is a demonstration: two computers play Spearhead for one Game-Turn."
    assert "Game-Turn 1, 18 December, morning." in said
    assert any(line.startswith("German 1/304 enters at 2913") for line in said)
    assert any("Movement Phase" in line for line in said)
    assert said[-3] == "That was one Game-Turn."
    assert not any(FOR_EYES.search(line) for line in said)
    assert not list(saves_folder().glob("*"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["arnhem/free", "remagen/historical", *sample(["arnhem/historical", "hurtgen/free"], [])]
)
def test_a_demonstration_of_every_battle(name, command):
    said = command("demo", name, "--plain", "--seed", "3").out.splitlines()
    assert said[-3] == "That was one Game-Turn."
    for line in said:
        assert not FOR_EYES.search(line), line


@pytest.mark.slow
def test_a_file_is_named_at_the_end_as_on_the_command_line(tmp_path, monkeypatch, command):
    shutil.copytree(shipped_root() / "bastogne", tmp_path / "my battle")
    monkeypatch.chdir(tmp_path)
    said = command("demo", "my battle/spearhead.toml", "--plain", "--seed", "3").out.splitlines()
    assert said[-2:] == [
        "To play it yourself at a terminal, run: westwall play 'my battle/spearhead.toml'.",
        "To play it in plain text like this, run: westwall play 'my battle/spearhead.toml' --plain.",
    ]


def test_an_unknown_scenario_is_refused(command):
    assert command("demo", "nowhere", status=2).err.count("\n") == 1


def test_a_demonstration_needs_no_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    console = Console()
    assert not console.at_terminal
    assert console.ask("") is None


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_make_play_without_a_terminal_is_a_demonstration():
    """The test runs the rule of the Makefile with its own Python."""
    made = subprocess.run(
        ["make", "--no-print-directory", "-o", ".venv/.ready-to-play", "play", f"PY={sys.executable}"],
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=300, env=os.environ,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("This is a demonstration: two computers play Noville")
    made = subprocess.run(
        ["make", "--no-print-directory", "-o", ".venv/.ready-to-play", "play", f"PY={sys.executable}", "ARGS=list"],
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=300, env=os.environ,
    )  # fmt: skip
    assert "bastogne/spearhead" in made.stdout
