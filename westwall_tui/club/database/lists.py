"""What the lobby's lists show: a player's games, challenges, games to watch, and of whom a letter is due."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from westwall_tui.club.database.clocks import DAY, Pace
from westwall_tui.club.database.store import Row, Store
from westwall_tui.files.scenarios.catalog import all_scenarios, shared_scenario

MAX_LISTED = 50
FREE = "free"
"""Shown in place of a name for a free seat."""
MINUTE, HOUR = 60, 3_600


class ListedGame(NamedTuple):
    """A game in a list of the lobby, as one player sees it."""

    id: int
    scenario: str
    side: str
    """His side; nothing if he does not play."""
    opponent: str
    turn: int
    points: str
    asks: str
    is_mine: bool
    """It is his move."""
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

    @property
    def title(self) -> str:
        """What it is called."""
        return _title(self.scenario)

    @property
    def date(self) -> str:
        """The Game-Turn, and the last one: `9/17`."""
        return f"{self.turn}/{names()[self.scenario].last}" if self.scenario in names() else f"{self.turn}"


class Notification(NamedTuple):
    """A game of which its player is to be told."""

    game: int
    title: str
    player: int
    since: float
    turn: int
    asks: str
    opponent: str


class ScenarioNames(NamedTuple):
    """A scenario's title, its sides' names, and its last Game-Turn."""

    title: str
    sides: tuple[str, str]
    last: int


@cache
def names() -> Mapping[str, ScenarioNames]:
    """The scenarios that can be played, by key."""
    return {
        entry.shipped.key: ScenarioNames(
            _short_name(entry.shipped.battle, entry.shipped.name),
            entry.sides,
            shared_scenario(entry.shipped.key).last_turn,
        )
        for entry in all_scenarios()
    }


def _short_name(battle: str, name: str) -> str:
    """A scenario by the first word of its battle, unless its own name says it."""
    word = battle.partition(" ")[0]
    return name if not word or word in name else f"{word}: {name}"


def _title(scenario: str) -> str:
    return names()[scenario].title if scenario in names() else scenario


class Latest(NamedTuple):
    """The newest of what lists are made of."""

    news: int
    game: int
    ended: float
    """When the last game ended that did."""


class Lists:
    """The lists of a club."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, player: int) -> list[ListedGame]:
        """The games of a player: his to move first, then theirs, then those that are over; oldest first."""
        found = self._games_where("g.id in (select game from seat where player = ?)", player, player)
        return sorted(
            found, key=lambda game: (game.ended is not None, not game.is_mine, -(game.ended or 0), game.since)
        )

    def one(self, game: int, player: int) -> ListedGame | None:
        """Return a game as a player sees it; None if there is none, or if this player may not see it.

        Its players may see a private game; while it is a challenge, so may those who can take it.
        """
        where = (
            "g.id = ? and (g.private = 0 or g.id in (select game from seat where player = ?) "
            "or (g.started is null and g.ended is null and (g.wanted is null or g.wanted = ?)))"
        )
        return next(iter(self._games_where(where, player, game, player, player)), None)

    def all(self) -> list[ListedGame]:
        """Every game, for the administrator."""
        return self._games_where("1 = 1", 0)

    def challenges(self, player: int) -> list[ListedGame]:
        """Return games with a free seat that a player may take; challenges to this player come first.

        Each challenger's first game comes before anybody's second, so that one player cannot fill the list.
        """
        where = (
            "g.started is null and g.ended is null and (g.wanted is null or g.wanted = ?) "
            "and g.id not in (select game from seat join player c on c.id = player where c.id = ? or c.barred = 1)"
        )
        found = self._games_where(where, player, player, player)
        counts: Counter[tuple[str, str]] = Counter()
        turns: dict[int, int] = {}
        for game in found:
            who = (min(game.players, key=lambda name: name == FREE), "" if game.wanted is None else "for one")
            turns[game.id] = counts[who]
            counts[who] += 1
        return sorted(found, key=lambda game: (game.wanted is None, turns[game.id], game.id))[:MAX_LISTED]

    def to_watch(self, player: int) -> list[ListedGame]:
        """Games of others that go on, the liveliest first."""
        where = (
            "g.started is not null and g.ended is null and g.private = 0 "
            "and g.id not in (select game from seat where player = ?)"
        )
        return sorted(self._games_where(where, player, player), key=lambda game: -game.since)[:MAX_LISTED]

    def _games_where(self, where: str, player: int, *values: object) -> list[ListedGame]:
        """Games, as a player sees them."""
        rows = self._store.rows(
            "select g.id, g.scenario, g.turn, g.points, g.asks, g.to_decide, g.since, g.due, g.days, g.clock, "
            "g.gain, g.late, g.started, g.ended, g.outcome, g.wanted, g.rated, g.lot, g.orders, a.player, "
            "a.level, a.seen, p.name, b.player, b.level, b.seen, q.name from game g "
            "join seat a on a.game = g.id and a.side = 0 "
            "join seat b on b.game = g.id and b.side = 1 left join player p on p.id = a.player "
            f"left join player q on q.id = b.player where {where} order by g.id",
            *values,
        )
        return [_listed_game(row, player) for row in rows]

    def news(self, most: int) -> list[str]:
        """The newest news."""
        return [text for (text,) in self._store.rows("select text from news order by id desc limit ?", most)]

    def latest(self) -> Latest:
        """What a administrator's command would change."""
        found = self._store.row(
            "select (select coalesce(max(id), 0) from news), (select coalesce(max(id), 0) from game), "
            "(select coalesce(max(ended), 0) from game)"
        )
        return Latest(*found)

    def ended_after(self, when: float) -> list[int]:
        """Games that ended later than one did."""
        return [game for (game,) in self._store.rows("select id from game where ended > ? order by id", when)]

    def talk(self, player: int, after: float, most: int) -> list[str]:
        """What others have said last in a player's games that go on: `bert in 17: Your bridge or mine?`."""
        rows = self._store.rows(
            "select p.name, t.game, t.text from talk t join player p on p.id = t.player "
            "join seat s on s.game = t.game and s.player = ? join game g on g.id = t.game and g.ended is null "
            "where t.player <> ? and t.at > ? order by t.at desc limit ?",
            *(player, player, after, most),
        )
        return [f"{name} in {game}: {text}" for name, game, text in rows]

    def due_notifications(self, before: float) -> list[Notification]:
        """Games that came to a player before a time, of which he has not been told."""
        rows = self._store.rows(
            "select g.id, g.scenario, s.player, g.since, g.turn, g.asks, o.level, p.name from game g "
            "join seat s on s.game = g.id and s.side = g.to_decide "
            "join seat o on o.game = g.id and o.side = 1 - g.to_decide left join player p on p.id = o.player "
            "where g.ended is null and g.started is not null and g.clock = 0 and s.player is not null and s.level = 0 "
            "and g.told < g.since and g.since < ? and (s.seen < g.orders or g.orders = 0) order by g.since",
            before,
        )
        return [
            Notification(game, _title(scenario), player, since, turn, asks, _name_or_unknown(name, level, 0))
            for game, scenario, player, since, turn, asks, level, name in rows
        ]


