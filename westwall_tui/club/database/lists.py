"""The lobby's lists: a player's games, challenges, games to watch, and games whose notifications are due."""

import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.clocks import DAY, Pace
from westwall_tui.club.database.store import Row, Store
from westwall_tui.engine.words import adjective, count, people, with_stop
from westwall_tui.files.command_line import BEST_OF_THREE, MIRRORED
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.catalog import (
    LENGTHS,
    ListedScenario,
    all_scenarios,
    is_provided,
    provided_scenario,
    shared_scenario,
)

MAX_LISTED = 50
FREE = "free"
"""The word shown for a free seat instead of a player's name."""
MINUTE, HOUR = 60, 3_600
MATCHES = {MIRRORED: "a match of two games", BEST_OF_THREE: "a best of three"}
"""The kinds of match in the terms of a challenge."""
LATE_TERMS = {"claim": "a win on time must be claimed", "lost": "a player whose time is up loses"}
"""The effect of running out of time, in the terms of a challenge, unless the computer plays on."""
HEAD_START = "start-"
"""The beginning of the names of the options that give points at the start."""


class ListedGame(NamedTuple):
    """A game in a list of the lobby, as one player sees it."""

    id: int
    scenario: str
    side: str
    """The player's side; empty for a spectator."""
    opponent: str
    turn: int
    points: str
    asks: str
    is_mine: bool
    """True if it is the player's move."""
    since: float
    due: float | None
    pace: Pace
    started: float | None
    ended: float | None
    outcome: str
    players: tuple[str, str]
    wanted: int | None
    rated: bool
    lot: bool
    orders: int
    seen: int
    has_bid: bool
    """True if both players bid for their sides."""
    match: str
    """The kind of match that the game belongs to; empty for a single game."""
    options: Mapping[str, int]
    tournament: str
    """The name of the tournament to which the game belongs; empty for other games."""
    to_move: str
    """The name of the player who is to decide; empty if the game has not begun or is over."""
    paused_until: float
    """The end of a pause on which the players have agreed; in the past without a pause."""

    @property
    def is_paused(self) -> bool:
        """True if the game is paused now."""
        return self.paused_until > time.time()

    @property
    def may_be_claimed(self) -> bool:
        """True if the player to decide is out of time, and the opponent may claim the win."""
        return not self.ended and self.pace.late == "claim" and self.due is not None and self.due <= time.time()

    @property
    def sides(self) -> tuple[str, str]:
        """The names of both sides."""
        return names(self.scenario).sides

    @property
    def settled_by(self) -> str:
        """In a challenge, what decides who plays which side: `bid`, `random`, `both sides`; empty if it says so."""
        if self.started:
            return ""
        return "bid" if self.has_bid else "random" if self.lot else "both sides" if self.match == MIRRORED else ""

    @property
    def own_side(self) -> int:
        """The side that the player has, or would have in a challenge; -1 if there is none or it isn't settled."""
        free = [side for side, name in zip(self.sides, self.players, strict=True) if name == FREE]
        own = [self.side] if self.side else free
        return self.sides.index(own[0]) if own and not self.settled_by else -1

    @property
    def terms(self) -> Sequence[str]:
        """The terms in words: a match, a bid that is still open, points at the start, what happens if time runs out."""
        found = [MATCHES[self.match]] if self.match else []
        found += ["a sealed bid for the side"] if self.has_bid and not self.started else []
        found += [f"played for {self.tournament}"] if self.tournament else []
        found += points_at_the_start(self.options)
        return found + ([LATE_TERMS[self.pace.late]] if self.pace.at_first and self.pace.late in LATE_TERMS else [])

    @property
    def score(self) -> str:
        """The points with the names of the sides: `German 6 : U.S. 3`; empty in a battle without points."""
        first, _, second = self.points.partition(" : ")
        return f"{self.sides[0]} {first} : {self.sides[1]} {second}" if second else self.points

    @property
    def title(self) -> str:
        """The title of the game's scenario."""
        return names(self.scenario).title

    @property
    def date(self) -> str:
        """The present and the last Game-Turn: `9/17`."""
        last = names(self.scenario).last
        return f"{self.turn}/{last}" if last else f"{self.turn}"


