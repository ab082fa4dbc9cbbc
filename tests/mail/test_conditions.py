"""Conditions by mail: each player's program decides by the other's table, and checks what was decided by its own."""

import base64
import os
import zlib
from functools import partial
from itertools import count, islice

import pytest

from tests.mail.conftest import drawn_alike
from tests.mail.post import Player, changed, copy_of
from tests.mail.test_cheats import forged, mail_of, refusal, set_term
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.words import count as count_of
from westwall_tui.files.command_line import COMPUTER, CONDITIONS
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.saves.mailed import MAX_WRAPPED_LENGTH
from westwall_tui.mail.checking import LetterStep
from westwall_tui.mail.wrapped import conditions_answer, conditions_at, unwrap
from westwall_tui.words.conditions import coverage
from westwall_tui.words.events import log_so_far

NOVILLE = "quick/noville"
GERMAN = ("fire all", "retreat all away", "advance none")
US = ("fire all at +1..", "fire none", "retreat all stay", "advance none")


def wish(player, *lines):
    """Let a player write conditions."""
    player.sit_down()
    player.session.change_private(player.session.mine, lambda private: private._replace(conditions=lines))


def sent_with(letter):
    """Return the conditions that a letter brings."""
    mailed = mail_of(letter)
    return unwrap(mailed.game, mailed.number, mailed.conditions[-1]).lines


def decided_in(letter):
    """Return the numbers of the orders in the last part of a letter that the reader's conditions decided."""
    save = read_save(letter)
    mailed, game = save.mailed, save.game.root()
    start, reader = mailed.ends[-2], 1 - mailed.author(mailed.number)
    found = []
    for number, line in enumerate(save.game.log):
        if number >= start and game.side == reader:
            found.append(number)
        game.replay([line])
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Play up to a letter by Anna (German) in which Bert's conditions decide; Bert has not opened it."""
    monkeypatch = pytest.MonkeyPatch()
    for start in count(0, 1_000):
        monkeypatch.setattr(os, "urandom", drawn_alike(start))
        root = tmp_path_factory.mktemp("conditions")
        anna, bert = (Player(name, root / name.lower(), monkeypatch) for name in ("Anna", "Bert"))
        anna.begin("Bert", NOVILLE, defense=CONDITIONS)
        wish(anna, *GERMAN)
        letter = anna.play()
        for number in range(6):
            reader = (bert, anna)[number % 2]
            notes = reader.open(letter).notes
            if number == 0:
                assert "You have no conditions, so each decision in Anna's turn takes an extra letter" in notes
                wish(bert, *US)
            letter = reader.play()
            if reader is anna and len(decided_in(letter)) > 1:
                yield anna, bert, letter, copy_of(root)
                monkeypatch.undo()
                return


@pytest.fixture
def game(played):
    anna, bert, letter, restore = played
    restore()
    return anna, bert, letter


def test_the_readers_conditions_decide_and_the_reader_sees_how_often(game):
    _, bert, letter = game
    save = read_save(letter)
    now = [conditions_at(save.mailed, side, save.mailed.number + 1) for side in (0, 1)]
    assert now == [GERMAN, US]
    times = count_of(len(decided_in(letter)), "decision")
    opened = bert.open(letter)
    assert opened.step is LetterStep.WRITER
    assert opened.where_conditions_decide.startswith("They go with your next letter, and decide in Anna's program")
    opened.mailed.defense = COMPUTER
    assert opened.where_conditions_decide.startswith("In this game they decide nothing, because you agreed that")
    assert opened.notes == (f"In Anna's letter your conditions made {times} for you",)


def test_the_log_has_each_decision_by_conditions_before_its_event_for_both_players_and_again_when_reopened(game):
    anna, bert, letter = game
    decided = decided_in(letter)
    assert bert.open(letter).by_conditions == anna.open(anna.own).by_conditions
    assert {*decided} <= {*bert.session.by_conditions}
    log = [line.text for line in log_so_far(bert.session)]
    told = [at for at, line in enumerate(log) if line.startswith("By the U.S. conditions, ")]
    assert len(told) == len([side for side in bert.session.by_conditions.values() if side == bert.session.mine])
    assert all("conditions" not in log[at + 1] for at in told)


