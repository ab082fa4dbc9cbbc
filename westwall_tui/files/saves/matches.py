"""Matches: two or three games of a scenario between the same players, who switch sides after each game.

The table `[match]` of each game's save has the results of the games before it, so that the next game only needs the
file of the last one. Players are numbered by their side in the first game.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.words import count
from westwall_tui.files.command_line import BEST_OF_THREE, MIRRORED
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE, files_in
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.tables import TomlTable, parse, read

KINDS = {MIRRORED: 2, BEST_OF_THREE: 3}
"""For each kind of match, the maximum number of games."""
AT_ONCE = 2
"""The number of games that begin together by mail and in a club. A third game begins if they don't decide the match."""
THIRD_MAY_FOLLOW = "Unless one of you wins both games, game 3 follows."
THIRD_FOLLOWS = "Game 3 decides, with the sides of game 1."
MAX_MARGIN = 100_000


class MatchResult(NamedTuple):
    """The result of a finished game of a match."""

    winner: int
    """The number of the player who won; -1 for a draw."""
    margin: int
    """The points of player 0 minus those of player 1 (`queries.margin`)."""
    left: int
    """The units that player 0 had left, minus those that player 1 had left."""


class Match(NamedTuple):
    """A match, with the results of the games before the present one."""

    id: str
    """The id that all games of the match share."""
    kind: str = MIRRORED
    same_dice: bool = False
    """True if each game begins with the seed of the first game."""
    results: tuple[MatchResult, ...] = ()

    @classmethod
    def new(cls, kind: str, *, same_dice: bool = False) -> "Match":
        """Return a new match of a kind, before its first game."""
        return cls(os.urandom(8).hex(), kind, same_dice)

    @property
    def number(self) -> int:
        """The number of the present game, from 1 on."""
        return len(self.results) + 1

    @property
    def most(self) -> int:
        """The number of games, at most."""
        return KINDS[self.kind]

    def side_of(self, player: int) -> int:
        """Return the side that a player has in the present game."""
        return side_in(self.number, player)

    def with_result(self, game: Game) -> "Match":
        """Return the match with the result of its present game, which is over."""
        return self._replace(results=(*self.results, result_of(game, self.side_of(0))))

    # -- the state of the match

    @property
    def margin(self) -> int:
        """The sum of the margins, as seen by player 0."""
        return sum(result.margin for result in self.results)

    @property
    def leader(self) -> int:
        """The number of the leading player, by total, then by units left; -1 if both are equal."""
        ahead = self.margin or sum(result.left for result in self.results)
        return NOBODY if not ahead else int(ahead < 0)

    @property
    def is_over(self) -> bool:
        """True if all games have been played, or if a player has won two of three."""
        return len(self.results) == self.most or (self.kind == BEST_OF_THREE and 2 in self.won)

    @property
    def is_third_due(self) -> bool:
        """True if the third game is due where the first two are played at once."""
        return len(self.results) == AT_ONCE and not self.is_over

    @property
    def won(self) -> tuple[int, int]:
        """The number of games that each player has won."""
        winners = [result.winner for result in self.results]
        return winners.count(0), winners.count(1)

    @property
    def winner(self) -> int:
        """The number of the player who has won a match that is over; -1 for a draw.

        In a best of three, the number of games won decides first. Otherwise, or if that is equal, the sum of the
        margins decides, then the units left.
        """
        first, second = self.won
        return int(first < second) if self.kind == BEST_OF_THREE and first != second else self.leader

    # -- in words

    def players(self, seats: Sequence[Seat]) -> tuple[str, str]:
        """Return the names of both players by number, from the seats of the present game.

        Players without names are called `you` and the computer's level, or by their numbers.
        """
        ordered = [seats[self.side_of(player)] for player in (0, 1)]
        alone = any(seat.level for seat in ordered)
        first, second = (
            seat.name or (f"level {seat.level}" if seat.level else "you" if alone else f"player {number}")
            for number, seat in enumerate(ordered, 1)
        )
        return first, second

    def in_the_bar(self, names: Sequence[str], number: int = 0) -> str:
        """Return the present game and the lead for the phase bar: `game 2 of 2, Anna +5`.

        `number` is the number of the game, if the games of the match do not follow each other.
        """
        lead = "" if not self.margin else f", {names[int(self.margin < 0)]} +{abs(self.margin)}"
        return f"game {number or self.number} of {self.most}{lead}"

    def score(self, names: Sequence[str]) -> str:
        """Return the lead in the match and then that in each game: `Anna +3 (Anna +7, Bert +4)`."""
        games = [_lead(names, result.margin) for result in self.results]
        each = f" ({', '.join(games)})" if len(games) > 1 else ""
        return f"{_lead(names, self.margin)}{each}"

    def _leads(self, names: Sequence[str]) -> str:
        """Return who leads in the match as a clause: `Anna leads by seven points`."""
        if not self.margin:
            return "the match is even"
        leader = names[self.margin < 0]
        verb = "lead" if leader == "you" else "leads"
        games = ", ".join(_lead(names, result.margin) for result in self.results)
        each = f" ({games})" if len(self.results) > 1 else ""
        return f"{leader} {verb} by {count(abs(self.margin), 'point')}{each}"

    def after_game(self, names: Sequence[str], *, at_once: bool = False) -> tuple[str, ...]:
        """Return sentences on the match after a game: its state, or its winner once it is over.

        `at_once` is true if the players play the first two games at once.
        """
        if not self.is_over:
            done, due = len(self.results), self.number
            if at_once and done < AT_ONCE:
                follows = ("The other game decides.", THIRD_MAY_FOLLOW)[self.kind == BEST_OF_THREE]
                return (f"After one game of the match, {self._leads(names)}.", follows)
            follows = THIRD_FOLLOWS if at_once else f"In game {due} you switch sides."
            return (f"After game {done} of {self.most}, {self._leads(names)}.", follows)
        if self.winner == NOBODY:
            return (f"The match is drawn: {self.score(names)}.",)
        first, second = self.won
        by = "the sum of the leads" if self.margin else "the units left"
        if self.kind == BEST_OF_THREE and first != second:
            by = f"games won ({max(first, second)} : {min(first, second)})"
        return (f"The match goes to {names[self.winner]}, by {by}: {self.score(names)}.",)


