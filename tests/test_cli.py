"""The westwall command, except the referee (test_referee.py) and the screen (ui/)."""

import contextlib
import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tests.files.example import SCENARIO, load_example, swap, write_example
from tests.files.scenarios.test_own import own
from tests.long import sample
from westwall_tui import __version__, cli
from westwall_tui.engine.orders import parse
from westwall_tui.files.command_line import UNUSABLE
from westwall_tui.files.disk.folders import own_folder
from westwall_tui.files.scenarios.catalog import LENGTHS, all_scenarios, first_battle
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.lessons.catalog import find_lesson
from westwall_tui.learn.puzzles.catalog import find_puzzle
from westwall_tui.net.addresses import games_folder
from westwall_tui.ui.starts import LessonStart, PuzzleStart, ScreenStart, TitleStart

ROOT = Path(__file__).parents[1]


pytestmark = pytest.mark.usefixtures("folders")


@pytest.fixture
def screen(monkeypatch):
    """Return the arguments with which the screen was started."""
    import types

    started: list[ScreenStart] = []
    app = types.ModuleType("westwall_tui.ui.app")

    def run(start: ScreenStart) -> int:
        started.append(start)
        return 0

    app.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "westwall_tui.ui.app", app)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    return started


def test_version(capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"westwall {__version__}\n"


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--help"])
    output = capsys.readouterr().out
    assert all(command in output for command in ("play", "resume", "list", "check", "board", "referee"))


def test_paths_names_the_folders_in_use(tmp_path, monkeypatch, command):
    monkeypatch.setenv("WESTWALL_GAMES", str(tmp_path / "games"))
    found = json.loads(command("paths", "--json").out)
    assert found["hosted games"] == str(games_folder()) == str(tmp_path / "games")
    assert found["keys and secrets"] == str(own_folder("state", "XDG_STATE_HOME"))


@pytest.mark.parametrize("command", ["play", "resume", "list", "check", "board", "referee"])
def test_help_of_commands(capsys, command):
    with pytest.raises(SystemExit, match="0"):
        cli.main([command, "--help"])
    assert command in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--vers"], ["fight"], ["play"], ["check"], ["referee"], ["list", "x"]])
def test_unknown_arguments(capsys, arguments):
    with pytest.raises(SystemExit, match="2"):
        cli.main(arguments)
    assert "usage: westwall" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play", "host", "referee", "simulate"])
def test_play_without_a_scenario_says_where_their_names_are(capsys, command):
    with pytest.raises(SystemExit, match="2"):
        cli.main([command])
    output = " ".join(capsys.readouterr().err.split())
    assert f"usage: westwall {command}" in output
    assert output.endswith(f", such as {first_battle().word}; see westwall list")


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "scenarios/bastogne/relief.toml"],
        ["referee", "spearhead"],
        *sample([["list"], ["board", "bastogne"]], []),
    ],
)
def test_no_screen_library_is_loaded(arguments):
    loaded = "{'textual', 'rich'} & {*sys.modules}"
    code = f"import sys; from westwall_tui import cli; cli.main({arguments}); print({loaded})"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, stdin=subprocess.DEVNULL, timeout=60
    )
    assert run.stdout.decode().splitlines()[-1] == "set()"


# -- list


def test_list(command, tmp_path):
    output = command("list").out
    assert "westwall play noville" in output.splitlines()[0]
    assert re.search(r"^    noville +\d\d min  Bastogne: Noville$", output, re.MULTILINE)
    assert "    bastogne/relief         2 h  Bastogne: The Relief of Bastogne\n" in output
    places = [output.index(f"\n{length}\n") for length in LENGTHS]
    assert places == sorted(places)
    for each in all_scenarios():
        length, entry = output[places[LENGTHS.index(each.length)] :].partition("\n\n")[0], each.entry
        assert f"\n    {entry.word} " in length
        assert f"  {entry.battle}: {entry.name}\n" in f"{length}\n"
    assert "westwall play random" in output
    assert "daily" in output
    assert f"Saved games in {tmp_path / 'saves'}: none" in " ".join(output.split())
    assert all(len(line) <= 80 for line in output.splitlines() if str(tmp_path) not in line)
    assert not any(line.endswith("-") for line in output.splitlines()), "Game-Turn is not split over two lines"


