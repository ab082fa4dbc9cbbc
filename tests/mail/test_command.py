"""`westwall mail` at the command line."""

import json

import pytest

from tests.files.scenarios.test_own import own
from tests.mail.post import PASSPHRASE, changed
from westwall_tui import cli
from westwall_tui.files.disk.folders import scenarios_folder
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.files.scenarios.catalog import first_battle

NEW = ["mail", "--new", "bastogne/spearhead", "--as", "US", "--with", "Bert", "--name", "Anna", "--plain"]


@pytest.fixture
def at(monkeypatch):
    """Return a function that runs a command of a player with lines to type, and returns the status."""

    def type_in(player, words, *lines):
        player.sit_down()
        import io

        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return cli.main([str(word) for word in words])

    return type_in


@pytest.mark.slow
def test_a_game_is_begun_opened_and_listed(anna, bert, at, capsys):
    assert at(anna, NEW, "deploy auto", "done") == 0
    letter = anna.home / "saves" / "letters" / "bastogne-t1-to-bert.toml"
    assert f"The letter to Bert is written: {letter}." in capsys.readouterr().out
    at(anna, ["mail"])
    assert capsys.readouterr().out == (
        "bastogne-with-bert.toml          Bastogne: Spearhead by mail, turn 1: Bert's move\n"
    )
    assert at(bert, ["mail", letter, "--plain"]) == 0
    assert "Anna invites you, Bert" in capsys.readouterr().out
    at(bert, ["list", "--json"])
    assert json.loads(capsys.readouterr().out)["saves"][0]["mail"] == "your move"
    at(bert, ["list"])
    assert "Bastogne: Spearhead by mail, turn 1: your move" in capsys.readouterr().out


def test_a_battle_of_your_own_goes_with_the_letter(anna, bert, at, capsys):
    anna.sit_down()
    own("mills")
    words = ["mail", "--new", "own/mills", "--as", "German", "--with", "Bert", "--name", "Anna", "--plain"]
    assert at(anna, words, "attack K 1/9 > 1/8 + 9A") == 0
    letter = anna.home / "saves" / "letters" / "mills-t3-to-bert.toml"
    assert f"The letter to Bert is written: {letter}." in capsys.readouterr().out
    bert.sit_down()
    assert not scenarios_folder().exists()
    assert at(bert, ["mail", letter, "--plain"]) == 0
    assert "The scenario own/mills did not come with your program; its files came" in capsys.readouterr().out
    assert [path.name for path in (bert.home / "saves").glob("*.toml")] == ["mills-with-anna.toml"]


def test_without_games_the_list_says_how_to_begin_one(anna, at, capsys):
    assert at(anna, ["mail"]) == 0
    begin, names = capsys.readouterr().out.splitlines()
    assert begin.endswith("To begin one: westwall mail --new SCENARIO --as SIDE --with NAME")
    assert names == f"westwall list has the names of the scenarios, such as {first_battle().word}."


def test_resume_opens_games_and_letters(anna, bert, at, capsys):
    at(anna, NEW, "deploy auto", "done")
    capsys.readouterr()
    assert at(anna, ["resume", "--plain"]) == 0
    assert "The game is waiting for the answer." in capsys.readouterr().out
    letter = anna.home / "saves" / "letters" / "bastogne-t1-to-bert.toml"
    assert at(bert, ["resume", letter, "--plain"]) == 0
    assert "Anna invites you, Bert" in capsys.readouterr().out


def test_resume_cannot_seat_the_computer(anna, at, capsys):
    at(anna, NEW, "deploy auto", "done")
    assert at(anna, ["resume", "--plain", "--computer", "US=2"]) == 2
    assert "a game by mail keeps its players" in capsys.readouterr().err


def test_a_letter_is_written_again(anna, at, capsys):
    at(anna, NEW, "deploy auto")
    assert at(anna, ["mail", "bastogne-with-bert", "--again"]) == 2
    assert capsys.readouterr().err == "westwall mail: you have not written a letter yet\n"
    at(anna, ["mail", "bastogne-with-bert", "--plain"], "done")
    letter = anna.home / "saves" / "letters" / "bastogne-t1-to-bert.toml"
    letter.unlink()
    capsys.readouterr()
    assert at(anna, ["mail", "bastogne-with-bert", "--again"]) == 0
    assert capsys.readouterr().out == f"The letter to Bert: {letter}\nIts text: {letter.with_suffix('.txt')}\n"
    assert letter.is_file()


@pytest.mark.parametrize("gone", [".toml", ".txt"])
def test_opening_a_game_writes_a_letter_that_a_killed_program_did_not_write(anna, at, capsys, gone):
    at(anna, NEW, "deploy auto", "done")
    letter = anna.home / "saves" / "letters" / "bastogne-t1-to-bert.toml"
    written = letter.read_bytes()
    letter.with_suffix(gone).unlink()
    capsys.readouterr()
    at(anna, ["mail", "bastogne-with-bert", "--plain"])
    assert f"The letter to Bert is written: {letter}." in capsys.readouterr().out
    assert letter.read_bytes() == written
    assert letter.with_suffix(".txt").is_file()
    at(anna, ["mail", "bastogne-with-bert", "--plain"])
    assert "Your letter to Bert is written (again: " in capsys.readouterr().out