def points_at_the_start(options: Mapping[str, int]) -> list[str]:
    """Return the points that the options of a game give at the start, in words."""
    return [
        f"{count(points, 'point')} at the start for {people(name.removeprefix(HEAD_START))}"
        for name, points in options.items()
        if points and name.startswith(HEAD_START)
    ]


class Notification(NamedTuple):
    """A game in which a player must be notified."""

    game: int
    title: str
    player: int
    since: float
    turn: int
    asks: str
    opponent: str
    seen: int
    """The number of orders that the player has seen."""

    @property
    def whole_title(self) -> str:
        """The title with the opponent: `Spearhead against Bert`."""
        return f"{self.title} against {self.opponent}"


class ScenarioNames(NamedTuple):
    """A scenario's title, its sides' names, its last Game-Turn, and its overview.

    `length` is one of `catalog.LENGTHS`, `time` is the playing time for two people, and `about` describes the scenario.
    """

    title: str
    sides: tuple[str, str]
    last: int
    length: str = ""
    time: str = ""
    about: str = ""
    fair: str = ""
    """A sentence about the terms that make an even game; empty if nobody has measured them."""


@cache
def shipped_names() -> Mapping[str, ScenarioNames]:
    """Return the scenarios that come with westwall, by key, without the random battles."""
    return {each.entry.key: _names_of(each) for each in all_scenarios()}


def _names_of(listed: ListedScenario) -> ScenarioNames:
    """Return the names of a scenario of a list."""
    entry, (first, second), info = listed.entry, listed.sides, listed.overview
    title, about = _short_name(entry.battle, entry.name), " ".join(map(with_stop, entry.about))
    time, about, fair = (info.time, " ".join(info.texts), info.fair) if info is not None else ("", about, "")
    return ScenarioNames(
        title, (adjective(first), adjective(second)), listed.last_turn, listed.length, time, about, fair
    )


CLUBS = "The club's own"
"""In place of a length, the group of the battles that the administrator has added."""


@lru_cache(maxsize=200)
def names(key: str) -> ScenarioNames:
    """Return the names of a scenario. A scenario that can no longer be played only has its key as a title.

    Call `Battles.prepare` first for a scenario that may be the club's own.
    """
    if key in shipped_names():
        return shipped_names()[key]
    if is_provided(key):
        return _names_of(provided_scenario(key))._replace(length=CLUBS)
    from westwall_tui.files.scenarios.random_battles import battle_named  # the server does without it

    battle = battle_named(key)
    try:
        scenario = shared_scenario(key) if battle is not None else None
    except FileError:
        scenario = None
    if battle is None or scenario is None:
        return ScenarioNames(key, ("", ""), 0)
    first, second = (side.adjective for side in scenario.sides)
    place, about = scenario.name.partition(",")[0], " ".join(map(with_stop, scenario.about))
    title = f"Random {battle.seed}: {place}"
    return ScenarioNames(title, (first, second), scenario.last_turn, LENGTHS[0], "15 min", about)


def _short_name(battle: str, name: str) -> str:
    """Return the name of a scenario. Add the first word of its battle, unless the name contains that word."""
    word = battle.partition(" ")[0]
    return name if not word or word in name else f"{word}: {name}"


class Latest(NamedTuple):
    """The newest entries of the lists, which show whether a command of the administrator has changed any list."""

    news: int
    game: int
    ended: float
    """The time at which the last game ended."""


