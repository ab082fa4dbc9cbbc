"""Notes are kept for the side of their player, and bookmarks know whether their position was undone."""

import pytest

from tests.drawn import drawn, play, scenario, where
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.private import Note
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.keyboard import Seats
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.sessions.notebook import Notebook, notebook_of


def new_game(*seats: Seat) -> LocalSession:
    start = scenario(blue=["A 4-4-7 0505"], red=["X 4-4-7 0909"])
    return LocalSession.new(start, seed=1, seats=seats)


def test_notes_are_added_rewritten_and_deleted(folders):
    session = LocalSession.new(load_scenario("noville"), seed=1)
    book = Notebook(session, 0)
    book.add(Note("hold it", hex="0505"))
    book.add(Note("", order=0, name="start"))
    book.replace(book.notes[0], Note("give it up", hex="0505"))
    assert [note.text for note in Notebook(session, 0).notes] == ["give it up", ""]
    book.delete(book.notes[1])
    assert LocalSession.resume(session.path).private(0).notes == (Note("give it up", hex="0505"),)
    with pytest.raises(IllegalOrder, match="must not be empty"):
        book.add(Note("  "))


def test_only_one_of_two_equal_notes_is_deleted(folders):
    session = new_game()
    book, elsewhere = Notebook(session, 0), Notebook(session, 0)
    book.add(Note("hold"))
    book.add(Note("hold"))
    elsewhere.delete(Note("hold"))
    assert elsewhere.notes == (Note("hold"),)
    elsewhere.delete(Note("hold"))
    elsewhere.delete(Note("hold"))
    book.replace(Note("hold"), Note("go on"))
    assert book.notes == ()


def test_a_bookmark_of_undone_orders_leads_nowhere(folders):
    session = new_game()
    session.apply("move A 0504")
    *_, blank = Notebook(session, 0).blanks(0, 1, 1)
    bookmark = blank._replace(name="north")
    book = Notebook(session, 0)
    book.add(bookmark)
    assert book.place(bookmark) == 1
    session.apply("done")
    assert (marked := book.position(bookmark)) is not None
    assert (where(marked, "A"), marked.side) == ("0504", 0)
    session.undo_together()
    session.undo()
    assert book.position(bookmark) is None
    assert book.place(bookmark) == -1
    session.apply("move A 0506")
    assert book.place(bookmark) == -1, "another move is not the bookmarked one"
    session.undo()
    session.apply("move A 0504")
    assert book.place(bookmark) == 1


def test_at_one_keyboard_only_the_player_whose_turn_it_is_has_notes(folders):
    """The other player looks on during decisions in the enemy's turn."""
    start = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0404"], red=["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"], phase="combat")
    session = LocalSession.of_save(Save(start))
    seats = Seats(session, quick=False)
    assert seats.keeper == 0
    play(session.game, "attack A B > X")
    assert session.game.side == 1
    assert seats.keeper == -1
    play(session.game, "fpf none", "roll 6", "concede")
    assert seats.keeper == -1, "the other player may look at the end"


def test_a_player_who_gives_up_the_seat_does_not_see_the_notes_of_the_other(folders):
    session = new_game()
    seats = Seats(session, quick=False)
    seats.begin()
    assert seats.keeper == 0
    session.sit(0, Seat("computer", level=1))
    assert seats.keeper == -1, "the first player is still at the keyboard"
    while session.game.side == 0:
        session.apply(session.game.sample(1))
    seats.sit_down()
    assert seats.keeper == 1


def test_a_notice_hides_notes_when_the_turn_passes(folders):
    """It comes even if the players want no notices."""
    session = new_game()
    for kept in (False, True):
        seats = Seats(session, quick=False)
        seats.begin()
        if kept:
            Notebook(session, 1).add(Note("mine"))
        session.apply("done")
        assert session.game.side == 1
        assert seats.needs_notice("never") is kept
        session.undo_together()


@pytest.mark.parametrize("side", [0, 1, -1])
def test_the_computers_side_and_no_side_have_no_notes(folders, side):
    session = new_game(Seat("computer", level=1), Seat("computer", level=1))
    assert notebook_of(session, side) is None
    assert Seats(session, quick=False).keeper == -1
