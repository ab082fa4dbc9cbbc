"""Notes, sandboxes and conditions of one side: how they are stored, in every kind of game, and who can read them."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.every import every
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import build_save, read_save, write_save
from westwall_tui.files.saves.private import (
    MAX_CONDITIONS,
    MAX_NOTE_LENGTH,
    MAX_NOTES,
    MAX_SANDBOXES,
    NOTHING,
    Note,
    Private,
    Sandbox,
    change_file,
    private_of_text,
    read_file,
)
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile

FULL = Private(
    (Note("the whole game"), Note("a turn", 3), Note("a hex", hex="1315"), Note("", order=7, name="before the attack")),
    (Sandbox("north", 2, ("move 52 1315", "roll 4")), Sandbox("south", 0)),
    ("fire all for all", "retreat all toward 1315"),
)


def local(tmp_path: Path, *seats: Seat) -> LocalSession:
    return LocalSession.new(load_scenario("noville"), seed=1, seats=seats, folder=tmp_path)


def test_the_text_of_a_table_leads_back_to_it():
    assert private_of_text(SourceFile("x", FULL.text())) == FULL
    assert NOTHING.text() == ""


def test_a_save_has_the_tables_of_both_sides(tmp_path):
    session = local(tmp_path)
    session.change_private(0, lambda _: FULL)
    session.change_private(1, lambda own: own._replace(notes=(Note("mine"),)))
    again = LocalSession.resume(session.path, at_once=True)
    assert (again.private(0), again.private(1).notes) == (FULL, (Note("mine"),))
    again.apply(again.game.sample(1))  # which replays the game
    assert read_save(session.path).private == (FULL, Private((Note("mine"),)))


def test_only_a_person_at_the_keyboard_has_a_table(tmp_path):
    session = local(tmp_path, Seat(), Seat("computer", level=2))
    assert session.private(0) == NOTHING
    for side in (1, -1, 2):
        with pytest.raises(IllegalOrder, match="only the player of a side"):
            session.private(side)
        with pytest.raises(IllegalOrder, match="only the player of a side"):
            session.change_private(side, lambda own: own)


def test_a_game_that_continues_elsewhere_has_no_tables(tmp_path):
    session = local(tmp_path)
    session.change_private(0, lambda _: FULL)
    assert session.another(swapped=False).private(0) == NOTHING


@every(
    "change, why",
    [
        (lambda own: own._replace(notes=(Note("x"),) * (MAX_NOTES + 1)), "at most 200 notes in this game; delete"),
        (lambda own: own._replace(notes=(Note("x" * (MAX_NOTE_LENGTH + 1)),)), "at most 500 characters"),
        (lambda own: own._replace(notes=(Note("\x1b[2J"),)), r"U\+001B"),
        (lambda own: own._replace(notes=(Note(" "),)), "must not be empty"),
        (lambda own: own._replace(sandboxes=(Sandbox("a", 0), Sandbox("A", 1))), "already has a sandbox of that name"),
        (
            lambda own: own._replace(sandboxes=tuple(Sandbox(str(n), 0) for n in range(MAX_SANDBOXES + 1))),
            "at most 20 sandboxes",
        ),
        (lambda own: own._replace(conditions=("fire",) * (MAX_CONDITIONS + 1)), "at most 60 conditions"),
        (lambda own: own._replace(conditions=("two\nlines",)), r"U\+000A"),
        (lambda own: own._replace(notes=(Note("\U0001f600" * 500),) * 100), "too long in all"),
    ],
)
def test_a_change_beyond_the_limits_changes_nothing(tmp_path, change, why):
    session = local(tmp_path)
    session.change_private(0, lambda _: FULL)
    with pytest.raises(IllegalOrder, match=why):
        session.change_private(0, change)
    assert read_save(session.path).private[0] == FULL


@every(
    "text, why",
    [
        ('[private.German]\nnotes = "x"', "unknown key"),
        ("[private.Swiss]\n", "unknown key"),
        ("[[private.German.note]]\ntext = 3", "must be a string"),
        ('[[private.German.sandbox]]\nname = ""\nstart = -1', "must be from 0"),
        (f"[private.German]\nconditions = {['x'] * (MAX_CONDITIONS + 1)}", "there may be at most 60"),
    ],
)
def test_a_wrong_table_in_a_save_is_a_fault(tmp_path, text, why):
    session = local(tmp_path)
    saved = write_save(replace(session._save, private=(NOTHING, NOTHING)))
    with pytest.raises(FileError, match=why):
        build_save(SourceFile("x", f"{saved}\n{text}\n"))


def test_a_file_of_its_own_is_changed_whole(tmp_path):
    path = tmp_path / "private" / "a.toml"
    assert read_file(path) == NOTHING
    assert change_file(path, lambda _: FULL) == FULL == read_file(path)
    assert not path.parent.stat().st_mode & 0o077, "another login of the machine may not read the conditions"
    path.write_text("nonsense")
    with pytest.raises(FileError):
        change_file(path, lambda _: NOTHING)
    assert path.read_text() == "nonsense"