class Lists:
    """The lists of a club."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._battles = Battles(store)

    def of(self, player: int) -> list[ListedGame]:
        """Return a player's games: first with the player's move, then with the other side's, then those that are over.

        Within each group, the oldest game comes first.
        """
        found = self._games_where("g.id in (select game from seat where player = ?)", player, player)
        return sorted(
            found, key=lambda game: (game.ended is not None, not game.is_mine, -(game.ended or 0), game.since)
        )

    def one(self, game: int, player: int) -> ListedGame | None:
        """Return a game as a player sees it. Return None if there is no such game, or if the player may not see it.

        A private game may be seen by its players and, while it is a challenge, by the players who can accept it.
        """
        where = (
            "g.id = ? and (g.private = 0 or g.id in (select game from seat where player = ?) "
            "or (g.started is null and g.ended is null and (g.wanted is null or g.wanted = ?)))"
        )
        return next(iter(self._games_where(where, player, game, player, player)), None)

    def all(self) -> list[ListedGame]:
        """Return all games, for the administrator."""
        return self._games_where("1 = 1", 0)

    def challenges(self, player: int) -> list[ListedGame]:
        """Return games with a free seat that a player may take; challenges to this player come first.

        Each challenger's first game comes before any second one, so that one player cannot fill the list.
        """
        where = (
            "g.started is null and g.ended is null and (g.wanted is null or g.wanted = ?) "
            "and g.id not in (select game from seat join player c on c.id = player where c.id = ? or c.barred = 1)"
        )
        found = self._games_where(where, player, player, player)
        counts: Counter[tuple[str, str]] = Counter()
        turns: dict[int, int] = {}
        for game in found:
            challenger = (min(game.players, key=lambda name: name == FREE), "" if game.wanted is None else "for one")
            turns[game.id] = counts[challenger]
            counts[challenger] += 1
        return sorted(found, key=lambda game: (game.wanted is None, turns[game.id], game.id))[:MAX_LISTED]

    def to_watch(self, player: int) -> list[ListedGame]:
        """Return unfinished games of other players, the most recently played first."""
        where = (
            "g.started is not null and g.ended is null and g.private = 0 "
            "and g.id not in (select game from seat where player = ?)"
        )
        return sorted(self._games_where(where, player, player), key=lambda game: -game.since)[:MAX_LISTED]

    def of_tournament(self, tournament: int, player: int) -> list[ListedGame]:
        """Return the games of a tournament, as a player sees them, by number."""
        where = (
            "g.id in (select h.id from pairing x join game h on h.id = x.game or h.pair = x.game "
            "where x.tournament = ?)"
        )
        return self._games_where(where, player, tournament)

    def results(self, most: int) -> list[ListedGame]:
        """Return the public games that ended last, the newest first."""
        where = (
            "g.id in (select id from game where started is not null and ended is not null and private = 0 "
            "order by ended desc limit ?)"
        )
        return sorted(self._games_where(where, 0, most), key=lambda game: -(game.ended or 0))

    def ended_between(self, begin: float, end: float) -> tuple[list[ListedGame], Mapping[int, str], int]:
        """Return the public games that were finished between two times, the last one first.

        Also return what the report of a month says of them, by number (`keep_report`), and the number of private games.
        A game that the administrator closed was not finished.
        """
        where = "g.started is not null and g.winner is not null and g.ended >= ? and g.ended < ?"
        public = f"{where} and g.private = 0"
        games = sorted(self._games_where(public, 0, begin, end), key=lambda game: -(game.ended or 0))
        texts: dict[int, str] = dict(self._store.rows(f"select g.id, g.report from game g where {public}", begin, end))
        (private,) = self._store.row(f"select count(*) from game g where {where} and g.private <> 0", begin, end)
        return games, texts, private

    def first_end(self) -> float:
        """Return the time at which the first game ended; 0 if none has."""
        (at,) = self._store.row("select min(ended) from game where started is not null and winner is not null")
        return float(at or 0)

    def _games_where(self, where: str, player: int, *values: object) -> list[ListedGame]:
        """Return games as a player sees them."""
        rows = self._store.rows(
            "select g.id, g.scenario, g.turn, g.points, g.asks, g.to_decide, g.since, g.due, g.days, g.clock, "
            "g.gain, g.late, g.started, g.ended, g.outcome, g.wanted, g.rated, g.lot, g.orders, a.player, "
            "a.level, a.seen, p.name, b.player, b.level, b.seen, q.name, "
            "(select count(*) from bid where game = g.id), g.match_kind, g.options, (select t.name from pairing x "
            "join tournament t on t.id = x.tournament where x.game = coalesce(g.pair, g.id)), "
            "a.rests_until, b.rests_until from game g "
            "join seat a on a.game = g.id and a.side = 0 "
            "join seat b on b.game = g.id and b.side = 1 left join player p on p.id = a.player "
            f"left join player q on q.id = b.player where {where} order by g.id",
            *values,
        )
        for _, scenario, *_ in rows:
            self._battles.prepare(scenario)
        return [_listed_game(row, player) for row in rows]

    def news(self, most: int) -> list[str]:
        """Return the newest lines of news."""
        return [text for (text,) in self._store.rows("select text from news order by id desc limit ?", most)]

    def latest(self) -> Latest:
        """Return the newest entry of each list."""
        found = self._store.row(
            "select (select coalesce(max(id), 0) from news), (select coalesce(max(id), 0) from game), "
            "(select coalesce(max(ended), 0) from game)"
        )
        return Latest(*found)

    def ended_after(self, when: float) -> list[int]:
        """Return the games that ended after `since`."""
        return [game for (game,) in self._store.rows("select id from game where ended > ? order by id", when)]

    def talk(self, player: int, after: float, most: int) -> list[str]:
        """Return other players' latest messages and notes in a player's unfinished games.

        For example `bert in 17: Your bridge or mine?` and `bert in 17 offers a pause`.
        """
        rows = self._store.rows(
            "select p.name, t.game, t.text, t.note from talk t join player p on p.id = t.player "
            "join seat s on s.game = t.game and s.player = ? join game g on g.id = t.game and g.ended is null "
            "where t.player <> ? and t.at > ? order by t.at desc limit ?",
            *(player, player, after, most),
        )
        return [f"{name} in {game}{' ' if note else ': '}{text}" for name, game, text, note in rows]

    def due_notifications(self, before: float) -> list[Notification]:
        """Return the games that have waited for a player's move since before `before`, and without a notification."""
        rows = self._store.rows(
            "select g.id, g.scenario, s.player, g.since, g.turn, g.asks, o.level, p.name, s.seen from game g "
            "join seat s on s.game = g.id and s.side = g.to_decide "
            "join seat o on o.game = g.id and o.side = 1 - g.to_decide left join player p on p.id = o.player "
            "where g.ended is null and g.started is not null and g.clock = 0 and s.player is not null and s.level = 0 "
            "and g.told < g.since and g.since < ? and (s.seen < g.orders or g.orders = 0) order by g.since",
            before,
        )
        for _, scenario, *_ in rows:
            self._battles.prepare(scenario)
        return [
            Notification(game, names(scenario).title, player, since, turn, asks, _seat_name(name, level, 0), seen)
            for game, scenario, player, since, turn, asks, level, name, seen in rows
        ]


