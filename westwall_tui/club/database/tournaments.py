"""The rows of the club's tournaments: who plays, the pairings of each round, and the table.

A thinker begins each round once all games of the round before are decided. Each step is one transaction that holds the
tournament's row and checks again what is due, so two thinkers never begin a round twice.
"""

import json
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import DAY, Pace
from westwall_tui.club.database.games import Games, PositionSummary
from westwall_tui.club.database.lists import names, points_at_the_start
from westwall_tui.club.database.ratings import has_head_start
from westwall_tui.club.database.store import Refused, Row, Store
from westwall_tui.club.pairings import (
    BYE,
    ROUND_ROBIN,
    SWISS,
    WIN,
    Pairing,
    Standing,
    next_pairs,
    rounds_of,
    standings,
)
from westwall_tui.engine.words import capital, count, listed, with_stop
from westwall_tui.files.command_line import MIRRORED
from westwall_tui.files.saves.matches import Match, MatchResult

LEAST, MOST, SERIES = 4, 16, 2
"""The minimum and maximum number of players of a tournament, and the number of players of a series."""
MAX_TIMES = 9
"""The maximum number of rounds of a Swiss tournament, and of matches of a series."""
MAX_CYCLES = 2
"""The maximum number of times that each pair meets in a round robin."""
MAX_SCENARIOS = 9
MAX_OPEN, MAX_A_DAY, MAX_JOINED = 2, 3, 5
"""Limits for a player: unfinished tournaments that they made; made in a day; unfinished ones in which they play."""
MAX_WAIT = 30 * DAY
"""Seconds after which a tournament that has not begun is deleted."""
MAX_OVER = 10
"""The number of tournaments that are over in the list."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._'-]{2,29}")
_COLUMNS = (
    "t.id, t.name, t.maker, t.made, t.scenarios, t.options, t.system, t.times, t.places, t.level, t.kind, t.days, "
    "t.clock, t.gain, t.rated, t.wanted, t.starts, t.started, t.ended, t.outcome, t.round"
)
_DECIDED = "(g.in_match is not null or (g.ended is not null and coalesce(1 - g.overstepped, g.winner) is null))"
"""The condition for a game whose result is known, or which was closed without one."""


class Plan(NamedTuple):
    """The terms that the organizer of a tournament chooses."""

    name: str
    scenarios: Sequence[str]
    """The scenarios of the rounds, in turn."""
    options: Mapping[str, int] = MappingProxyType({})
    system: str = ROUND_ROBIN
    times: int = 1
    """The number of rounds; in a round robin, how often each pair meets."""
    places: int = MOST
    """The maximum number of players. A tournament with two places is a series."""
    level: int = 0
    """The level of the computer that makes the number of players even; 0 for none."""
    kind: str = MIRRORED
    """The kind of the matches; empty for single games."""
    pace: Pace = Pace(days=3)
    rated: bool = True
    wanted: int | None = None
    """The only player who may join; None for anyone."""
    starts: float | None = None
    """The time at which it begins; None if its organizer starts it."""

    @property
    def is_series(self) -> bool:
        """True if two players play a number of matches."""
        return self.places == SERIES

    @property
    def system_in_words(self) -> str:
        """The system and its length in words."""
        if self.is_series:
            return f"a series of {count(self.times, 'match', 'matches') if self.kind else count(self.times, 'game')}"
        if self.system == SWISS:
            return f"Swiss, {count(self.times, 'round')}"
        return "double round robin" if self.times > 1 else ROUND_ROBIN

    @property
    def terms(self) -> str:
        """The system and the terms of the games as a sentence."""
        games = ("each of two games" if self.is_series else "matches of two games") if self.kind else "single games"
        terms = (
            self.system_in_words,
            *(() if self.is_series and not self.kind else (games,)),
            self.pace.words,
            *(() if self.rated else ("friendly",)),
            *points_at_the_start(self.options),
        )
        return with_stop(capital(", ".join(terms)))


class Entrant(NamedTuple):
    """A player of a tournament, or the computer."""

    number: int
    player: int | None
    level: int
    name: str
    is_program: bool
    withdrew: bool


class Tournament(NamedTuple):
    """A tournament with its players."""

    id: int
    organizer: int
    made: float
    plan: Plan
    started: float | None
    ended: float | None
    outcome: str
    """The reason why it ended early; empty otherwise."""
    round: int
    entrants: Sequence[Entrant] = ()

    @property
    def rounds(self) -> int:
        """The number of rounds, once it has begun."""
        return rounds_of(self.plan.system, len(self.entrants), self.plan.times)

    @property
    def next_scenario(self) -> str:
        """The scenario of the next round."""
        return self.plan.scenarios[self.round % len(self.plan.scenarios)]

    def name_of(self, number: int) -> str:
        """Return the name of an entrant."""
        return self.entrants[number - 1].name

    def number_of(self, player: int) -> int:
        """Return the number of a player who takes part and has not withdrawn; 0 if there is none."""
        return next((each.number for each in self.entrants if each.player == player and not each.withdrew), 0)

    @property
    def least(self) -> int:
        """The minimum number of players."""
        return SERIES if self.plan.is_series else LEAST

    @property
    def is_enough(self) -> bool:
        """True if there are enough players, with the computer if it makes their number even."""
        players = len(self.entrants)
        return players + (players % 2 if self.plan.level else 0) >= self.least

    def why_closed(self, player: int, now: float) -> str:
        """Return the reason why a player cannot join, or an empty string."""
        if self.ended is not None:
            return "it is over"
        if self.started is not None or (self.plan.starts is not None and self.plan.starts <= now):
            return "it has begun"
        if self.plan.wanted not in (None, player):
            return "it is for one other player"
        if self.number_of(player):
            return "you take part already"
        return ""

    def winners(self, table: Sequence[Standing]) -> str:
        """Return in words who has won, given the table of the end."""
        first = [self.name_of(row.player) for row in table if row.place == 1 and not row.withdrew]
        return f"won by {listed(first)}" if first else "and all players withdrew"


class Tournaments:
    """The tournaments of a club."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._games, self._battles = Games(store), Battles(store)
        self._challenges = Challenges(self._games)

    # -- what everyone sees

    def going(self) -> list[Tournament]:
        """Return the tournaments that are open, and then those in progress."""
        return self._read("t.ended is null order by t.started is not null, t.id")

    def listed(self) -> list[Tournament]:
        """Return the tournaments that are open, those in progress, and those that ended last."""
        return [*self.going(), *self._read("t.ended is not null order by t.ended desc limit ?", MAX_OVER)]

    def one(self, number: int) -> Tournament:
        """Return a tournament. Raises `Refused` if there is none with this number."""
        found = self._read("t.id = ?", number)
        if not found:
            raise Refused(f"there is no tournament {number}")
        return found[0]

    def _read(self, where: str, *values: object) -> list[Tournament]:
        rows = self.store.rows(f"select {_COLUMNS} from tournament t where {where}", *values)
        numbers = [row[0] for row in rows]
        entrants = self.store.rows(
            "select e.tournament, e.number, e.player, e.level, coalesce(p.name, ''), coalesce(p.program, 0), "
            "e.withdrew from entrant e left join player p on p.id = e.player "
            f"where e.tournament in ({', '.join('?' * len(numbers)) or 'null'}) "
            "order by e.tournament, e.number",
            *numbers,
        )
        playing: dict[int, list[Entrant]] = {number: [] for number in numbers}
        for number, at, player, level, name, program, withdrew in entrants:
            called = name or f"level {level}"
            playing[number].append(Entrant(at, player, level, called, bool(program), withdrew is not None))
        found = [_tournament(row, playing[row[0]]) for row in rows]
        for key in {key for each in found for key in each.plan.scenarios}:
            self._battles.prepare(key)
        return found

    def pairings(self, number: int) -> list[Pairing]:
        """Return the pairings of a tournament with their results, by rounds."""
        rows = self.store.rows(
            f"select x.round, x.first, x.second, t.kind, g.in_match, {_DECIDED} from pairing x "
            "join tournament t on t.id = x.tournament left join game g on g.id = x.game or g.pair = x.game "
            "where x.tournament = ? order by x.round, x.first, g.id",
            number,
        )
        return [_pairing(pair, [*games]) for pair, games in groupby(rows, lambda row: row[:4])]

    def games(self, number: int) -> list[tuple[int, int, int | None]]:
        """Return the games of a tournament, those of the last round first, each as round, first player and game.

        For a bye there is no game.
        """
        rows = self.store.rows(
            "select x.round, x.first, g.id from pairing x left join game g on g.id = x.game or g.pair = x.game "
            "where x.tournament = ? order by x.round desc, x.first, g.id",
            number,
        )
        return [(number, first, game) for number, first, game in rows]

    def table(self, tournament: Tournament) -> list[Standing]:
        """Return the table of a tournament."""
        withdrew = [each.number for each in tournament.entrants if each.withdrew]
        past = self.pairings(tournament.id)
        return standings(tournament.plan.system, len(tournament.entrants), withdrew, past)

    def state(self, found: Tournament) -> str:
        """Return in words how many players have joined, which round is being played, or who has won."""
        if found.ended is not None:
            return found.outcome or found.winners(self.table(found))
        if found.started is not None:
            return f"round {found.round} of {found.rounds}"
        return f"open, {len(found.entrants)} of {found.plan.places}"

    # -- what players do

    def make(self, player: int, plan: Plan) -> int:
        """Make a tournament in which a player takes part, and return its number. Raises `Refused`."""
        _check(plan)
        now = time.time()
        if plan.wanted == player:
            raise Refused("you cannot play a series against yourself")
        with self.store.writing():
            self._check_member(player, self.store.lock)
            if self.store.one("select 1 from tournament where lower(name) = ? and ended is null", plan.name.lower()):
                raise Refused(f"an unfinished tournament has the name {plan.name} already; choose another name")
            for limit, where in ((MAX_OPEN, "ended is null"), (MAX_A_DAY, f"made > {now - DAY}")):
                if self._count(f"tournament where maker = ? and {where}", player) >= limit:
                    raise Refused(f"you may have {MAX_OPEN} unfinished tournaments, and make {MAX_A_DAY} in a day")
            (number,) = self.store.row(
                "insert into tournament(name, maker, made, scenarios, options, system, times, places, level, kind, "
                "days, clock, gain, rated, wanted, starts) values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "returning id",
                *(plan.name, player, now, " ".join(plan.scenarios), json.dumps(dict(plan.options)), plan.system),
                *(plan.times, plan.places, plan.level, plan.kind, *plan.pace[:3], int(plan.rated), plan.wanted),
                plan.starts,
            )
            self._enter(number, player)
            self.store.notify(0)
        return int(number)

    def join(self, number: int, player: int) -> None:
        """Let a player join a tournament. If it is full then, it begins. Raises `Refused`."""
        now = time.time()
        with self.store.writing():
            found = self._held(number)
            self._check_member(player, self.store.lock)
            if why := found.why_closed(player, now):
                raise Refused(f"you cannot join {found.plan.name}: {why}")
            self._enter(number, player)
            if len(found.entrants) + 1 == found.plan.places:
                self.store.run("update tournament set starts = ? where id = ?", now, number)

    def start(self, number: int, player: int) -> None:
        """Begin a tournament that a player has made, without waiting for more players. Raises `Refused`."""
        with self.store.writing():
            found = self._held(number)
            self._check_member(player)
            if found.organizer != player:
                raise Refused(f"only its organizer can start {found.plan.name}")
            if found.started is not None or found.ended is not None:
                raise Refused(f"{found.plan.name} has begun already")
            if not found.is_enough:
                raise Refused(f"{found.plan.name} needs {found.least} players")
            self.store.run("update tournament set starts = ? where id = ?", time.time(), number)

    def withdraw(self, number: int, player: int) -> list[int]:
        """Withdraw a player from a tournament, and return the games that are lost thereby. Raises `Refused`.

        If the organizer withdraws before the start, the tournament is deleted. Once the start is due, nobody can
        withdraw until a thinker has begun it, because it would end with too few players.
        """
        with self.store.writing():
            found = self._held(number)
            self._check_member(player)
            own = found.number_of(player)
            if found.ended is not None or not own:
                raise Refused(f"you don't take part in {found.plan.name}" if not own else f"{found.plan.name} is over")
            if found.started is None and found.plan.starts is not None and found.plan.starts <= time.time():
                raise Refused(f"{found.plan.name} begins in a moment; then you can withdraw, and lose your games")
            return self._remove(found, [own])

    def cancel(self, number: int) -> Tournament:
        """End a tournament for the administrator. Its games go on. Raises `Refused`."""
        with self.store.writing():
            found = self._held(number)
            if found.ended is not None:
                raise Refused(f"{found.plan.name} is over")
            self._end(number, "ended by the administrator")
            self._games.announce(f"The administrator has ended the tournament {found.plan.name}.")
        return found

    def _held(self, number: int) -> Tournament:
        """Return a tournament that no other connection can change during this transaction. Raises `Refused`.

        Other servers hear of the change at its end.
        """
        self.store.notify(0)
        self.store.run(f"select 1 from tournament where id = ?{self.store.lock}", number)
        return self.one(number)

    def _check_member(self, player: int, lock: str = "") -> None:
        if not self.store.one(f"select 1 from player where id = ? and barred = 0{lock}", player):
            raise Refused("only members of the club take part in its tournaments")

    def _count(self, where: str, player: int) -> int:
        (found,) = self.store.row(f"select count(*) from {where}", player)
        return int(found)

    def _enter(self, number: int, player: int) -> None:
        going = "entrant e join tournament t on t.id = e.tournament where e.player = ? and e.withdrew is null"
        if self._count(f"{going} and t.ended is null", player) >= MAX_JOINED:
            raise Refused(f"you may take part in {MAX_JOINED} tournaments at a time")
        self.store.run(
            "insert into entrant(tournament, number, player) select ?, coalesce(max(number), 0) + 1, ? from entrant "
            "where tournament = ?",
            *(number, player, number),
        )

    def _remove(self, found: Tournament, numbers: Sequence[int]) -> list[int]:
        """Remove players before the start, or withdraw them. Return the games that they lose."""
        gone = [found.entrants[number - 1] for number in numbers]
        if found.started is None:
            if found.organizer in [each.player for each in gone]:
                self._delete(found.id)
            else:
                self._write_entrants(found.id, [each for each in found.entrants if each not in gone])
            return []
        ended = []
        for each in gone:
            self.store.run(
                "update entrant set withdrew = ? where tournament = ? and number = ?",
                *(time.time(), found.id, each.number),
            )
            for game, side in self.store.rows(
                "select g.id, s.side from pairing x join game g on g.id = x.game or g.pair = x.game "
                "join seat s on s.game = g.id and s.player = ? where x.tournament = ? and g.ended is null "
                "order by g.id",
                *(each.player, found.id),
            ):
                sides = names(self._games.head_of(game).scenario).sides
                self._games.forfeit(game, side, f"the {sides[side]} player withdrew from the tournament")
                ended.append(game)
        return ended

    def _write_entrants(self, number: int, entrants: Sequence[Entrant]) -> None:
        """Write the players of a tournament in a new order."""
        self.store.run("delete from entrant where tournament = ?", number)
        for at, each in enumerate(entrants, 1):
            self.store.run(
                "insert into entrant(tournament, number, player, level) values(?, ?, ?, ?)",
                *(number, at, each.player, each.level),
            )

    def _delete(self, number: int) -> None:
        for table, column in (("entrant", "tournament"), ("tournament", "id")):
            self.store.run(f"delete from {table} where {column} = ?", number)

    def _end(self, number: int, outcome: str = "") -> None:
        self.store.run("update tournament set ended = ?, outcome = ? where id = ?", time.time(), outcome, number)

    # -- what a thinker does

    def due(self, now: float) -> list[Tournament]:
        """Return the tournaments that `advance` may change."""
        return self._read(
            "t.ended is null and (exists (select 1 from entrant e join player p on p.id = e.player and p.barred = 1 "
            "where e.tournament = t.id and e.withdrew is null) "
            "or (t.started is null and (t.starts <= ? or t.made < ?)) or (t.started is not null and not exists "
            "(select 1 from pairing x join game g on g.id = x.game or g.pair = x.game "
            f"where x.tournament = t.id and x.round = t.round and not {_DECIDED}))) order by t.id",
            *(now, now - MAX_WAIT),
        )

    def advance(self, seen: Tournament, digest: str, opening: PositionSummary) -> list[int]:
        """Do what is due in a tournament that a thinker has `seen`, and return the games that this has changed.

        Barred players withdraw. Then the tournament begins, its next round begins, or it ends. `digest` is that of the
        next round's scenario, and `opening` is its first position.
        """
        with self.store.writing():
            self.store.run(f"select 1 from tournament where id = ?{self.store.lock}", seen.id)
            found = next(iter(self._read("t.id = ? and t.ended is null", seen.id)), None)
            if found is None or found.round != seen.round:
                return []  # another thinker was faster
            barred = self.store.rows(
                "select e.number from entrant e join player p on p.id = e.player and p.barred = 1 "
                "where e.tournament = ? and e.withdrew is null order by e.number",
                found.id,
            )
            if barred:
                return self._remove(found, [number for (number,) in barred])  # the rest is due the next time
            if found.started is None:
                found = self._begin(found)
            past = self.pairings(seen.id) if found is not None else []
            if found is None or any(pairing.halves is None for pairing in past):
                return []
            return self._next_round(found, past, digest, opening)

    def _begin(self, found: Tournament) -> Tournament | None:
        """Begin a tournament that is due, and put its players in random order. Return None if it does not begin."""
        now = time.time()
        if found.plan.starts is None or found.plan.starts > now:
            if found.made < now - MAX_WAIT:
                self._delete(found.id)
            return None
        if not found.is_enough:
            self._end(found.id, "too few players joined")
            return None
        entrants = [*found.entrants]
        if found.plan.level and len(entrants) % 2:
            entrants.append(Entrant(0, None, found.plan.level, "", is_program=False, withdrew=False))
        secrets.SystemRandom().shuffle(entrants)
        self._write_entrants(found.id, entrants)
        self.store.run("update tournament set started = ? where id = ?", now, found.id)
        begun = self.one(found.id)
        who = listed([each.name for each in begun.entrants], 6)
        self._games.announce(f"{found.plan.name} has begun, {found.plan.system_in_words}: {who}.")
        return begun

    def _next_round(
        self, found: Tournament, past: Sequence[Pairing], digest: str, opening: PositionSummary
    ) -> list[int]:
        """Begin the next round of a tournament, or end it. Return the new games."""
        plan, withdrew = found.plan, [each.number for each in found.entrants if each.withdrew]
        if found.round == found.rounds or len(found.entrants) - len(withdrew) < SERIES:
            self._end(found.id)
            table = standings(plan.system, len(found.entrants), withdrew, past)
            self._games.announce(f"{plan.name} is over, {found.winners(table)}.")
            return []
        games: list[int] = []
        for first, second in next_pairs(plan.system, len(found.entrants), withdrew, past, found.round + 1):
            game = None
            if second != BYE:
                seats = [(each.player, each.level) for each in (found.entrants[at - 1] for at in (first, second))]
                fair = plan.kind == MIRRORED or not has_head_start(plan.options)
                game = self._challenges.new_game(
                    found.next_scenario, digest, plan.options, seats, opening, pace=plan.pace._replace(late="lost"),
                    rated=plan.rated and (fair or all(player is not None for player, _ in seats)), match=plan.kind,
                )  # fmt: skip
                match = self._challenges.match_of(game)
                games += match.games if match is not None else [game]
            self.store.run(
                "insert into pairing(tournament, round, first, second, game) values(?, ?, ?, ?, ?)",
                *(found.id, found.round + 1, first, second, game),
            )
        self.store.run("update tournament set round = ? where id = ?", found.round + 1, found.id)
        return games


