"""Challenges: their terms, and how players send and accept them. With a sealed bid, both players bid for a side."""

import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import NO_CLOCK, Pace
from westwall_tui.club.database.games import Games, PositionSummary
from westwall_tui.club.database.lists import Lists, names
from westwall_tui.club.database.ratings import has_head_start
from westwall_tui.club.database.time_limits import TimeLimits
from westwall_tui.club.session import begin, position_summary
from westwall_tui.engine.words import listed
from westwall_tui.files.command_line import MIRRORED
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.bids import ONE_GAME, Bid
from westwall_tui.files.saves.matches import AT_ONCE
from westwall_tui.files.scenarios.catalog import shared_scenario, shipped, shipped_key
from westwall_tui.files.scenarios.random_battles import listed_battles, wanted_battle

PACES = (
    Pace(days=1), Pace(days=2), Pace(days=3), Pace(days=7), Pace(days=14), NO_CLOCK,
    Pace(clock=3_600), Pace(clock=7_200, gain=10),
)  # fmt: skip
"""The paces that a challenge may have."""


class Terms(NamedTuple):
    """The terms of a challenge."""

    scenario: str
    side: int = 0
    """The challenger's side, unless there is a bid."""
    lot: bool = False
    """True if the sides are chosen at random when the game begins."""
    level: int = 0
    """The level of the computer, which accepts at once; 0 if the opponent is a player."""
    wanted: int | None = None
    """The number of the player who is challenged; None for anyone."""
    options: Mapping[str, int] = MappingProxyType({})
    """The options of the battle, with the points at the start, and `strict`."""
    pace: Pace = NO_CLOCK
    rated: bool = True
    private: bool = False
    match: str = ""
    """The kind of match (`MATCHES_AT_ONCE`); empty for a single game."""
    bid: Bid | None = None
    """The challenger's sealed bid; None if there is none."""

    @property
    def may_be_rated(self) -> bool:
        """False if the player could choose to win against the computer, which accepts any terms.

        A best of three, in which the player has one side twice, is not rated, and neither is a single game with points
        at the start.
        """
        if not self.level or self.match == MIRRORED:
            return True
        return not self.match and not has_head_start(self.options)


def find_scenario(word: str, battles: Battles) -> str:
    """Return the key of the scenario or random battle that a player has typed. Raises `FileError`.

    The club only plays what comes with westwall, and the battles that its administrator has added.
    """
    battle = wanted_battle(word)
    if battle is None and (key := shipped_key(word)):
        return key
    if battle is None and (key := battles.find(word)):
        return key
    if battle not in listed_battles():
        known = listed([*(each.word for each in shipped()), *battles.offered()], joined="or")
        refuse("club", f"{word!r} isn't a battle of this club; type daily, random, random/7, {known}")
    return str(battle)


def send(games: Games, player: int, terms: Terms) -> int:
    """Make the game of a player's challenge, and return its number. Raises `FileError`."""
    Challenges(games).check_open(player, terms.wanted)
    if terms.bid is not None:
        if terms.level:
            refuse("club", "the computer makes no bids")
        if terms.match:
            refuse("club", ONE_GAME)
        if has_head_start(terms.options):
            refuse("club", "the bids decide the points at the start, so the challenge must not give any")
    lot = terms.lot and terms.bid is None
    side = secrets.randbits(1) if lot else 0 if terms.bid is not None else terms.side  # the seat must not tell the bid
    Battles(games.store).prepare(terms.scenario)
    game = begin(terms.scenario, terms.options)
    seats: list[tuple[int | None, int]] = [(None, terms.level), (None, terms.level)]
    seats[side] = (player, 0)
    return Challenges(games).new_game(
        game.scenario.key, game.scenario.digest, terms.options, seats, position_summary(game),
        pace=NO_CLOCK if terms.level else terms.pace, rated=terms.rated and terms.may_be_rated, wanted=terms.wanted,
        lot=lot and not terms.level, private=terms.private, match=terms.match,
        bid=terms.bid,
    )  # fmt: skip


def accept(games: Games, number: int, player: int, typed: str = "") -> None:
    """Take the free seat of a challenge, with the bid that was typed if the challenge needs one. Raises `FileError`."""
    found, head = Lists(games.store).one(number, player), games.head(number)
    side = next((seat.side for seat in games.seats(number) if seat.player is None and not seat.level), -1)
    if found is None or head is None or side < 0 or found.ended or found.wanted not in (None, player):
        refuse("club", f"you cannot accept game {number}: it is not an open challenge to you")
    if bool(typed) != found.has_bid:
        even = f". {names(head.scenario).fair}" if names(head.scenario).fair else ""
        needs = f"a bid, such as {found.sides[1]}=3{even}" if found.has_bid else "no bid"
        refuse("club", f"challenge {number} needs {needs}")
    scenario = shared_scenario(head.scenario)
    bid = Bid.read(scenario, typed, "your bid") if typed else None

    def opening(bid: Bid) -> tuple[Mapping[str, int], PositionSummary]:
        """Return the options and the first position of the game, given the bid that decides."""
        options = {**head.options, **bid.options(scenario)}
        return options, position_summary(begin(head.scenario, options))

    if not Challenges(games).take_seat(number, side, player, bid, opening if bid is not None else None):
        refuse("club", "someone else accepted it first")


def claim_win(games: Games, number: int, player: int) -> None:
    """End a game as won, because the player's opponent is out of time. Raises `FileError` if there is nothing to claim.

    The outcome in words is the same as if the thinker ends a game.
    """
    found = next((seat.side for seat in games.seats(number) if seat.player == player), -1)
    side = names(games.head_of(number).scenario).sides[1 - found] if found >= 0 else ""
    if not TimeLimits(games.store).claim_win(number, player, out_of_time(side)):
        refuse("club", f"you don't play in game {number}, or it is over")


def out_of_time(side: str) -> str:
    """Return the outcome in words of a game that a side, given by its adjective, has lost on time."""
    return f"the {side} player ran out of time"


def match_in_words(games: Games, number: int) -> str:
    """Return the other games of the match that a game belongs to, and its state; empty without a match."""
    found = Challenges(games).match_of(number)
    if found is None or len(found.games) < AT_ONCE:
        return ""
    others = [f"{game}" for game in found.games if game != number]
    are = "game of the match is game" if len(others) == 1 else "games of the match are"
    players = [seat.name or f"level {seat.level}" for seat in games.seats(found.games[0])]
    told = found.match.after_game(players, at_once=True) if found.results else ()
    return " ".join((f"The other {are} {listed(others)}.", *told))