def _listed_game(row: Row, player: int) -> ListedGame:
    """Convert a row to a game in a list, as a player sees it."""
    (
        number, scenario, turn, points, asks, to_decide, since, due, days, clock, gain, late,
        started, ended, outcome, wanted, rated, lot, orders, *seats, bids, match, options, tournament,
        rests, others_rests,
    ) = row  # fmt: skip
    players = [(seats[at], seats[at + 1], seats[at + 2], seats[at + 3]) for at in (0, 4)]
    mine = next((side for side, seat in enumerate(players) if seat[0] == player), -1)
    called = [_seat_name(name, level, who) for who, level, _, name in players]
    sides = names(scenario).sides
    return ListedGame(
        number, scenario, sides[mine] if mine >= 0 else "", called[1 - mine] if mine >= 0 else "", turn, points, asks,
        mine >= 0 and to_decide == mine and not players[mine][1] and ended is None and started is not None, since, due,
        Pace(days, clock, gain, late), started, ended, outcome or "", (called[0], called[1]), wanted,
        bool(rated), bool(lot), orders, players[mine][2] if mine >= 0 else 0, bool(bids), match or "",
        json.loads(options), tournament or "", called[to_decide] if started and not ended and to_decide >= 0 else "",
        min(rests, others_rests),
    )  # fmt: skip


def _seat_name(name: str | None, level: int, player: int | None) -> str:
    """Return the name of a seat's player for lists: a name, the computer's level, or `free`."""
    return f"level {level}" if level else (name or "") if player is not None else FREE


def left(seconds: float) -> str:
    """Return the time that is left, in words."""
    return f"{span(seconds)} left" if seconds > 0 else "overdue"


def ago(seconds: float) -> str:
    """Return how long ago a time is, in words."""
    return "just now" if seconds < MINUTE else f"{span(seconds)} ago"


def span(seconds: float) -> str:
    """Return a time in words, rounded to the nearest day, hour or minute; a few days or hours to the nearest tenth."""
    for size, unit, least, digits in ((DAY, "d", 2, 1), (HOUR, "h", 100 / 60, 1), (MINUTE, "min", 1, 0)):
        count = round(seconds / size, digits if seconds < 10 * size else 0)
        if count >= least:
            return f"{count:g} {unit}"
    return f"{max(0, int(seconds))} s"
