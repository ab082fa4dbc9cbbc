"""Matches by mail: two games in the same letters, and the third game of a best of three."""

import tomllib

import pytest
import tomli_w

from tests.mail.post import changed, copy_of
from westwall_tui import cli
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.matches import Match

QUICK = "quick/noville"


def both(player):
    """Return both games of a player's match, in their order."""
    one, two = player.session.games
    return one, two


def exchanged(anna, bert, letters):
    """Play until so many letters are written, and return all of them."""
    anna.begin("Bert", QUICK, match="mirrored")
    sent, reader, other = [anna.play()], bert, anna
    while len(sent) < letters:
        reader.open(sent[-1])
        if all(each.game.outcome for each in both(reader)):
            break
        sent.append(reader.play())
        reader, other = other, reader
    return sent


def change_other(letter, key, change):
    """Write a copy of a letter with a change in its second or third game, and return its path."""

    def change_text(data):
        other = tomllib.loads(data["mail"][key])
        change(other)
        data["mail"][key] = tomli_w.dumps(other)

    return changed(letter, change_text)


def change_second(letter, change):
    return change_other(letter, "second", change)


def concede(player, number):
    """Concede a game of a match, play the others, and return the letter."""
    player.sit_down()
    player.session.games[number - 1].apply("concede")
    return player.play()


def one_all(anna, bert):
    """Return the letters of a best of three in which Bert concedes game 2 and then Anna concedes game 1."""
    anna.begin("Bert", QUICK, match="best-of-three")
    letters = [anna.play()]
    for player, number in ((bert, 2), (anna, 1)):
        player.open(letters[-1])
        letters.append(concede(player, number))
    return letters


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
    assert other is session.games[1]
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
        assert sorted(each.path for each in session.games) == own
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


# -- the third game


def test_the_third_game_decides_a_best_of_three(anna, bert):
    letters = one_all(anna, bert)
    assert len(anna.session.games) == 2
    assert anna.session.match_after_game()[1:] == (
        "Game 3 decides, with the sides of game 1.",
        "It begins with the next letter from Bert.",
    )
    bert.open(letters[-1])
    *_, third = bert.session.games
    assert [[each.mine for each in player.session.games] for player in (anna, bert)] == [[0, 1], [1, 0, 1]]
    assert third.match_in_bar == "game 3 of 3"
    letter = bert.play()
    assert letter.name == "quick-t1-to-anna-2.toml"
    anna.open(letter)
    assert [each.mine for each in anna.session.games] == [0, 1, 0], "the sides of game 1"
    assert len({each.mailed.game for each in anna.session.games}) == 3
    letter = concede(anna, 3)
    bert.open(letter)
    for player in (anna, bert):
        results = [each.result for each in player.session.games]
        assert [result.winner for result in results] == [1, 0, 1], "Anna is player 0, and the winner of game 2"
        (said,) = player.session.match_after_game()
        assert said.startswith("The match goes to Bert, by games won (2 : 1): ")
    assert anna.session.written.text.count("The match goes to Bert") == 1
    bert.sit_down()
    assert cli.main(["check", str(letter)]) == 0


def test_the_letters_tell_about_the_third_game(anna, bert):
    letters = one_all(anna, bert)
    last = anna.session.written.text
    assert "Both games are in the attached file, quick-t1-to-bert-2.toml. To continue," in last
    bert.open(letters[-1])
    bert.play()
    first = bert.session.written.text
    assert "Game 3 decides, with the sides of game 1. Game 3, in which" not in first
    told = " ".join(first.split())
    for sentence in (
        "Game 3 decides, with the sides of game 1.",
        "Game 3, in which you play the Germans: The U.S. set up three units.",
        "All three games are in the attached file",
    ):
        assert sentence in told
    assert "Game 1" not in first


