"""Sealed bids by mail: their three letters, and the ways to cheat with them."""

import shutil
from functools import partial

import pytest

from tests.mail.post import changed
from westwall_tui import cli
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.saves.mailed import SealedBids
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.mail import opening
from westwall_tui.mail.bids import answer_bid, bids_by_mail, seal_of_bid
from westwall_tui.mail.letters import open_letter, read_letter
from westwall_tui.mail.opening import Terms, begin_with_bid

QUICK = "quick/noville"
NAMES = ("Anna", "Bert")
SALT = "ab" * 16


def seal(anna, word="US=2", **terms):
    """Return the letter with Anna's sealed bid."""
    anna.sit_down()
    return begin_with_bid(load_scenario(QUICK), Terms(0, NAMES, **terms), word).file


def answer(bert, letter, word="US=3"):
    """Return the letter with Bert's bid."""
    bert.sit_down()
    return answer_bid(open_letter(read_letter(letter)), word, lambda _: "").file


def opened(anna, bert, **terms):
    """Return Anna's letter that opens her bid."""
    anna.open(answer(bert, seal(anna, **terms)))
    return anna.play()


def begun_by_liar(anna, bert, bids, players, **options):
    """Return the first letter of a game that the liar Anna begins with these bids, sides and options."""
    kept = read_save(bert.home / "saves" / "letters" / "quick-bid-to-anna.toml").mailed
    anna.sit_down()
    terms = Terms(players.index("Anna"), players)
    chosen = {name.replace("_", "-"): points for name, points in options.items()}
    anna.session = opening._begin(
        load_scenario(QUICK), terms, anna.ask, kept.game, bids(kept.bids), strict=False, options=chosen
    )
    return anna.play()


def set_term(key, value, data):
    """Change a term in the data of a letter."""
    data["mail"][key] = value


def update(data, parts):
    """Change parts of the bids in the data of a letter."""
    bids = SealedBids(*data["mail"]["bids"])
    data["mail"]["bids"] = bids._replace(**parts).data()


def refusal(player, act):
    """Return the sentence that refuses a letter, and check that no game has begun or changed."""
    saves = sorted((player.home / "saves").glob("*.toml"))
    with pytest.raises(FileError) as caught:
        act()
    assert sorted((player.home / "saves").glob("*.toml")) == saves
    assert len(caught.value.faults) == 1
    return str(caught.value).removeprefix("westwall mail: ")


@pytest.mark.parametrize(
    ("first", "second", "side", "options"),
    [
        ("US=2", "US=3", 0, {"start-german": 3}),
        ("US=3", "US=2", 1, {"start-german": 3}),
        ("US=3", "US=3", 1, {"start-german": 3}),
        ("US=1", "German=4", 1, {"start-us": 4}),
        ("US=0", "German=0", 1, {}),
    ],
)
def test_the_higher_bid_decides_on_both_computers(anna, bert, first, second, side, options):
    anna.open(answer(bert, seal(anna, first), second))
    bert.open(anna.play())
    for player, mine in ((anna, side), (bert, 1 - side)):
        assert player.session.mine == mine
        assert player.session.game.rules.options == options
        assert f"Anna bid {first[-1]} for the U.S." in player.session.notes[0]
        assert not list(bids_by_mail())
    anna.open(bert.play())


def test_a_match_with_a_bid_that_an_earlier_version_began(anna, bert):
    bert.open(opened(anna, bert, match="mirrored"))
    for player, sides in ((anna, (0, 1)), (bert, (1, 0))):
        games = player.session.games
        assert tuple(each.mine for each in games) == sides
        assert all(each.game.rules.options == {"start-german": 3} for each in games)


def test_a_bid_is_nowhere_but_among_the_secrets_until_it_is_opened(anna, bert):
    seal(anna, "US=27")
    (place,) = [path for path in anna.home.rglob("*") if path.is_file() and "US=27" in path.read_text()]
    assert place.parent == anna.home / "state" / "westwall" / "mail"


def test_a_bid_from_the_command_line(anna, bert, capsys):
    anna.sit_down()
    begins = ["mail", "--new", "noville", "--with", "Bert", "--name", "Anna", "--bid", "US=2"]
    assert cli.main(begins) == 0
    letter = anna.home / "saves" / "letters" / "quick-bid-to-bert.toml"
    assert str(letter) in capsys.readouterr().out
    assert cli.main(["mail"]) == 0
    assert capsys.readouterr().out == "quick-bid-to-bert.toml           Bastogne: Noville, a bid, Bert's move\n"
    bert.sit_down()
    assert cli.main(["mail", str(letter), "--bid", "US=x"]) == 2
    assert "must be a whole number of points from 0 to 999" in capsys.readouterr().err
    assert cli.main(["mail", str(letter), "--bid", "us=3"]) == 0
    assert "quick-bid-to-anna.toml" in capsys.readouterr().out
    answer_letter = bert.home / "saves" / "letters" / "quick-bid-to-anna.toml"
    anna.sit_down()
    assert cli.main(["mail", str(answer_letter), "--bid", "US=9"]) == 2
    assert "does not ask for a bid" in capsys.readouterr().err
    assert cli.main([*begins, "--as", "US"]) == 2
    assert "leave out --as" in capsys.readouterr().err
    assert cli.main([*begins, "--match", "mirrored"]) == 2
    assert "bid only for a single game" in capsys.readouterr().err
    assert cli.main([*begins, "--option", "start-us=3"]) == 2
    assert "the points at the start come from the bids" in capsys.readouterr().err


