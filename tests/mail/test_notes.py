"""Secret notes: they stay secret until they apply, nobody can change them, and a passphrase opens them."""

import re

import pytest

from tests.long import sample
from tests.mail.post import changed
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.command_line import how_to_install
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.saves.mailed import Opened
from westwall_tui.mail import notes
from westwall_tui.mail.checking import LetterStep
from westwall_tui.mail.opening import NEW_PASSPHRASE, Terms, answer_with, begin
from westwall_tui.mail.opening import PASSPHRASE as ASKED

pytestmark = pytest.mark.slow

FREE = "arnhem/free"
WORK = notes.WORK
"""The cost of players' keys; `quick_keys` makes those of these tests cheaper."""


@pytest.fixture
def noted(anna):
    """Have Anna note where her divisions land: one at once, the others on the next two Game-Turns."""
    anna.begin("Bert", FREE)
    game = anna.session.game
    legal = {}
    for turn, division in enumerate(queries.notes(game, 0), 1):
        order = next(o for o in anna.session.game.legal() if getattr(o, "division", "") == division)
        legal[division] = f"zone {division} {order.hex} {turn}"
        anna.session.apply(legal[division])
    anna.session.apply("done")
    return anna, list(legal.values())


def texts(player):
    return [path.read_text() for path in player.home.rglob("*.t*") if path.is_file()]


def test_no_file_reveals_a_sealed_note(noted, bert):
    anna, lines = noted
    bert.open(anna.sent())
    for line in lines:
        for text in [*texts(anna), *texts(bert)]:
            assert line not in text
    assert anna.session.game.log[:3] == lines
    shown = read_save(anna.sent()).game
    assert [line.split()[1] for line in shown.log[:3]] == [line.split()[1] for line in lines]
    assert all(line.endswith(" 10") for line in shown.log[:3])


def test_placeholders_depend_on_no_secret(noted, anna, tmp_path, monkeypatch):
    """Two games that differ only in their notes have the same placeholders."""
    first, _ = noted
    mailed = first.session.mailed
    public = notes.public_game(first.session.game, mailed)
    second = Game(first.session.game.scenario, seed=None)
    for division in queries.notes(second, 0):
        orders = [o for o in second.legal() if getattr(o, "division", "") == division]
        second.apply(str(orders[-1]))
    second.apply("done")
    assert second.log[:3] != first.session.game.log[:3]
    assert notes.public_game(second, mailed).log == public.log


def test_notes_are_opened_when_they_apply(noted, bert):
    anna, lines = noted
    bert.open(anna.sent())
    known = []
    for _ in range(6):
        anna.open(pass_by(bert))
        bert.open(pass_by(anna))
        known.append(sum(bert.session.game.log[n] == line for n, line in enumerate(lines)))
        placed = len(bert.session.game.observe(1)["markers"])
        assert placed == known[-1]
        if known[-1] == 3:
            break
    assert known == sorted(known)
    assert known[-1] == 3
    assert known[0] < 3
    assert not bert.session.mailed.hidden
    assert bert.session.game.log[: len(anna.session.game.log)] == anna.session.game.log


def test_a_sealed_note_cannot_be_changed(noted, bert):
    anna, _ = noted
    bert.open(anna.sent())
    anna.open(pass_by(bert))
    letter = pass_by(anna)
    own = bert.own.read_bytes()

    def other_seal(data):
        data["mail"]["sealed"][1] = "1 " + "a" * 64

    def other_note(data):
        opened = data["mail"]["opened"]
        n, salt, *_ = opened[0].split()
        opened[0] = f"{n} {salt} zone 101 0707 1"

    for change, why in (
        (other_seal, "it changes a secret note that was sealed"),
        (other_note, "it opens a secret note that is not the one that was sealed"),
    ):
        with pytest.raises(FileError, match=why):
            bert.open(changed(letter, change))
        assert bert.own.read_bytes() == own


def test_only_the_right_passphrase_opens_the_notes(noted):
    anna, lines = noted
    assert anna.asked == [NEW_PASSPHRASE]
    anna.open(anna.own)
    assert anna.asked == [NEW_PASSPHRASE, ASKED]
    assert anna.session.game.log[:3] == lines
    anna.passphrase += "."
    with pytest.raises(FileError, match="this passphrase does not open your notes"):
        anna.open(anna.own)


def test_a_lost_file_is_made_again_with_the_passphrase(noted, bert):
    anna, lines = noted
    bert.open(anna.sent())
    letter = bert.play()
    anna.own.unlink()
    anna.open(letter)
    assert anna.session.game.log[:3] == lines


