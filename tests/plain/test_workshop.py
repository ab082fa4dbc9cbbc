"""The workshop in plain lines: a battle is made, asked about, tried and stored, and nothing ends it but its user."""

import io
from pathlib import Path

import pytest

from tests.plain.lines import FOR_EYES
from westwall_tui.cli import main
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.workshop.draft import Draft
from westwall_tui.files.workshop.opening import OpenBattle, open_battle
from westwall_tui.plain.console import Console
from westwall_tui.plain.workshop import PlainWorkshop


@pytest.fixture
def battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenBattle:
    monkeypatch.setenv("WESTWALL_SCENARIOS", str(tmp_path / "mine"))
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path / "saves"))
    return open_battle("champs")


def typed(battle: OpenBattle, *lines: str) -> list[str]:
    """Type some lines, end the input, and return the answers."""
    out = io.StringIO()
    workshop = PlainWorkshop(battle, Console(io.StringIO("".join(f"{line}\n" for line in lines)), out), Settings())
    workshop.run()
    workshop.farewell()
    said = out.getvalue().splitlines()
    return said[3:-1] if not battle.notes else said


def test_a_battle_is_changed_and_stored(battle):
    told = typed(battle, "place 705 1214", "set victory start = US 2", "undo", "paint f 0912")
    assert told[0] == "705 begins in 1214."
    assert told[2] == "Undone: start of [victory]."
    again = open_battle("own/champs-2").draft
    assert again.values("setup", 2)["suggest"] == ["1214", "1013", "1215"]
    assert again.values("victory")["start"] == {"German": 3}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("show setup 2", "setup 2: side US, units 705, 3/502, 101, hexes within 1 of 1114"),
        ("show points", "points 7: kind lose, side German, points US 1"),
        ("keys points 1", "by: last, unit, zones or line"),
        ("keys points 1", "from: a whole number from 1 to 5"),
        ("look champs", "1/502 begins there."),
        ("look 1114", "It is one of the hexes of points 3."),
        ("units", "705 at 1114 in setup 2"),
        ("units unused", "52 mechanized"),
        ("where 20", "20 in reinforcements 3: "),
        ("hexes setup 1", "There are 12 hexes: 0911"),
        ("hexes roads 1", "There are "),
        ("check", "Nothing looks wrong."),
        ("points", "Champs is worth 4 points to the Germans"),
        ("help set", "set TABLE [N] KEY = VALUE: change a key"),
        ("open", "champs: Bastogne: Champs"),
    ],
)
def test_questions_are_answered(battle, line, answer):
    told = typed(battle, line)
    assert any(answer in each for each in told), told
    assert not battle.is_stored


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("show nothing", "nothing is not a table of a battle"),
        ("show setup 9", "has only 3 [[setup]]"),
        ("hexes scenario", "names no hexes"),
        ("where nobody", "nobody is not a counter of this battle"),
        ("look 9999", "9999"),
        ("test 0", "test is written test"),
        ("play nobody", "there is no side 'nobody'"),
        ("play US 9", "level must be from 1 to 5"),
        ("rename ../x", "cannot be used"),
        ("open nothing", "nothing is neither a file nor"),
        ("shwo", "(did you mean show?)"),
        ("x" * 20_000, "longer than 10000 characters"),
        ("\x1b[31mred", "is not a command of the workshop"),
        ("set scenario board = arnhem", "board cannot be changed here"),
    ],
)
def test_a_refused_line_says_why_and_ends_nothing(battle, line, reason):
    told = typed(battle, line, "where 705")
    assert reason in told[0]
    assert "\x1b" not in "".join(told)
    assert told[-1].startswith("705 at 1114")


@pytest.mark.advice_fails
def test_a_bug_ends_nothing(battle, monkeypatch):
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Draft, "starts", fail)
    assert "because of a bug" in typed(battle, "units", "check")[0]


def test_a_battle_is_played_and_tested_as_it_is(battle):
    told = typed(battle, "set scenario name = Mine", "play US 1", "deploy auto", "quit", "test 2 1")
    assert any("The U.S. are setting up" in line for line in told)
    assert "You are back in the workshop, with champs-2." in told
    assert any("of 2 games" in line for line in told)


def test_a_battle_is_copied_renamed_and_deleted_only_when_asked_twice(battle):
    typed(battle, "copy mine", "rename yours", "delete-battle", "check", "delete-battle")
    assert open_battle("own/yours").is_stored
    typed(battle, "delete-battle", "delete-battle")
    assert not battle.folder.exists()


def test_the_answers_are_for_a_voice(battle):
    told = typed(battle, "look champs", "units", "where 705", "hexes setup 1", "check", "place 705 1214", "test 1 1")
    assert not [line for line in told if FOR_EYES.search(line) and "5-4-12" not in line]


def test_the_command_opens_an_empty_board_or_asks_for_a_name(battle, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("place Red-1 0101\n"))
    assert main(["edit", "--new", "5x4", "--sides", "Red,Blue", "--plain"]) == 0
    assert "westwall edit own/new-battle --plain" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("set scenario part = 2116, 3025\nlook nijmegen\n"))
    assert main(["edit", "--new", "Arnhem", "--plain"]) == 0
    assert "westwall edit own/arnhem-battle --plain" in capsys.readouterr().out
    assert main(["edit", "--new", "waterloo", "--plain"]) != 0
    assert "waterloo is not a battle that comes with the game" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("nothing\nown/new-battle\nwhere Red-1\n"))
    assert main(["edit", "--plain"]) == 0
    told = capsys.readouterr().out
    assert "nothing is neither" in told
    assert "Red-1 at 0101" in told


def test_first_words_units_tables_and_keys_are_completed(battle):
    complete = PlainWorkshop(battle, Console(io.StringIO(), io.StringIO()), Settings())._complete
    assert complete("pla") == ["place", "play"]
    assert complete("place 70") == ["704", "705"]
    assert complete("set rein") == ["reinforcements"]
    assert complete("set points 1 he") == ["held", "hexes"]
    assert complete("add units id = X; st") == ["strength"]
    assert complete("set nothing 1 ") == []