def test_two_wins_decide_a_best_of_three(anna, bert):
    anna.begin("Bert", QUICK, match="best-of-three")
    bert.open(anna.play())
    for game in bert.session.games:
        game.apply("concede")
    letter = bert.sent()
    anna.open(letter)
    assert len(anna.session.games) == 2
    assert anna.session.match_after_game()[0].startswith("The match goes to Anna, by games won (2 : 0)")
    assert "To see how it ended, save it and type" in " ".join(bert.session.written.text.split())


def test_a_best_of_three_is_resumed_whole(anna, bert):
    letters = one_all(anna, bert)
    for _ in range(2):
        bert.open(letters[-1])
    own = sorted((bert.home / "saves").glob("*.toml"))
    assert len(own) == 3
    for path in own:
        session = bert.open(path)
        assert session.path == path
        assert sorted(each.path for each in session.games) == own
    bert.session.games[2].path.unlink()
    bert.open(own[0])
    assert len(bert.session.games) == 3, "its secret is still there"
    anna.open(bert.play())
    letter = anna.play()
    for lost in (2, 0):
        for session in bert.session.games[lost:]:
            session.path.unlink()
        bert.open(letter)
        assert [each.mailed.number for each in bert.session.games] == [3, 2, 3]


def test_the_third_game_cannot_begin_early(anna, bert):
    letters = one_all(anna, bert)
    bert.open(letters[-1])
    third = tomllib.loads(bert.play().read_text())["mail"]["third"]
    early = changed(letters[1], lambda data: data["mail"].update(third=third))
    assert "it has a third game, but the first two games don't call for one" in refusal(anna, early)


def test_only_the_player_who_got_the_last_letter_begins_the_third_game(anna, bert):
    letters = one_all(anna, bert)
    bert.open(letters[-1])
    data = tomllib.loads(tomllib.loads(bert.play().read_text())["mail"]["third"])
    data["mail"]["began"] = "German"
    early = changed(letters[-1], lambda letter: letter["mail"].update(third=tomli_w.dumps(data)))
    assert "its third game is not that of the match" in refusal(bert, early)


def test_nobody_chooses_the_terms_of_the_third_game(anna, bert):
    letters = one_all(anna, bert)
    bert.open(letters[-1])
    letter = bert.play()
    for key, value in (
        ("players", ["Bert", "Anna"]), ("began", "German"), ("dice", "together"), ("defense", "letters"),
    ):  # fmt: skip
        forged = change_other(letter, "third", lambda data, key=key, value=value: data["mail"].update({key: value}))
        assert "its third game is not that of the match" in refusal(anna, forged)
    forged = change_other(letter, "third", lambda data: data["options"].update({"start-us": 9}))
    assert "its third game is not that of the match" in refusal(anna, forged)
    forged = change_other(letter, "third", lambda data: data["options"].update(seed=1, dice="seeded", stream=2))
    assert "its die is not the one in [options]" in refusal(anna, forged)
    anna.open(letter)


def test_a_forged_result_of_a_game_is_refused(anna, bert):
    letters = one_all(anna, bert)
    bert.open(letters[-1])
    letter = bert.play()

    def concede_for_other(data):
        assert data["orders"]["log"][-1] == "concede"
        data["orders"]["log"][-1] = "done"
        del data["snapshot"]

    for key in ("first", "second"):
        change = change_second(letter, concede_for_other) if key == "second" else changed(letter, concede_for_other)
        refusal(anna, change)
    lost = change_other(letter, "third", lambda data: data["orders"]["log"].append("concede"))
    refusal(anna, lost)
    anna.open(letter)


def test_a_best_of_three_stays_one(anna, bert):
    *_, letter = one_all(anna, bert)
    two_games = change_second(letter, lambda data: data["mail"].pop("kind"))
    two_games = changed(two_games, lambda data: data["mail"].pop("kind"))
    assert "its terms of the match are not those that you agreed on" in refusal(bert, two_games)


def test_nobody_begins_the_third_game_for_their_opponent(anna, bert):
    letters = one_all(anna, bert)
    restore = copy_of(bert.home)
    bert.open(letters[-1])
    anna.open(bert.play())
    answer = anna.play()
    restore()
    assert "is not on this computer" in refusal(bert, answer)
