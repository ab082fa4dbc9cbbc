"""Matches by mail: two games in the same letters."""

import tomllib

import pytest
import tomli_w

from tests.mail.post import changed
from westwall_tui import cli
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.matches import Match

QUICK = "quick/noville"


def both(player):
    """Return both games of a player's match, in their order."""
    return sorted((player.session, player.session.companion), key=lambda each: each.mailed.match)


def exchanged(anna, bert, letters):
    """Play until so many letters are written, and return all of them."""
    anna.begin("Bert", QUICK, match=True)
    sent, reader, other = [anna.play()], bert, anna
    while len(sent) < letters:
        reader.open(sent[-1])
        if all(each.game.outcome for each in both(reader)):
            break
        sent.append(reader.play())
        reader, other = other, reader
    return sent


def change_second(letter, change):
    """Write a copy of a letter with a change in its second game, and return its path."""

    def change_text(data):
        second = tomllib.loads(data["mail"]["second"])
        change(second)
        data["mail"]["second"] = tomli_w.dumps(second)

    return changed(letter, change_text)


def refusal(player, letter):
    """Return the sentence that refuses a letter, and check that neither game has changed."""
    own = {path: path.read_bytes() for path in (player.home / "saves").glob("*.toml")}
    with pytest.raises(FileError) as caught:
        player.open(letter)
    player.sit_down()
    assert {path: path.read_bytes() for path in (player.home / "saves").glob("*.toml")} == own
    return str(caught.value)


@pytest.mark.slow
def test_a_whole_match_takes_the_letters_of_one_game(anna, bert):
    letters = exchanged(anna, bert, 99)
    assert len(letters) <= 14, "five turns of two players, the seals, and the rolls that wait for them"
    reader = anna if letters[-1].name.endswith("bert.toml") else bert
    for number, (one, two) in enumerate(zip(both(anna), both(bert), strict=True)):
        assert one.game.log == two.game.log
        assert one.mine == number, "the sides are switched"
        assert one.result == two.result
    whole = Match("a1", results=tuple(each.result for each in both(anna)))
    for session in (*both(anna), *both(bert)):
        assert session.match_after_game() == whole.after_game(("Anna", "Bert"), at_once=True)
    reader.sit_down()
    assert cli.main(["check", str(letters[-1])]) == 0


def test_both_games_wait_for_one_letter(anna, bert):
    (letter,) = exchanged(anna, bert, 1)
    session = bert.open(letter)
    assert session.match_in_bar == "game 1 of 2"
    while session.is_due:
        for order in bert.suggested():
            session.apply(order)
        session.apply("done")
    assert not session.written
    assert session.waiting == "Your part of game 1 is complete. Play game 2; that completes your letter"
    other = session.next_game()
    assert other is session.companion
    while other.is_due:
        other.apply("done")
    assert other.written is session.written
    assert "Game 2, in which you play the U.S.:" in other.written.text


def test_a_game_of_a_match_is_resumed_with_the_other_one(anna, bert):
    exchanged(anna, bert, 2)
    own = sorted((bert.home / "saves").glob("*.toml"))
    for path in own:
        session = bert.open(path)
        assert session.path == path
        assert session.companion.path in own
        assert session.companion is not session
    own[0].unlink()
    assert "the file of the other game of your match with Anna is missing" in refusal(bert, own[1])


def test_a_lost_file_of_one_game_is_made_again(anna, bert):
    letters = exchanged(anna, bert, 3)
    next((bert.home / "saves").glob("*.toml")).unlink()
    bert.open(letters[-1])
    assert [each.mailed.number for each in both(bert)] == [3, 3]
    assert len([*(bert.home / "saves").glob("*.toml")]) == 2
    bert.play()


def test_a_changed_second_game_is_refused_and_the_first_is_not_played(anna, bert):
    *_, letter = exchanged(anna, bert, 3)
    shares = change_second(letter, lambda data: data["mail"]["shares"].__setitem__(-1, "ab" * 32))
    assert "its dice are not those that were sealed before" in refusal(bert, shares)
    assert cli.main(["check", str(shares)]) == 1
    same = change_second(letter, lambda data: data["mail"].update(match=1))
    assert "does not fit the id of the game" in refusal(bert, same)
    for key, value in (
        ("game", f"{'0' * 31}1"), ("players", ["Anna", "Bert"]), ("began", "German"), ("dice", "together"),
    ):  # fmt: skip
        forged = change_second(letter, lambda data, key=key, value=value: data["mail"].update({key: value}))
        assert "its two games are not those of one match" in refusal(bert, forged)
    bert.open(letter)


def test_half_a_letter_is_refused(anna, bert):
    *_, before, letter = exchanged(anna, bert, 3)
    assert "it has only one game of a match" in refusal(bert, changed(letter, lambda data: data["mail"].pop("second")))
    alone = letter.with_name("alone.toml")
    alone.write_text(tomllib.loads(letter.read_text())["mail"]["second"])
    assert "it has only one game of a match" in refusal(bert, alone)
    old = tomllib.loads(before.read_text())["mail"]["second"]
    mixed = changed(letter, lambda data: data["mail"].update(second=old))
    assert "one of its two games stops before the last letter" in refusal(bert, mixed)
