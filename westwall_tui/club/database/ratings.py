"""Ratings by OpenSkill (Weng-Lin).

Each side of each scenario has a rating like a player, so that easy wins count less. The computer's levels have fixed
ratings, which fit the results of their matches (benchmarks/RECORD.md).
"""

import json
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import NamedTuple

from westwall_tui.club.database.lists import HEAD_START
from westwall_tui.club.database.store import Store
from westwall_tui.files.saves.matches import Match, MatchResult

MU, SIGMA = 25.0, 25.0 / 3
LEVELS: Mapping[int, float] = {1: 7.0, 2: 20.0, 3: 27.0, 4: 37.0, 5: 42.0}
"""The ratings of the levels.

Level 2 beat level 1 in 90 of 100 pairs of games, 3 beat 2 in 76, and 4 beat 3 in 85. Level 5 was not measured: its
rating assumes 70 wins, because level 4 won 17 of 24 with four times its nodes.
"""
CERTAIN = 1.0
"""The uncertainty of the computer's ratings."""
PROVISIONAL = 5
"""The number of games after which a rating is established.

It then has no question mark, and counts for the ratings of other established players.
"""
COUNTS_FROM = 2
"""A game counts if it lasts at least until this Game-Turn. A game lost on time always counts."""
AGAIN = 0.5
"""The factor by which each further game of the same two players in a season counts less."""


class Rating(NamedTuple):
    """A rating with its uncertainty and its number of games."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def shown(self) -> int:
        """The rating on the scale that players know, which begins at 1500."""
        return round(1500 + 40 * (self.mu - MU))

    def moved(self, to: "Rating", part: float) -> "Rating":
        """Return the rating that lies the fraction `part` of the way from this rating to another."""
        return self._replace(mu=self.mu + part * (to.mu - self.mu), sigma=self.sigma + part * (to.sigma - self.sigma))

    def __str__(self) -> str:
        return f"{self.shown}{'?' if self.games < PROVISIONAL else ''}"


class Ratings:
    """The ratings of a club."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, who: str) -> Rating:
        """Return the rating of `player 7`, `side bastogne/spearhead 0` or `level 2`."""
        if who.startswith("level "):
            return Rating(LEVELS.get(int(who[6:]), MU), CERTAIN, PROVISIONAL)
        found = self._store.one("select mu, sigma, games from rating where who = ?", who)
        return Rating(*found) if found else Rating()

    def words(self, player: int) -> str:
        """Return a player's rating as text, or an empty string before the first rated game."""
        rating = self.of(f"player {player}")
        return str(rating) if rating.games else ""

    def ladder(self, season: str = "") -> list[tuple[int, str, Rating, int, int]]:
        """Return the rated players of a season or of all time, best first.

        Each has a number, name, rating, games and wins.
        """
        return self._ladder_where("t.season = ?", season) if season else self._ladder_where("1 = 1", everybody=True)

    def ladder_between(self, begin: float, end: float) -> list[tuple[int, str, Rating, int, int]]:
        """Return the players whose public games were rated between two times, as in `ladder`, with present ratings."""
        public = "t.game in (select id from game where private = 0)"
        return self._ladder_where(f"t.at >= ? and t.at < ? and {public}", begin, end)

    def _ladder_where(
        self, where: str, *values: object, everybody: bool = False
    ) -> list[tuple[int, str, Rating, int, int]]:
        """Return the players with such results, or all rated players, best first."""
        rows = self._store.rows(
            "select p.id, p.name, r.mu, r.sigma, r.games from player p join rating r on r.who = 'player ' || p.id "
            "where p.barred = 0"
        )
        played, won = self._results_where(where, *values)
        found = [
            (number, name, Rating(mu, sigma, games), played.get(number, 0), won.get(number, 0))
            for number, name, mu, sigma, games in rows
            if everybody or number in played
        ]
        return sorted(found, key=lambda line: (-line[2].mu, line[1]))

    def seasons(self) -> list[str]:
        """Return the seasons in which a game was rated, oldest first."""
        rows = self._store.rows("select season from result group by season order by min(at)")
        return [name for (name,) in rows]

    def _results_where(self, where: str, *values: object) -> tuple[dict[int, int], dict[int, int]]:
        """Return the number of rated games and of wins for each player."""
        rows = self._store.rows(
            "select s.player, count(*), sum(case when t.winner = s.side then 1 else 0 end) from result t "
            "join seat s on s.game = t.game "
            f"where s.player is not null and {where} group by s.player",
            *values,
        )
        return {who: count for who, count, _ in rows}, {who: wins for who, _, wins in rows}

    def settle(self, now: float | None = None) -> list[int]:
        """Rate all decided games and matches that are not rated yet, in the order in which they ended.

        Return the numbers of the games; for a match, that of its first game. A game that a player has lost on time is
        decided, even if the computer plays on.
        """
        singles = self._store.rows(
            "select g.id, g.scenario, g.options, coalesce(1 - g.overstepped, g.winner), g.ended from game g "
            "left join result t on t.game = g.id where g.rated = 1 and t.game is null and g.pair is null "
            "and (g.overstepped is not null or (g.ended is not null and g.winner is not null and g.turn >= ?))",
            COUNTS_FROM,
        )
        found = [
            (ended or time.time(), game, winner, "" if has_head_start(json.loads(options)) else scenario)
            for game, scenario, options, winner, ended in singles
        ]
        found += [(ended, game, winner, "") for game, winner, ended in self._decided_matches()]
        done = []
        for ended, game, winner, scenario in sorted(found):
            with self._store.writing():
                self._store.wait_for_others()  # sorted, because each rating depends on earlier games
                if self._store.one("select 1 from result where game = ?", game):
                    continue  # another thinker was faster
                at = now or ended
                self._rate_game(game, scenario, winner, season(at))
                self._store.run(
                    "insert into result(game, season, at, winner) values(?, ?, ?, ?)", game, season(at), at, winner
                )
            done.append(game)
        return done

    def _decided_matches(self) -> list[tuple[int, int, float]]:
        """Return decided matches that are not rated yet: the first game, its side that won the match, and the end.

        A match counts if one of its games does.
        """
        rows = self._store.rows(
            "select g.pair, g.match_kind, g.in_match, g.ended, g.turn, g.overstepped from game g "
            "join game f on f.id = g.pair left join result t on t.game = f.id "
            "where f.rated = 1 and t.game is null order by g.pair, g.id"
        )
        found = []
        for first, games in groupby(rows, lambda row: row[0]):
            _, kinds, results, ends, turns, oversteps = zip(*games, strict=True)
            known = tuple(MatchResult(*json.loads(result)) for result in results if result)
            match = Match("", kinds[0], results=known)
            counts = max(turns) >= COUNTS_FROM or any(side is not None for side in oversteps)
            if match.is_over and counts:
                found.append((first, match.winner, max(ends) if all(ends) else time.time()))
        return found

    def _rate_game(self, game: int, scenario: str, winner: int, when: str) -> None:
        """Rate a game or a match. A seat counts for its player even if the computer has played on.

        `scenario`: the scenario whose sides count, too; empty if chances were made even.
        """
        seats = self._store.rows("select side, player, level from seat where game = ? order by side", game)
        if any(player is None and not level for _, player, level in seats):
            return
        teams = [
            (f"player {player}" if player is not None else f"level {level}", *_rated_sides(scenario, side))
            for side, player, level in seats
        ]
        if teams[0][0] == teams[1][0]:
            return  # a player against themselves
        before = [[self.of(who) for who in team] for team in teams]
        ranks = [0, 0] if winner < 0 else [0 if side == winner else 1 for side in (0, 1)]
        after = rated(before, ranks)
        again = AGAIN ** self._games_of_pair([player for _, player, _ in seats], when)
        counts = [again * _weight_against(before[side][0], before[1 - side][0]) for side in (0, 1)]
        for side, team in enumerate(teams):
            parts = (counts[side], min(counts))  # the ratings of the player, and of the side of the scenario
            for who, old, new, part in zip(team, before[side], after[side], parts, strict=False):
                if not who.startswith("level "):
                    self._keep_rating(who, old.moved(new, part))

    def _games_of_pair(self, players: Sequence[int | None], when: str) -> int:
        """Return the number of rated games between the same two players in a season."""
        if None in players:
            return 0  # a level's rating is fixed, so a player cannot raise it by losing
        (count,) = self._store.row(
            "select count(*) from result t join seat a on a.game = t.game and a.player = ? "
            "join seat b on b.game = t.game and b.player = ? where t.season = ?",
            *(*players, when),
        )
        return int(count)

    def _keep_rating(self, who: str, rating: Rating) -> None:
        changed = self._store.run(
            "update rating set mu = ?, sigma = ?, games = games + 1 where who = ?", rating.mu, rating.sigma, who
        )
        if not changed.rowcount:
            self._store.run(
                "insert into rating(who, mu, sigma, games) values(?, ?, ?, 1)", who, rating.mu, rating.sigma
            )

    def forecast(self, player: str, enemy: str, scenario: str, side: int) -> tuple[int, int]:
        """Return a player's rating after a win, and after a loss. An unknown opponent is `player 0`.

        `scenario` is empty if only the players count, as in a match.
        """
        own, theirs = self.of(player), self.of(enemy)
        if enemy == "player 0":
            theirs = theirs._replace(games=PROVISIONAL)
        sides = [[self.of(which) for which in _rated_sides(scenario, at)] for at in (side, 1 - side)]
        teams = [[own, *sides[0]], [theirs, *sides[1]]]
        pair = [int(who.removeprefix("player ")) if who.startswith("player ") else None for who in (player, enemy)]
        part = AGAIN ** self._games_of_pair(pair, season()) * _weight_against(own, theirs)
        won, lost = (own.moved(rated(teams, ranks)[0][0], part).shown for ranks in ([0, 1], [1, 0]))
        return won, lost


