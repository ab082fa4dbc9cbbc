"""The commands of players for tournaments, behind `ssh club.example`."""

import time
from collections.abc import Callable, Mapping, Sequence

from westwall_tui.club.challenges import find_scenario
from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.clocks import DAY, Pace
from westwall_tui.club.database.people import ClubPlayer, People
from westwall_tui.club.database.tournaments import MOST, SERIES, Plan, Tournaments
from westwall_tui.club.pairings import ROUND_ROBIN, SWISS
from westwall_tui.club.screens.page import in_columns
from westwall_tui.club.screens.tournaments import (
    PACES_BY_DAYS,
    SERIES_OF_TWO,
    WAITS,
    battles_of,
    line_cells,
    rounds_lines,
    table_heads,
    table_lines,
)
from westwall_tui.club.server.arguments import CommandParser, options_of_games, wants_help
from westwall_tui.club.server.subscriptions import ANY
from westwall_tui.club.session import parse_number
from westwall_tui.engine.words import capital
from westwall_tui.files.command_line import MIRRORED
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.seats import LEVELS

NEW = "new"
"""The word that makes a tournament, in place of a number."""
ABOUT = "Make a tournament in which you take part, or a series of matches between two players."
NO_TOURNAMENT = "No tournament yet. Type tournament new --help to make one"
SYSTEMS = {"round-robin": ROUND_ROBIN, "swiss": SWISS, SERIES_OF_TWO: ROUND_ROBIN}


class TournamentCommands:
    """The commands of one player for tournaments. Each returns the lines to print, and raises `FileError`."""

    def __init__(
        self, tournaments: Tournaments, people: People, player: ClubPlayer, tell: Callable[[int], object]
    ) -> None:
        self._tournaments, self._people, self._player, self._tell = tournaments, people, player, tell

    def handlers(self) -> Mapping[str, Callable[[Sequence[str]], Sequence[str]]]:
        """Return the commands by name."""
        return {
            "tournaments": self.list,
            "tournament": self.show,
            "join": self.join,
            "start": self.start,
            "withdraw": self.withdraw,
        }

    def list(self, _: Sequence[str]) -> Sequence[str]:
        """Return a line for each tournament."""
        cells = [line_cells(self._tournaments, found) for found in self._tournaments.listed()]
        return in_columns(cells) if cells else [NO_TOURNAMENT]

    def show(self, words: Sequence[str]) -> Sequence[str]:
        """Return the table and the games of a tournament, or make one."""
        if words[:1] == [NEW]:
            return self._make(words[1:])
        found = self._tournaments.one(_number(words))
        lines = [
            f"{found.plan.name}: {self._tournaments.state(found)}",
            f"{battles_of(found.plan)}. {found.plan.terms}",
            "",
        ]
        if found.started is None:
            return [*lines, *(each.name for each in found.entrants)]
        table = [line for line, _ in table_lines(self._tournaments, found)]
        lines += [f"{'  '.join(table_heads(found)):>{len(table[0])}}", *table]
        for head, games in rounds_lines(self._tournaments, found, self._player.id):
            lines += ["", capital(head.lower()), *(text for text, _ in games)]
        return lines

    def join(self, words: Sequence[str]) -> Sequence[str]:
        """Join a tournament."""
        number = _number(words)
        self._tournaments.join(number, self._player.id)
        self._tell(ANY)
        return [f"You take part in {self._tournaments.one(number).plan.name}. The club begins your games"]

    def start(self, words: Sequence[str]) -> Sequence[str]:
        """Begin a tournament that the player has made."""
        number = _number(words)
        self._tournaments.start(number, self._player.id)
        self._tell(ANY)
        return [f"{self._tournaments.one(number).plan.name} begins"]

    def withdraw(self, words: Sequence[str]) -> Sequence[str]:
        """Withdraw from a tournament."""
        number = _number(words)
        name = self._tournaments.one(number).plan.name
        for game in (*self._tournaments.withdraw(number, self._player.id), ANY):
            self._tell(game)
        return [f"You have withdrawn from {name}"]

    def _make(self, words: Sequence[str]) -> Sequence[str]:
        if wants_help(words):
            return _parser().format_help().splitlines()
        given = _parser().parse_args(words)
        battles = Battles(self._tournaments.store)
        keys = [find_scenario(word, battles) for word in given.battle]
        for key in keys:
            battles.prepare(key)
        wanted = self._people.by_name(" ".join(given.against)) if given.against else None
        if given.against and wanted is None:
            refuse("club", f"no player is called {' '.join(given.against)!r}")
        is_series = given.system == SERIES_OF_TWO
        number = self._tournaments.make(
            self._player.id,
            Plan(
                " ".join(given.name), keys, options_of_games(keys, given.option), SYSTEMS[given.system], given.rounds,
                SERIES if is_series else given.players, given.level, "" if given.single else MIRRORED,
                Pace(days=given.days), not given.friendly, wanted.id if wanted is not None else None,
                time.time() + given.wait * DAY if given.wait else None,
            ),
        )  # fmt: skip
        self._tell(ANY)
        return [f"{self._tournaments.one(number).plan.name} is tournament {number}. Others can join it"]


def _number(words: Sequence[str]) -> int:
    number = parse_number(words[0]) if words else 0
    if not number:
        refuse("club", "name a tournament by its number; tournaments lists them")
    return number


def _parser() -> CommandParser:
    """Return the parser of the terms of a new tournament."""
    parser = CommandParser(f"tournament {NEW}", ABOUT)
    days = [round(pace.days) for pace in PACES_BY_DAYS]
    parser.add_argument("name", nargs="+", metavar="NAME", help="the name of the tournament")
    parser.add_argument("--battle", nargs="+", required=True, metavar="BATTLE", help="the battle, or one per round")
    parser.add_argument("--system", choices=SYSTEMS, default="round-robin", help="round-robin, swiss or series")
    parser.add_argument(
        "--rounds", type=int, default=1, metavar="N",
        help="rounds of a Swiss tournament, or matches of a series; 2 for a double round robin",
    )  # fmt: skip
    parser.add_argument(
        "--players", type=int, default=MOST, metavar="N", help="the most players; with them it begins at once"
    )
    parser.add_argument("--against", nargs="+", metavar="NAME", help="your opponent in a series (default: anyone)")
    parser.add_argument("--single", action="store_true", help="one game per pairing, not two with the sides switched")
    parser.add_argument("--option", action="append", default=[], metavar="NAME[=VALUE]", help="as in a challenge")
    parser.add_argument("--days", type=int, choices=days, default=3, help="days for each decision")
    parser.add_argument("--friendly", action="store_true", help="do not rate the games")
    parser.add_argument(
        "--wait", type=int, choices=WAITS, help="days after which it begins (default: when you type start N)"
    )
    parser.add_argument(
        "--level", type=int, choices=LEVELS, default=0, help="let the computer play if the number of players is odd"
    )
    return parser