def test_a_passphrase_is_asked_before_the_game_begins(anna):
    from westwall_tui.files.scenarios.catalog import load_scenario
    from westwall_tui.mail.opening import PassphraseWanted

    anna.sit_down()
    with pytest.raises(PassphraseWanted) as wanted:
        begin(load_scenario(FREE), Terms(0, ("Anna", "Bert")), answer_with(""))
    assert wanted.value.is_new
    assert not [*anna.home.rglob("*.toml")]


def test_a_note_can_be_changed_only_after_undo(anna):
    anna.begin("Bert", FREE)
    order = next(anna.session.game.legal())
    anna.session.apply(order)
    with pytest.raises(IllegalOrder, match="undo that note first"):
        anna.session.apply(order)
    anna.session.undo()
    assert not anna.session.mailed.sealed
    anna.session.redo()
    assert list(anna.session.mailed.sealed) == [0]


def test_without_the_library_a_sentence_says_how_to_install_it(anna, bert, monkeypatch):
    monkeypatch.setattr("westwall_tui.mail.opening.can_seal", lambda: False)
    monkeypatch.setattr("westwall_tui.mail.notes.can_seal", lambda: False)
    with pytest.raises(FileError, match=re.escape(how_to_install("mail"))):
        anna.begin("Bert", FREE)
    anna.begin("Bert", FREE, 1)  # a side without notes does not need it
    with pytest.raises(FileError, match="has secret notes; sealing them needs the package cryptography"):
        bert.open(anna.sent())
    anna.begin("Bert")  # a scenario without notes does not need it either


def test_a_player_without_notes_needs_no_passphrase(noted, bert):
    anna, _ = noted
    bert.open(anna.sent())
    bert.open(bert.own)
    assert not bert.asked


def test_a_recording_shows_the_notes_only_to_their_player(noted, bert):
    from westwall_tui.files.sessions.recording import recording_of_session

    anna, lines = noted
    bert.open(anna.sent())
    mine, his = recording_of_session(anna.session, 0), recording_of_session(bert.session, 1)
    assert mine.game.log[:3] == lines
    assert not set(lines) & set(his.game.log)
    assert len(his.game.log) == 4
    assert his.game.observe(1)["markers"] == []


def as_if(other):
    """Return a replacement for `public_game` with other placeholders."""

    def public(game, mailed):
        shown = game.root()
        shown.replay([other.get(n, line) if n in mailed.hidden else line for n, line in enumerate(game.log)])
        return shown

    return public


def test_a_placeholder_must_apply_in_the_last_turn(anna, bert, monkeypatch):
    """Otherwise a player could choose between two places."""
    other: dict[int, str] = {}
    monkeypatch.setattr("westwall_tui.mail.session.public_game", as_if(other))
    anna.begin("Bert", FREE)
    for number, division in enumerate(queries.notes(anna.session.game, 0)):
        order = next(o for o in anna.session.game.legal() if getattr(o, "division", "") == division)
        other[number] = f"zone {division} {order.hex}"
        anna.session.apply(f"{other[number]} 3")
    anna.session.apply("done")
    assert read_save(anna.sent()).game.log[0] == other[0]
    with pytest.raises(FileError, match="applies before the last Game-Turn"):
        bert.open(anna.sent())


def pass_by(player):
    """Give as few orders as possible, until the letter is written."""
    while player.session.step is LetterStep.WRITER:
        can_end = any(str(order) == "done" for order in player.session.game.legal())
        player.session.apply("done" if can_end else queries.default_order(player.session.game))
    return player.sent()


@pytest.mark.parametrize("ever", [True, *sample([False], [])], ids=["too late", *sample(["never"], [])])
def test_a_note_that_is_not_opened_when_it_applies_is_refused(noted, bert, monkeypatch, ever):
    """Otherwise its writer could wait for the course of the game."""
    anna, _ = noted
    letter = anna.sent()
    with monkeypatch.context() as patched:
        patched.setattr("westwall_tui.mail.session.MailSession._open_notes", lambda *_: None)
        for _ in range(2):
            bert.open(letter)
            anna.open(pass_by(bert))
            letter = pass_by(anna)
        if not ever:
            while anna.session.game.state.turn < anna.session.game.scenario.last_turn:
                bert.open(letter)
                anna.open(pass_by(bert))
                letter = pass_by(anna)
    if ever:
        bert.open(letter)
        anna.open(pass_by(bert))
        letter = pass_by(anna)
        assert anna.session.mailed.opened
    with pytest.raises(FileError, match="that was not opened in the first letter after it applied"):
        bert.open(letter)


def test_the_length_of_the_box_reveals_nothing(noted, monkeypatch):
    """A note for a later Game-Turn has more characters."""
    anna, lines = noted
    monkeypatch.setattr(notes, "WORK", WORK)
    box = notes.Box("0" * 32, "four words or more")
    lengths = {len(box.seal({0: Opened("a" * 32, line)})) for line in (lines[0], lines[0][:-2])}
    assert lengths == {len(anna.session.mailed.box)}