def test_list_of_saves(capsys, tmp_path):
    session = LocalSession.new(load_example(tmp_path), seed=3)
    session.apply(parse("attack K 1/9 > 1/8"))
    (tmp_path / "saves" / "spoiled.toml").write_text("\x1b[31m")
    cli.main(["list"])
    output = capsys.readouterr().out
    assert "mills.toml" in output
    assert "The bridge at Upper Mill, turn 3, a.m." in output
    assert "spoiled.toml is not TOML" in output
    assert "\x1b" not in output


# -- check


def test_puzzles_are_listed_with_the_one_of_the_day(command):
    *lines, blank, today = command("puzzle").out.splitlines()
    assert len(lines) >= 40
    assert lines[0].startswith("level 1  ")
    assert "level 4  small-door                   The defeated battalion shuts the door" in lines
    assert blank == ""
    assert today.startswith("Today: westwall puzzle ")
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["puzzle", "todya"], "today"),
        (["learn", "raods"], "roads"),
        (["rules", "zone of controll"], "zone of control"),
        (["play", "bastogne/relief", "--computr", "German=1"], "--computer"),
        (["--vresion"], "--version"),
    ],
)
def test_a_mistyped_word_gets_a_suggestion(capsys, words, meant):
    with contextlib.suppress(SystemExit):
        cli.main(words)
    output = capsys.readouterr()
    assert f"(did you mean {meant}?)" in " ".join((output.err or output.out).split())


def test_an_unknown_puzzle(capsys):
    assert cli.main(["puzzle", "no-such"]) == UNUSABLE
    assert (
        capsys.readouterr().err
        == "no-such is neither a puzzle that comes with the game nor a file; see westwall puzzle\n"
    )


def test_puzzles_are_made_until_the_time_is_over(capsys, tmp_path):
    assert cli.main(["puzzle", "--make", str(tmp_path / "made"), "--from", "small", "--seconds", "0"]) == 0
    assert capsys.readouterr().out.startswith("Found 0 puzzles.")


@pytest.mark.slow
def test_check_of_a_puzzle(command):
    path = ROOT / "scenarios" / "puzzles" / "small-opposite.toml"
    assert command("check", str(path)).out == f"{path}: good (puzzle)\n"


@pytest.mark.slow
def test_check_of_the_shipped_files(command):
    found = (ROOT / "scenarios").glob("*/*.toml")
    paths = sorted(str(path) for path in found if path.parent.name != "puzzles")  # their proofs have their own test
    output = [line for line in command("check", *paths).out.splitlines() if "part: leaves out" not in line]
    assert len(output) == len(paths), "no remarks, but that the part of a quick battle cuts a town"
    assert all(": good (" in line for line in output)


def test_check_lists_every_fault_of_every_file(command, tmp_path):
    text = swap(swap(SCENARIO, "last_turn = 4", "last_turn = 400"), 'hex = "0203"', 'hex = "0999"')
    bad = write_example(tmp_path, scenario=text)
    missing = tmp_path / "none.toml"
    good = tmp_path / "mills-board.toml"
    assert command("check", str(bad), str(missing), str(good), status=1).out.splitlines() == [
        f"{bad}: last_turn: must be from 1 to 99",
        f"{bad}: [[place]] 3 \"9A\": hex: there is no hex '0999' on this map",
        f"{missing}: there is no such file",
        f"{good}: good (board)",
    ]


def test_check_of_saves_and_settings(command, tmp_path):
    session = LocalSession.new(load_example(tmp_path), seed=3)
    session.save()
    settings = tmp_path / "settings.toml"
    settings.write_text('format = 1\nkind = "settings"\nglyphs = "runes"\n')
    assert command("check", str(session.path), str(settings), status=1).out.splitlines() == [
        f"{session.path}: good (save)",
        f"{settings}: glyphs: 'runes' is not one of ascii, unicode, drawn",
    ]