def has_head_start(options: Mapping[str, int]) -> bool:
    """Return True if the options of a game give points at the start."""
    return any(value and name.startswith(HEAD_START) for name, value in options.items())


def _rated_sides(scenario: str, side: int) -> Sequence[str]:
    """Return the rating of a side of a scenario, which counts like a teammate; none without a scenario."""
    return (f"side {scenario} {side}",) if scenario else ()


def _weight_against(own: Rating, enemy: Rating) -> float:
    """Return the weight of a game for a player: 0 for an established player against a new one, else 1."""
    return float(own.games < PROVISIONAL or enemy.games >= PROVISIONAL)


def rated(teams: list[list[Rating]], ranks: list[int]) -> list[list[Rating]]:
    """Return the ratings of two teams after a game; the winner has the lower rank."""
    from openskill.models import BradleyTerryFull  # this import takes a moment

    model = BradleyTerryFull()
    before = [[model.rating(mu=rating.mu, sigma=rating.sigma) for rating in team] for team in teams]
    after = model.rate(before, ranks=[float(rank) for rank in ranks])
    return [
        [old._replace(mu=new.mu, sigma=new.sigma) for old, new in zip(team, found, strict=True)]
        for team, found in zip(teams, after, strict=True)
    ]


def season(at: float | None = None) -> str:
    """Return the season of a time: three months of a year, `2026 autumn`."""
    moment = datetime.fromtimestamp(time.time() if at is None else at, UTC)
    return f"{moment.year} {('winter', 'spring', 'summer', 'autumn')[(moment.month - 1) // 3]}"