@pytest.mark.parametrize(
    ("defense", "decide"), [("computer", False), ("orders", False), ("conditions", True), ("letters", True)]
)
def test_the_page_promises_decisions_only_where_conditions_decide(defense, decide, tmp_path, monkeypatch):
    anna = Player("Anna", tmp_path / "anna", monkeypatch)
    anna.begin("Bert", NOVILLE, defense=defense)
    assert anna.session is not None
    assert bool(coverage(anna.session, 0, GERMAN)) == decide


def test_no_line_of_a_table_is_readable_at_a_glance(game):
    anna, _, letter = game
    for path in (letter, letter.with_suffix(".txt"), anna.own):
        text = path.read_text()
        assert not any(line in text for line in {*US} - {*GERMAN})
    assert not any(line in letter.read_text() for line in GERMAN)
    assert anna.open(anna.own).private(0).conditions == GERMAN
    with pytest.raises(IllegalOrder):
        anna.session.private(1)


def test_another_decision_is_refused_and_named(game):
    """Each decision of Bert's is changed to another legal one, and the letter is consistent in itself."""
    _, bert, letter = game
    save = read_save(letter)
    tried = 0
    for number in decided_in(letter):
        here = save.game.root()
        here.replay(save.game.log[:number])
        line = save.game.log[number]
        other = next((f"{order}" for order in islice(here.legal(), 9) if f"{order}" != line), "")
        if other:
            sentence = refusal(bert, forged(letter, [*save.game.log[:number], other]))
            assert f"order {number + 1} is {other!r}, but by your conditions it is {line!r}" in sentence
            tried += 1
    assert tried


def test_a_letter_that_stops_at_a_decision_that_conditions_cover_is_refused(game):
    _, bert, letter = game
    first = decided_in(letter)[0]
    sentence = refusal(bert, forged(letter, read_save(letter).game.log[:first]))
    assert "it stops in the middle of a turn" in sentence


def rewrapped(text):
    return base64.b64encode(zlib.compress(text.encode())).decode()


def with_table(letter, at, wrapped):
    """Write a copy of a letter in which the letter with a number has another table, and return its path."""
    return changed(letter, lambda data: data["mail"]["conditions"].__setitem__(at - 1, wrapped))


def test_a_changed_table_is_refused(game):
    """Bert's own table gets other lines or another seal, or is an older one; then Bert's file is lost, too."""
    _, bert, letter = game
    mailed = mail_of(letter)
    at = mailed.number - 1
    heading, lines = unwrap(mailed.game, at, mailed.conditions[at - 1])
    others = (
        rewrapped(f"{heading}\nfire none"),
        rewrapped(heading),
        rewrapped("\n".join((f"{heading[:-1]}{'ab'[heading[-1] == 'a']}", *lines))),
        rewrapped("\n".join((heading.replace(mailed.game, "0" * 32), *lines))),
        mailed.conditions[at - 3],
    )
    for other in others:
        sentence = refusal(bert, with_table(letter, at, other))
        assert "the conditions in its earlier letters differ from those in yours" in sentence
    bert.own.unlink()
    for other in others:
        with pytest.raises(FileError, match=r"are not those that you sent|is from another game or letter"):
            bert.open(with_table(letter, at, other))
    assert bert.open(letter).private(1).conditions == US, "a lost file is made again, with the conditions"


@pytest.mark.parametrize(
    "wrapped",
    [
        "not base64!",
        "AAAA",
        rewrapped("x" * 1_000_000),
        rewrapped("\n".join(["game 1 seal"] + ["fire none"] * 61)),
        rewrapped("game 1 seal\nfire\x1b]0;x\x07"),
        base64.b64encode(zlib.compress(b"\xff\xfe")).decode(),
        "A" * (MAX_WRAPPED_LENGTH + 1),
    ],
)
def test_a_damaged_or_huge_table_is_refused_in_a_sentence(game, wrapped):
    _, bert, letter = game
    own = bert.own.read_bytes()
    with pytest.raises(FileError) as caught:
        bert.open(with_table(letter, 0, wrapped))
    assert bert.own.read_bytes() == own
    assert "conditions" in str(caught.value)
    assert all(line.isprintable() for line in str(caught.value).splitlines())
    assert "one text for each letter" not in str(caught.value)