def test_check_takes_the_names_of_saved_games_and_scenarios(capsys, tmp_path):
    """Check that `check` takes names, as every other command does.

    A file takes precedence over a save of the same name.
    """
    session = LocalSession.new(load_example(tmp_path), seed=3)
    session.save()
    assert cli.main(["check", "mills", "mills.toml", "bastogne/relief", "mils", "bastogne/releif"]) == 1
    *good, wrong, other = capsys.readouterr().out.splitlines()
    assert good == ["mills: good (save)", "mills.toml: good (save)", "bastogne/relief: good (scenario)"]
    assert "mils is neither a file nor a saved game" in wrong
    assert "did you mean mills?" in wrong
    assert "bastogne/releif" in other


def test_check_of_an_unknown_kind(command, tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("a = 1\n")
    assert "kind: is missing" in command("check", str(path), status=1).out


def test_remarks_are_not_faults(command, tmp_path):
    from tests.files.example import BOARD

    write_example(tmp_path, board=swap(BOARD, "0402/0503 0403/0503", "0403/0503"))
    output = command("check", str(tmp_path / "mills-board.toml")).out
    assert output.startswith("remark: ")
    assert "0402/0502 and 0403/0503 do not meet" in output


# -- the screen


def test_title(screen):
    assert cli.main([]) == 0
    (start,) = screen
    assert isinstance(start, TitleStart)


def test_play(screen, tmp_path):
    assert cli.main(["play", "spearhead", "--seed", "7", "--strict"]) == 0
    assert cli.main(["play", str(write_example(tmp_path)), "--dice", "manual"]) == 0
    assert [start.page for start in screen] == ["briefing", ""], "a user's own scenario may have no briefing"
    first, second = (start.session for start in screen)
    assert (first.game.scenario.key, first.game.seed, first.game.strict) == ("bastogne/spearhead", 7, True)
    assert (second.game.scenario.key, second.game.seed, second.game.strict) == ("mills", None, False)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["learn", "4"], LessonStart(find_lesson("4"))),
        (["puzzle", "small-keep-the-points"], PuzzleStart(find_puzzle("small-keep-the-points"))),
    ],
)
def test_learn_and_puzzle_open_the_named_one(screen, arguments, wanted):
    assert cli.main(arguments) == 0
    assert screen == [wanted]


def test_demo_and_watch(screen, tmp_path):
    session = LocalSession.new(load_example(tmp_path), seed=3)
    session.apply(parse("attack K 1/9 > 1/8"))
    assert cli.main(["demo"]) == 0
    assert cli.main(["watch", str(session.path)]) == 0
    demo, watch = screen
    assert demo.demonstration.game.scenario.key == first_battle().key == "quick/noville"
    assert watch.recording.game.log == session.game.log


@pytest.mark.parametrize(("own", "wanted"), [(None, "25"), ("100", "100")])
def test_escape_waits_no_longer_than_necessary(screen, monkeypatch, own, wanted):
    """Check the delay of Escape, which a player can choose."""
    monkeypatch.delenv("ESCDELAY", raising=False)
    if own:
        monkeypatch.setenv("ESCDELAY", own)
    assert cli.main(["play", "bastogne/spearhead"]) == 0
    assert os.environ["ESCDELAY"] == wanted
    monkeypatch.delenv("ESCDELAY")


def test_resume(screen, tmp_path):
    session = LocalSession.new(load_example(tmp_path), seed=3)
    session.apply(parse("attack K 1/9 > 1/8"))
    for arguments in ([], ["mills"], ["mills.toml"], [str(session.path)]):
        assert cli.main(["resume", *arguments]) == 0
        assert screen.pop().session.game.digest() == session.game.digest()