def _listed_game(row: Row, player: int) -> ListedGame:
    """A game of the list, as a player sees it."""
    (
        number, scenario, turn, points, asks, to_decide, since, due, days, clock, gain, late,
        started, ended, outcome, wanted, rated, lot, orders, *seats,
    ) = row  # fmt: skip
    players = [(seats[at], seats[at + 1], seats[at + 2], seats[at + 3]) for at in (0, 4)]
    mine = next((side for side, seat in enumerate(players) if seat[0] == player), -1)
    called = [_name_or_unknown(name, level, who) for who, level, _, name in players]
    sides = names()[scenario].sides if scenario in names() else ("", "")
    return ListedGame(
        number, scenario, sides[mine] if mine >= 0 else "", called[1 - mine] if mine >= 0 else "", turn, points, asks,
        mine >= 0 and to_decide == mine and not players[mine][1] and ended is None and started is not None, since, due,
        Pace(days, clock, gain, late), started, ended, outcome or "", (called[0], called[1]), wanted,
        bool(rated), bool(lot), orders, players[mine][2] if mine >= 0 else 0,
    )  # fmt: skip


def _name_or_unknown(name: str | None, level: int, player: int | None) -> str:
    """Who sits on a seat, for lists."""
    return f"level {level}" if level else (name or "") if player is not None else FREE


def left(seconds: float) -> str:
    """How long there is left, in words."""
    return f"{span(seconds)} left" if seconds > 0 else "overdue"


def ago(seconds: float) -> str:
    """How long ago, in words."""
    return "just now" if seconds < MINUTE else f"{span(seconds)} ago"


def span(seconds: float) -> str:
    """Return a time in words, rounded to the nearest day, hour or minute; a few days or hours to the nearest tenth."""
    for size, unit, least, digits in ((DAY, "d", 2, 1), (HOUR, "h", 100 / 60, 1), (MINUTE, "min", 1, 0)):
        count = round(seconds / size, digits if seconds < 10 * size else 0)
        if count >= least:
            return f"{count:g} {unit}"
    return f"{max(0, int(seconds))} s"