def _tournament(row: Row, entrants: Sequence[Entrant]) -> Tournament:
    (
        number, name, organizer, made, scenarios, options, system, times, places, level, kind, *pace, rated, wanted,
        starts, started, ended, outcome, round_,
    ) = row  # fmt: skip
    plan = Plan(
        name, scenarios.split(), json.loads(options), system, times, places, level, kind, Pace(*pace),
        bool(rated), wanted, starts,
    )  # fmt: skip
    return Tournament(number, organizer, made, plan, started, ended, outcome, round_, entrants)


def _pairing(pair: Row, games: Sequence[Row]) -> Pairing:
    """Return a pairing with its result. If a game of it was closed, neither player has points."""
    number, first, second, kind = pair
    if second == BYE:
        return Pairing(number, first, BYE, (WIN, 0))
    results = tuple(MatchResult(*json.loads(result)) for *_, result, _ in games if result)
    if len(results) == len(games):
        match = Match("", kind, results=results)
        winner, lead = (match.winner, match.margin) if kind else results[0][:2]
        return Pairing(number, first, second, {0: (WIN, 0), 1: (0, WIN)}.get(winner, (1, 1)), lead)
    return Pairing(number, first, second, (0, 0) if all(is_decided for *_, is_decided in games) else None)


def _check(plan: Plan) -> None:
    """Raise `Refused` if a plan is not allowed."""
    most = MAX_CYCLES if plan.system == ROUND_ROBIN and not plan.is_series else MAX_TIMES
    least = 2 if plan.system == SWISS else 1
    for is_wrong, reason in (
        (not _NAME.fullmatch(plan.name), "its name has 3 to 30 letters, digits, spaces, dots, dashes or apostrophes"),
        (not 1 <= len(plan.scenarios) <= MAX_SCENARIOS, f"it has 1 to {MAX_SCENARIOS} battles"),
        (plan.system not in (ROUND_ROBIN, SWISS), f"its system is {ROUND_ROBIN} or {SWISS}"),
        (plan.kind not in ("", MIRRORED), "its matches have one game or two"),
        (plan.places != SERIES and not LEAST <= plan.places <= MOST, f"it has {LEAST} to {MOST} players"),
        (plan.is_series and (plan.system == SWISS or plan.level > 0), "a series has two players, who meet each time"),
        (not plan.is_series and plan.wanted is not None, "only a series can be for one opponent"),
        (not least <= plan.times <= most, f"this kind has {least} to {most} rounds"),
        (not plan.pace.days or plan.pace.clock > 0, "its games give each player a number of days for a decision"),
    ):
        if is_wrong:
            raise Refused(f"a tournament like this is not possible: {reason}")