def test_a_file_of_another_kind_names_the_command_that_opens_it(tmp_path, command):
    scenario, session = write_example(tmp_path), LocalSession.new(load_example(tmp_path), seed=3)
    session.save()
    hint = 'must be "save"; westwall play opens files of the kind "scenario"'
    assert hint in command("resume", str(scenario), status=2).err
    hint = 'must be "scenario"; westwall resume opens files of the kind "save"'
    assert hint in command("play", str(session.path), status=2).err


def test_resume_with_a_side_handed_to_the_computer(screen, tmp_path):
    session = LocalSession.new(load_example(tmp_path), seed=3)
    session.apply(parse("attack K 1/9 > 1/8"))
    second = session.game.scenario.sides[1].name
    assert cli.main(["resume", "--computer", f"{second}=3"]) == 0
    assert [str(seat) for seat in screen.pop().session.seats] == ["a person at this keyboard", "the computer, level 3"]
    assert cli.main(["resume"]) == 0
    assert screen.pop().session.seats[1].level == 3
    assert cli.main(["resume", "--computer", f"{second}=9"]) == 2


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["play", "nowhere"], "nowhere is neither a file nor the name of a scenario: "),
        (["resume"], "has no saved game; start one with: westwall play SCENARIO"),
        (["resume", "nothing"], "nothing is neither a file nor a saved game in "),
    ],
)
def test_unusable(screen, command, arguments, fault):
    assert fault in command(*arguments, status=2).err
    assert screen == []


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [[], ["play", "spearhead"]])
def test_without_a_terminal_the_command_says_so(arguments):
    run = subprocess.run(
        [sys.executable, "-m", "westwall_tui", *arguments], cwd=ROOT, capture_output=True, check=False, timeout=60,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert run.returncode == 2
    assert run.stdout == b""
    assert run.stderr.decode().startswith("westwall: the screen needs a terminal, and this isn't one. ")


# -- westwall board

BATTLES = ("arnhem", "bastogne", "hurtgen", "remagen")


@pytest.mark.slow
def test_board_of_a_battle_with_coordinates(command):
    lines = command("board", "Bastogne", "--width", "0").out.splitlines()
    columns = [f"{column:02}" for column in range(1, 30)]
    assert [i for i, line in enumerate(lines) if line.split() == columns] == [0, 64]
    assert [line[:2] for line in lines[1:64] if line[0].isdigit()] == [f"{row:02}" for row in range(1, 32)]
    assert not any("\x1b" in line for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("battle", "width"), sample([*product(BATTLES, (40, 80, 200))], [*zip(BATTLES, (40, 80, 200, 80), strict=True)])
)
def test_board_never_wraps(command, battle, width):
    """Check the strips: they have every column once, with the rows, the signs and the named lines below."""
    lines = command("board", battle, "--width", str(width)).out.splitlines()
    assert max(map(len, lines)) <= width
    ruler = [line.split() for line in lines if line.startswith("     ") and line.replace(" ", "").isdigit()]
    shown = [int(number) for numbers in ruler[::2] for number in numbers]
    assert shown == list(range(1, len(shown) + 1))
    assert any("woods" in line for line in lines[-12:])


def test_board_around_a_hex(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "24")
    lines = command("board", "hurtgen", "--at", "1417").out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 60
    assert " 14 " in lines[0]
    assert any(line.startswith("17 ") for line in lines)
    assert "+ Front Line" in lines
    assert "9999" in command("board", "hurtgen", "--at", "9999", status=UNUSABLE).err


def test_board_sizes_and_files(command, small_board):
    printed = [command("board", small_board, "--size", size).out for size in ("small", "middle", "large")]
    assert len(printed[0]) < len(printed[1]) < len(printed[2])
    assert "0303" in printed[2]


@pytest.mark.slow
def test_board_in_the_players_style(command, monkeypatch, tmp_path):
    monkeypatch.setenv("WESTWALL_CONFIG", str(tmp_path))
    (tmp_path / "settings.toml").write_text('format = 1\nkind = "settings"\nglyphs = "unicode"\n', encoding="utf-8")
    assert "↟" in command("board", "bastogne").out


@pytest.mark.slow
@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_board_in_color_only_on_a_terminal(command, monkeypatch, no_color, coloured):
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert ("\x1b[" in command("board", "bastogne", "--size", "small").out) is coloured


PART = """
format = 1
kind = "scenario"
name = "Part"
rules = "standard"
board = "hurtgen"
units = "hurtgen"
part = ["1006", "1816"]
first_turn = 1
last_turn = 2
[[sides]]
name = "US"
letter = "A"
[[sides]]
name = "German"
letter = "G"
[[place]]
unit = "1/121"
hex = "1016"
[[place]]
unit = "1/856"
hex = "1408"
"""


def test_board_of_a_scenario_is_the_part_that_it_is_played_on(command, tmp_path):
    mine, drawn = tmp_path / "part.toml", tmp_path / "part.svg"
    mine.write_text(PART, encoding="utf-8")
    lines = command("board", str(mine), "--width", "0").out.splitlines()
    assert lines[0].split() == [str(column) for column in range(10, 19)]
    assert [line[:2] for line in lines[1:24] if line[0].isdigit()] == [f"{row:02}" for row in range(6, 17)]
    assert "14" in command("board", str(mine), "--at", "1408", "--width", "30").out.splitlines()[0].split()
    assert cli.main(["board", str(mine), "--svg", str(drawn)]) == 0
    numbers = sorted(re.findall(r">(\d{4})<", drawn.read_text(encoding="utf-8")))
    assert numbers == sorted(f"{column}{row:02}" for column in range(10, 19) for row in range(6, 17))
    assert cli.main(["board", "hurtgen", "--svg", str(drawn)]) == 0
    assert ">0101<" in drawn.read_text(encoding="utf-8")


def test_board_drawn_into_a_file_replaces_it(command, tmp_path, small_board):
    target = tmp_path / "b.svg"
    target.write_text("old", encoding="utf-8")
    assert command("board", small_board, "--svg", str(target)).out == ""
    assert target.read_text(encoding="utf-8").startswith("<svg")
    assert list(tmp_path.glob("*")) == [target]


@pytest.mark.slow
def test_board_with_the_units_of_a_saved_game(command, tmp_path):
    target, save = tmp_path / "b.svg", str(ROOT / "tests/saves/v1-bastogne-relief-over.toml")
    assert cli.main(["board", "--save", save, "--svg", str(target)]) == 0
    assert 'class="counter"' in target.read_text(encoding="utf-8")
    for wrong in (["--save", save], ["bastogne", "--save", save, "--svg", str(target)], ["--svg", str(target)]):
        assert command("board", *wrong, status=2).err.startswith("westwall board: ")


def test_board_that_cannot_be_written_or_found(capsys, command, tmp_path, small_board):
    assert cli.main(["board", small_board, "--svg", str(tmp_path / "no" / "b.svg")]) == 2
    assert capsys.readouterr().err.endswith("b.svg cannot be written: No such file or directory\n")
    output = command("board", "waterloo", status=2).err
    assert output.startswith("waterloo is neither a file nor a battle that comes with the game; the battles are ")
    assert "bastogne" in output
    assert "there is no such file" in command("board", str(tmp_path / "b.toml"), status=2).err


@pytest.mark.slow
def test_board_at_full_size(capsys, tmp_path):
    target = tmp_path / "b.svg"
    assert cli.main(["board", "bastogne", "--svg", str(target), "--hex", "1.6cm"]) == 0
    width = float(target.read_text(encoding="utf-8").partition('width="')[2].partition("mm")[0])
    assert 29 * 16 * 0.866 < width < 29 * 16 * 1.1
    for wrong in ("16", "4mm", "51mm", "nanmm", "-16mm", "mm", "1\x1bcm"):
        with pytest.raises(SystemExit):
            cli.main(["board", "bastogne", "--svg", str(target), f"--hex={wrong}"])
        output = capsys.readouterr().err
        assert "isn't a size from 5mm to 50mm" in output
        assert "\x1b" not in output


@pytest.mark.slow
def test_board_printed(tmp_path, small_board):
    pytest.importorskip("cairosvg")
    target = tmp_path / "b.pdf"
    assert cli.main(["board", small_board, "--pdf", str(target), "--paper", "letter", "--hex", "0.75in"]) == 0
    assert target.read_bytes().startswith(b"%PDF")


def test_board_cannot_be_printed_without_the_extra(command, monkeypatch, tmp_path, small_board):
    monkeypatch.setitem(sys.modules, "cairosvg.parser", None)
    assert command("board", small_board, "--pdf", str(tmp_path / "b.pdf"), status=2).err.startswith(
        "westwall board: PDF files need CairoSVG (--svg works without it); to install"
    )
    assert not list(tmp_path.iterdir())


def test_counters_to_cut_out(command, tmp_path):
    target = tmp_path / "c.svg"
    assert cli.main(["board", "bastogne/relief", "--counters", "--svg", str(target)]) == 0
    assert 'class="counter"' in target.read_text(encoding="utf-8")
    for wrong in (["bastogne", "--counters"], ["--counters", "--save", "x", "--svg", str(target)]):
        assert "--counters needs --svg or --pdf FILE, and no saved game" in command("board", *wrong, status=2).err
    assert "waterloo" in command("board", "waterloo", "--counters", "--svg", str(target), status=2).err


@pytest.fixture
def forced(monkeypatch):
    """Run the command that sshd runs with ForceCommand if the client asked for another one."""

    def run(asked: str) -> int:
        monkeypatch.setenv("SSH_ORIGINAL_COMMAND", asked)
        monkeypatch.setattr("sys.argv", ["westwall"])
        return cli.main()

    return run


@pytest.mark.parametrize("asked", ["list", "westwall list"])
def test_a_forced_command_runs_the_requested_one(forced, asked, capsys):
    assert forced(asked) == 0
    assert "bastogne/spearhead" in capsys.readouterr().out


def test_a_forced_command_plays(forced, screen):
    assert forced("play bastogne/relief --computer German=2:bold") == 0
    assert screen


def test_a_forced_command_plays_a_battle_of_the_logins_folder(forced, screen):
    own("my_mills")
    assert forced("play own/my_mills") == 0
    assert screen


def test_a_forced_command_looks_up_a_case(forced, capsys):
    assert forced("rules 7.71") == 0
    assert "7.71" in capsys.readouterr().out


@pytest.mark.parametrize(
    "asked",
    [
        "board bastogne --svg x",
        "report x --html .bashrc",
        "simulate relief --csv x",
        "puzzle --make x",
        "puzzle --make=x",
        "resume ../other/save",
        "resume /etc/passwd",
        "resume .netrc",
        "resume ~root/x",
        "check x",
        "play x.toml",
        "play '",
        "play $(reboot)",
        "play 'a\x1b[2J'",
        "club serve x",
    ],
)
def test_a_forced_command_reaches_no_files(forced, asked, capsys):
    assert forced(asked) == 2
    output = capsys.readouterr().err
    assert "not allowed for this login" in output
    assert "\x1b" not in output


def test_words_of_the_forced_command_come_first(monkeypatch, capsys):
    monkeypatch.setenv("SSH_ORIGINAL_COMMAND", "board bastogne")
    monkeypatch.setattr("sys.argv", ["westwall", "list"])
    assert cli.main() == 0


@pytest.mark.parametrize(
    ("word", "means"),
    [
        ("Bastogne", {"noville", "bastogne/spearhead", "bastogne/relief", "bastogne/campaign"}),
        ("hurtgen", {"hurtgen/historical", "hurtgen/free"}),
        ("historical", {"arnhem/historical", "hurtgen/historical", "remagen/historical"}),
        ("quick", {"noville"}),
    ],
)
def test_a_word_for_several_scenarios_names_them(word, means, command):
    output = command("play", word, status=UNUSABLE).err
    assert output.startswith(f"{word} is short for several scenarios; name one: ")
    assert means <= {*re.split(r", | or |\n", output.partition(": ")[2])}