def _lead(names: Sequence[str], margin: int) -> str:
    """Return who is ahead by a margin that player 0 sees: `Anna +7`, `even`."""
    return f"{names[margin < 0]} +{abs(margin)}" if margin else "even"


def side_in(number: int, player: int) -> int:
    """Return the side that a player has in a game of a match. The players switch sides after each game."""
    return (player + number - 1) % 2


def result_of(game: Game, side: int, winner: int | None = None) -> MatchResult:
    """Return the result of a finished game in which player 0 has a side.

    `winner`: the side that won, or -1 for a draw, if the game ended outside the rules, such as on time.
    """
    margin, left = queries.margin(game, winner), queries.units_left(game, 0) - queries.units_left(game, 1)
    if winner is None:
        assert game.outcome is not None
        winner = game.outcome.winner
    player = NOBODY if winner == NOBODY else int(winner != side)
    return MatchResult(player, margin, left) if side == 0 else MatchResult(player, -margin, -left)


def match_data(match: Match) -> dict[str, Any]:
    """Return a match as the table of a save."""
    data: dict[str, Any] = {"id": match.id, "kind": match.kind, "game": match.number}
    data |= {"same_dice": True} if match.same_dice else {}
    columns = zip(*match.results, strict=True) if match.results else ((), (), ())
    return data | {name: [*column] for name, column in zip(MatchResult._fields, columns, strict=True)}


def read_match(table: TomlTable) -> Match | None:
    """Read the table of a save; None if it has faults, which the table notes."""
    before = len(table.faults.found)
    name, kind = table.text("id"), table.choice("kind", KINDS)
    game, same_dice = table.number("game", low=1, high=KINDS.get(kind, 1)), table.flag("same_dice", False)
    if not name.isalnum():
        table.fault("id", "must have only letters and digits")
    winners = table.numbers("winner", game - 1, NOBODY, 1)
    margins, left = (table.numbers(key, game - 1, -MAX_MARGIN, MAX_MARGIN) for key in ("margin", "left"))
    table.finish()
    results = tuple(MatchResult(*each) for each in zip(winners, margins, left, strict=True))
    found = Match(name, kind, same_dice, results)
    if found.is_over:
        table.fault("game", "is not needed: the match is over after the game before it")
    return found if len(table.faults.found) == before else None


def find_game(folder: Path, match: Match) -> Path | None:
    """Return the save of a match's present game if it is in a folder, or None."""
    for path in files_in(folder, ".toml"):
        try:
            source = read(path, path.name, MAX_SAVE_SIZE)
            table = parse(source).table("match") if match.id in source.text else None
        except FileError:
            continue  # the list of saved games shows the error
        if table is not None and (found := read_match(table)) is not None and found == match:
            return path
    return None