def test_standing_orders_go_with_the_next_letter(anna, bert, at, capsys):
    at(anna, NEW, "deploy auto")
    assert at(anna, ["mail", "bastogne-with-bert", "--standing", "Hold Noville", "--plain"], "done") == 0
    assert "My standing orders: Hold Noville" in capsys.readouterr().out
    assert at(anna, ["mail", "bastogne-with-bert", "--standing", "x\x1b[31m", "--plain"]) == 2
    assert "standing orders must be one line of at most 400 characters" in capsys.readouterr().err


def test_standing_orders_need_no_terminal(anna, bert, at, capsys):
    at(anna, NEW, "deploy auto")
    assert at(anna, ["mail", "bastogne-with-bert", "--standing", "Hold Noville"]) == 0
    assert capsys.readouterr().out.endswith(
        "Bert gets your standing orders with your next letter. To play: westwall mail bastogne-with-bert.toml\n"
    )
    assert at(anna, ["mail", "bastogne-with-bert", "--standing", "two\nlines"]) == 2
    assert "standing orders must be one line" in capsys.readouterr().err
    at(anna, ["mail", "bastogne-with-bert", "--plain"], "done")
    assert "My standing orders: Hold Noville" in capsys.readouterr().out


def test_standing_orders_that_cannot_be_saved_are_reported(anna, at, capsys, monkeypatch):
    at(anna, NEW, "deploy auto")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("westwall_tui.files.sessions.local.replace_whole", full, raising=False)
    monkeypatch.setattr("westwall_tui.files.disk.writing.replace_whole", full)
    assert at(anna, ["mail", "bastogne-with-bert", "--standing", "Hold Noville"]) == 2
    assert "No space left on device" in capsys.readouterr().err


WRONG = [
    (["--new", "bastogne/spearhead"], "name your side: --as German or --as US"),
    (
        ["--new", "bastogne/spearhead", "--as", "Martian", "--with", "B"],
        "this scenario has no side 'Martian'; name your side",
    ),
    (["--new", "bastogne/spearhead", "--as", "US"], "name your opponent with --with"),
    (["--new", "bastogne/spearhed"], "did you mean"),
    (["--new", "bastogne/spearhead", "FILE"], "leave one of them out"),
    (["nowhere.toml"], "is neither a file nor a saved game"),
]


@pytest.mark.parametrize(("words", "why"), WRONG)
def test_wrong_arguments_are_refused_in_one_sentence(anna, at, capsys, words, why):
    assert at(anna, ["mail", *words, "--plain"]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
    assert not [*anna.home.rglob("*.toml")]


def test_an_ordinary_save_is_not_a_game_by_mail(anna, at, capsys):
    at(anna, ["play", "bastogne/spearhead", "--plain"], "deploy auto")
    capsys.readouterr()
    assert at(anna, ["mail", "bastogne-spearhead", "--plain"]) == 2
    assert "to begin one: westwall mail --new SCENARIO --as SIDE --with NAME" in capsys.readouterr().err


def test_the_screen_needs_a_terminal_before_a_letter_is_opened(anna, bert, at, capsys):
    at(anna, NEW, "deploy auto", "done")
    letter = anna.home / "saves" / "letters" / "bastogne-t1-to-bert.toml"
    assert at(bert, ["mail", letter]) == 2
    assert "the screen needs a terminal" in capsys.readouterr().err
    assert not list_saves()


@pytest.mark.slow
def test_the_command_refuses_a_false_letter_in_one_sentence(anna, bert, at, capsys):
    at(anna, NEW, "deploy auto", "done")
    letter = anna.home / "saves" / "letters" / "bastogne-t1-to-bert.toml"
    forged = changed(letter, lambda data: data["mail"].update(players=["\x1b[2J", "Bert"]))
    assert at(bert, ["mail", forged, "--plain"]) == 2
    error = capsys.readouterr().err
    assert "\x1b" not in error
    assert "U+001B" in error


@pytest.mark.slow
def test_a_passphrase_is_read_from_a_pipe_and_asked_twice_at_a_terminal(anna, at, capsys, monkeypatch):
    words = ["mail", "--new", "arnhem/free", "--as", "Allied", "--with", "Bert", "--name", "Anna", "--plain"]
    assert at(anna, words) == 2
    assert "your secret notes need a passphrase, but you typed none" in capsys.readouterr().err
    assert at(anna, words, PASSPHRASE, "do") == 0
    assert at(anna, ["mail", "arnhem-with-bert", "--plain"], "wrong") == 2
    assert "this passphrase does not open your notes" in capsys.readouterr().err
    assert at(anna, ["mail", "arnhem-with-bert", "--plain"], PASSPHRASE) == 0
    from westwall_tui.files.faults import FileError
    from westwall_tui.mail.command import ask
    from westwall_tui.mail.opening import NEW_PASSPHRASE

    answers = iter(["one", "two"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(answers))
    with pytest.raises(FileError, match="you typed two different passphrases"):
        ask(NEW_PASSPHRASE)