# -- cheating


def test_a_letter_with_a_sealed_bid_needs_an_answer(anna, bert):
    letter = seal(anna)
    assert "--bid SIDE=POINTS" in refusal(bert, lambda: bert.open(letter))
    assert "your own letter to Bert" in refusal(anna, lambda: answer(anna, letter))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"opened": "US=1"}, "it opens a bid other than the one that was sealed"),
        ({"salt": SALT}, "it opens a bid other than the one that was sealed"),
        ({"answer": "US=9"}, "its bids are not those of the letters before"),
        (
            {"opened": "US=1", "salt": SALT, "sealed": seal_of_bid("0" * 32, SALT, "US=1")},
            "its bids are not those of the letters before",
        ),
    ],
)
def test_a_liar_who_opens_another_bid_is_refused(anna, bert, change, why):
    letter = changed(opened(anna, bert), lambda data: update(data, change))
    assert refusal(bert, lambda: bert.open(letter)) == f"Anna's letter is refused: {why}"


def test_a_letter_without_the_bids_is_refused(anna, bert):
    letter = opened(anna, bert)
    without = changed(letter, lambda data: data["mail"].pop("bids"))
    assert "it does not open the bid that was sealed" in refusal(bert, lambda: bert.open(without))

    closed = changed(letter, lambda data: update(data, {"opened": "", "salt": ""}))
    assert "it does not open the bid that was sealed" in refusal(bert, lambda: bert.open(closed))
    bert.open(letter)


def test_bids_that_nobody_made_are_refused(anna, bert):
    letter = opened(anna, bert)
    shutil.rmtree(bert.home / "state")
    assert "you have not bid in this game" in refusal(bert, lambda: bert.open(letter))


def test_sides_and_points_must_follow_from_the_bids(anna, bert):
    answer(bert, seal(anna))

    def bids(known):
        return known._replace(salt=SALT, opened="US=2", sealed=seal_of_bid(game, SALT, "US=2"))

    game = read_save(bert.home / "saves" / "letters" / "quick-bid-to-anna.toml").mailed.game
    kept = next((bert.home / "state").rglob("*bids-second.toml"))
    changed(kept, lambda data: update(data, {"sealed": seal_of_bid(game, SALT, "US=2")}), kept.name)
    for players, options in ((NAMES[::-1], {"start_german": 3}), (NAMES, {}), (NAMES, {"start_us": 3})):
        letter = begun_by_liar(anna, bert, bids, players, **options)
        assert "do not follow from the bids" in refusal(bert, partial(bert.open, letter))
        shutil.rmtree(anna.home / "saves")
    bert.open(begun_by_liar(anna, bert, bids, NAMES, start_german=3))


@pytest.mark.parametrize("word", ["US=5000", "US=-3", "US=03", "Red=3", "US"])
def test_a_bid_out_of_range_is_refused(anna, bert, word):
    letter = answer(bert, seal(anna))
    forged = changed(letter, lambda data: update(data, {"answer": word}))
    assert "isn't one" in refusal(anna, lambda: anna.open(forged))
    game = read_save(letter).mailed.game
    sealed = seal_of_bid(game, SALT, word)
    kept = next((bert.home / "state").rglob("*bids-second.toml"))
    changed(kept, lambda data: update(data, {"sealed": sealed}), kept.name)
    anna.open(letter)
    liar = changed(anna.play(), lambda data: update(data, {"sealed": sealed, "salt": SALT, "opened": word}))
    assert f"its bid {word!r} isn't one" in refusal(bert, lambda: bert.open(liar))


def test_a_bid_cannot_change_once_it_is_made(anna, bert):
    letter = seal(anna)
    first = answer(bert, letter, "US=3")
    assert "you can no longer change your bid" in refusal(bert, lambda: answer(bert, letter, "US=4"))
    assert answer(bert, letter, "") == first, "the same letter is written again"
    anna.open(first)
    letter = anna.play()
    assert anna.open(first).mailed.bids.answer == "US=3"
    other = changed(first, lambda data: update(data, {"answer": "US=1"}))
    assert "you have already opened another answer" in refusal(anna, lambda: anna.open(other))
    assert bert.open(letter).mine == 1


def test_another_sealed_bid_after_the_answer_is_refused(anna, bert):
    letter = seal(anna)
    answer(bert, letter)
    other = changed(letter, lambda data: update(data, {"sealed": "cd" * 32}))
    assert "you have already answered another version" in refusal(bert, lambda: answer(bert, other, ""))


def test_an_answer_with_other_terms_is_refused(anna, bert):
    letter = answer(bert, seal(anna))
    for key, value in (("dice", "together"), ("players", ["Anna", "Carl"]), ("match", 1)):
        forged = changed(letter, partial(set_term, key, value))
        assert "it changes the terms of your letter" in refusal(anna, partial(anna.open, forged))
    shutil.rmtree(anna.home / "state")
    assert "not made on this computer" in refusal(anna, lambda: anna.open(letter))


def test_a_letter_that_was_cut_is_refused(anna, bert):
    letter = seal(anna)
    letter.write_text(letter.read_text()[:-30])
    assert "was changed on its way" in refusal(bert, lambda: answer(bert, letter))