def test_conditions_that_were_not_agreed_on_are_refused(game):
    _, bert, letter = game
    for defense in ("computer", "letters", "orders"):
        with pytest.raises(FileError, match="belong only to a game in which conditions decide"):
            bert.open(changed(letter, partial(set_term, "defense", defense)))
    with pytest.raises(FileError, match="must be one text for each letter"):
        bert.open(changed(letter, lambda data: data["mail"].pop("conditions")))


def test_a_decision_by_conditions_cannot_be_undone_also_after_a_restart(game):
    """Otherwise Anna could try one attack after another, and learn what Bert's conditions say."""
    anna, bert, letter = game
    bert.open(letter)
    letter = bert.play()
    anna.open(letter)
    session = anna.session
    for step in range(200):
        if session.mailed.firm:
            break
        session.apply(session.game.sample(step))
    assert session.mailed.firm > session.mailed.start
    while len(session.game.log) > session.mailed.firm:
        session.undo()
    log, decided = [*session.game.log], session.by_conditions
    assert session.mailed.firm - 1 in decided
    for what in ("", "turn"):
        with pytest.raises(IllegalOrder, match="Bert's conditions have decided something"):
            session.undo(what)
    session = anna.open(anna.own)
    assert session.by_conditions == decided
    with pytest.raises(IllegalOrder, match="Bert's conditions have decided something"):
        session.undo()
    assert session.game.log == log
    letter = anna.play()
    assert mail_of(letter).firm == 0
    assert "firm" not in letter.read_text()
    assert bert.open(letter).step is LetterStep.WRITER


def test_changed_conditions_count_from_the_next_letter_on(game):
    anna, bert, letter = game
    bert.open(letter)
    wish(bert, "off", *US)
    wish(bert, "fire none", "retreat all away", "advance none")
    before = mail_of(letter).conditions
    second = bert.play()
    assert mail_of(second).conditions[:-1] == before
    assert sent_with(second)[0] == "fire none"
    anna.open(second)
    wish(anna, "off", *GERMAN)
    third = anna.play()
    assert sent_with(third) == ()
    wish(anna, *GERMAN)
    assert mail_of(anna.own).conditions == mail_of(third).conditions, "Anna's letter is written"
    assert bert.open(third).step is LetterStep.WRITER


def test_a_table_with_a_fault_or_none_leaves_everything_to_the_player(anna, bert):
    anna.begin("Bert", NOVILLE, defense=CONDITIONS)
    wish(anna, "fire all", "sing a song")
    letter = anna.play()
    assert sent_with(letter) == ()
    assert conditions_answer(read_save(letter).game, mail_of(letter), 2) is None
    assert "my conditions decide for me" in " ".join(letter.with_suffix(".txt").read_text().split())
    assert any("conditions decide" in note for note in bert.open(letter).notes)


def test_a_match_has_a_table_for_each_side_of_each_game(anna, bert):
    anna.begin("Bert", NOVILLE, defense=CONDITIONS, match="mirrored")
    one, two = anna.session.games
    for each, lines in ((one, GERMAN), (two, US)):
        each.change_private(each.mine, lambda private, lines=lines: private._replace(conditions=lines))
    bert.open(anna.play())
    anna.open(bert.play())
    opened = bert.open(anna.play())
    assert [conditions_at(each.mailed, 1 - each.mine, 4) for each in opened.games] == [GERMAN, US]


@pytest.mark.slow
def test_a_killed_program_has_saved_each_decision_by_conditions(game):
    """The program is killed after an attack that Bert's conditions answered, and once more before its letter."""
    anna, bert, letter = game
    bert.open(letter)
    anna.open(bert.play())
    session = anna.session
    for step in range(200):
        if session.mailed.firm:
            break
        session.apply(session.game.sample(step))
    log, firm = [*session.game.log], session.mailed.firm
    again = anna.open(anna.own)
    assert (again.game.log, again.mailed.firm) == (log, firm)
    letter = anna.play()
    letter.unlink()
    assert anna.open(anna.own).written.file == letter, "a lost letter is written again"
    assert bert.open(letter).step is LetterStep.WRITER
