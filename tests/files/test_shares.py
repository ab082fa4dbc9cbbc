"""Shares, seals and the dice that they make; docs/protocol.md says the same to whoever writes a client."""

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path

from westwall_tui.files.shares import OwnShares, die_of, rolls_of, seal_of, share_of
from westwall_tui.files.transcript import MOST_DICE, WHO, Transcript

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_is_true_by_its_own_words():
    """Reckoned with nothing but SHA-256, as another program would."""
    game = re.findall(r"^GAME +([0-9a-f]{32})$", PAGE, re.MULTILINE)[0]
    words = {
        (what, int(n), who): word
        for what, n, who, word in re.findall(r"^(seal|share) (\d) +(\w+) +(\w{64})$", PAGE, re.MULTILINE)
    }
    dice = {int(n): int(die) for n, die in re.findall(r"^die (\d) +(\d)$", PAGE, re.MULTILINE)}
    assert len(words) == 9
    assert len(dice) == 2
    for number, die in dice.items():
        shares = [words["share", number, who] for who in WHO]
        for who, share in zip(WHO, shares, strict=True):
            seal = sha256(f"westwall {game} {who} {number} {share}".encode("ascii")).hexdigest()
            assert seal == words["seal" if number == 1 else "share", number - (number > 1), who]
            assert seal == seal_of(game, who, number, share)
        assert die == sum(int(share, 16) for share in shares) % 6 + 1 == die_of(shares)


def test_each_share_is_the_seal_of_the_next_die_down_to_the_first():
    game, secret = "ab" * 16, "cd" * 32
    last = share_of(game, "first", MOST_DICE, secret)
    assert seal_of(game, "first", MOST_DICE, last) == share_of(game, "first", MOST_DICE - 1, secret)
    assert seal_of(game, "first", 1, share_of(game, "first", 1, secret)) == share_of(game, "first", 0, secret)


def test_a_seal_counts_for_one_game_player_die_and_share_alone():
    one = ("ab" * 16, "first", 3, "cd" * 32)
    others = [("ac" * 16, *one[1:]), (one[0], "second", *one[2:]), (*one[:2], 4, one[3]), (*one[:3], "ce" * 32)]
    assert len({seal_of(*each) for each in (one, *others)}) == 5


def test_every_face_comes_up_about_as_often():
    host, first = (
        OwnShares(Transcript("ab" * 16), who, secret) for who, secret in (("host", "1" * 64), ("first", "2" * 64))
    )
    chains = zip(chain(host), chain(first), strict=True)
    faces = Counter(die_of(shares) for shares in chains)
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(90 < count < 250 for count in faces.values())  # of a thousand; six standard deviations


def chain(own):
    """All shares of somebody, the last first."""
    share = own.share(MOST_DICE)
    for number in range(MOST_DICE, 0, -1):
        yield share
        share = seal_of(own.known.game, own.who, number, share)


def test_only_rolls_of_a_log_are_dice():
    assert rolls_of(["roll 3", "done", "roll x", "roll 7", "ROLL 2", "roll 6"]) == [3, 6]
