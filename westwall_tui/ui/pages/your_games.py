"""Your games: how many of each scenario and side against whom, won and lost, and the best; from the saves there are."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves import SaveInfo, open_save
from westwall_tui.files.seats import Seat
from westwall_tui.files.session import list_saves
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, Span, row

EMPTY = "No games yet. Games that you begin are listed here, and count once they are over."


class Played(NamedTuple):
    """A saved game."""

    scenario: str
    when: str
    sides: tuple[str, str]
    seats: tuple[Seat, Seat]
    turn: int
    last_turn: int
    points: tuple[int, int]
    winner: int | None
    """The side that won, -1 for a draw, None while the game goes on."""
    balance: int
    """By how much the First Player is ahead, on the scale that decides the game."""
    counts: bool
    """True if the scenario counts points."""

    @property
    def yours(self) -> int:
        """The side of the only person; -1 with two people or none."""
        people = [side for side in (0, 1) if self.seats[side].is_person]
        return people[0] if len(people) == 1 else -1

    @property
    def against(self) -> str:
        """Who the other side is: `level 2`, a name, or both sides at this keyboard."""
        if self.yours < 0:
            return "both sides here" if self.seats[0].is_person else "computers"
        other = self.seats[1 - self.yours]
        return f"level {other.level}" if other.level else other.name or "another terminal"

    @property
    def score(self) -> str:
        """`17 : 12`; for a scenario without points how long it took."""
        return f"{self.points[0]} : {self.points[1]}" if self.counts else f"turn {self.turn}"


def played(game: Game, seats: Sequence[Seat], when: str) -> Played:
    """What the page keeps of a game."""
    scenario, points = game.scenario, queries.totals(game)
    first, second = scenario.sides
    return Played(
        scenario.title, when, (first.name, second.name), (seats[0], seats[1]), game.state.turn, scenario.last_turn,
        points, None if game.outcome is None else game.outcome.winner, queries.scale(game).balance(points),
        bool(queries.account(game)),
    )  # fmt: skip


def games_of(saves: Iterable[SaveInfo]) -> list[Played]:
    """The games of saves that can be read."""
    found = []
    for save in saves:
        try:
            kept = open_save(save.path)
        except FileError:
            continue  # the list of saved games says what is wrong with it
        found.append(played(kept.game, kept.seats, save.local_time[:10]))
    return found


def your_games_rows(found: Sequence[Played], width: int) -> list[Row]:
    """The page: what goes on, a record by scenario and side, and the best of each."""
    if not found:
        return [row(), row(EMPTY[:width])]
    going = [game for game in found if game.winner is None]
    over = [game for game in found if game.winner is not None]
    rows: list[Row] = [row()]
    if going:
        rows.append(row("In progress", "heading"))
        rows += [row(_going(game)[:width]) for game in going]
        rows.append(row())
    if over:
        rows += _record(over, width)
    return rows


def _going(game: Played) -> str:
    you = game.sides[game.yours] if game.yours >= 0 else "-"
    turn = f"{game.turn}/{game.last_turn}"
    return f"{game.scenario[:30]:<30} {you:<8} {turn:>5}  {game.score:<11} {game.against:<16} {game.when}"


def _record(over: Sequence[Played], width: int) -> list[Row]:
    """How often each scenario was played as each side against whom, and how it went."""
    won = sum(game.winner == game.yours for game in over if game.yours >= 0)
    alone = sum(game.yours >= 0 for game in over)
    head = f"Over: {len(over)}" + (f"; of {alone} as one side you won {won}" if alone else "")
    columns = "                               as       against           played won lost drawn  best"
    rows: list[Row] = [(Span(head, "heading"),), (Span(columns[:width], "dim"),)]
    groups: dict[tuple[str, int, str], list[Played]] = {}
    for game in over:
        groups.setdefault((game.scenario, game.yours, game.against), []).append(game)
    for (scenario, yours, against), games in sorted(groups.items()):
        results = Counter(_result(game) for game in games)
        you = games[0].sides[yours] if yours >= 0 else "-"
        counts = f"{len(games):>6} {results['won']:>3} {results['lost']:>4} {results['drawn']:>5}"
        best = _best(games) if yours >= 0 else ""
        rows.append(row(f"{scenario[:30]:<30} {you:<8} {against[:16]:<16}  {counts}  {best}"[:width]))
    return rows


def _result(game: Played) -> str:
    """`won`, `lost` or `drawn`; nothing where nobody is the one who played."""
    if game.yours < 0:
        return ""
    return "drawn" if game.winner == -1 else "won" if game.winner == game.yours else "lost"


def _best(games: Sequence[Played]) -> str:
    """The score of the best game: the widest margin, or without points the shortest that was won."""
    side = games[0].yours
    if games[0].counts:
        return max(games, key=lambda game: game.balance if side == 0 else -game.balance).score
    won = [game for game in games if game.winner == side]
    return min(won, key=lambda game: game.turn).score if won else ""


def your_games_screen() -> PageScreen:
    """The page, from the saves that are there."""
    try:
        found = games_of(list_saves())
    except FileError as error:
        trouble = str(error)
        return PageScreen("Your games", lambda width: [row(), row(trouble[:width])])
    return PageScreen("Your games", lambda width: your_games_rows(found, width))
