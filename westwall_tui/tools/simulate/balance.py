"""The check of a battle's balance, `westwall simulate --balance`: games between equals and against simple players."""

from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.tools.simulate.findings import Findings
from westwall_tui.tools.simulate.games import Job, Result, matched

EQUAL, OPPONENT = "3", "2"
"""The level that plays against itself, and the level that plays against simple players."""
EQUALS = (EQUAL, EQUAL)
LEAST_WON, MOST_WON, MOST_DRAWN = 42, 58, 14
"""Bounds for games between equals, in percent: the games that the First Player wins, and the drawn games."""
SIMPLE: Mapping[str, tuple[str, int]] = {"sitter": ("if they sit still", 10), "script": ("with the script", 35)}
"""The simple players: a clause on how each plays, and the maximum percentage of games that each may win on a side."""
HEADINGS = (
    "battle: First Player, other side",
    "First Player won",
    "drawn",
    "lead: mean, median",
    "sitting still won, as first, second",
    "script won, as first, second",
    "orders",
    "minutes",
    "late",
    "even with",
)


def jobs_of(
    terms: Mapping[str, Sequence[str]], games: int, seed: int, weights: Mapping[str, float] | None
) -> list[Job]:
    """Return the games for each scenario with its options; half as many against each simple player on each side."""
    few = (games + 1) // 2
    pairs = {EQUALS: games} | {pair: few for word in SIMPLE for pair in _pairs(word)}
    return [
        job
        for scenario, options in terms.items()
        for pair, count in pairs.items()
        for job in matched({scenario: options}, range(seed, seed + count), pair, weights)
    ]


def _pairs(word: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the players of two kinds of games: with a simple player as First Player, and as Second Player."""
    return (word, OPPONENT), (OPPONENT, word)


class Share(NamedTuple):
    """The share of some games, with its bounds, in percent."""

    value: float
    text: str
    """A clause about the share: `the Germans win 52% of their games if ...`."""
    least: int
    most: int

    @property
    def good(self) -> bool:
        """True if the share is within its bounds."""
        return self.least <= self.value <= self.most

    @property
    def cell(self) -> str:
        """The share in Markdown, bold if it is out of bounds."""
        return f"{self.value:.0f}" if self.good else f"**{self.value:.0f}**"


class Balance:
    """The balance figures of one scenario."""

    def __init__(self, game: Game, results: Sequence[Result]) -> None:
        """Take a new game of the scenario, and the games that were played, which may be missing for some players."""
        self.scenario = scenario = game.scenario
        games: dict[tuple[str, str], list[Result]] = {}
        for result in results:
            games.setdefault((result.first, result.second), []).append(result)
        self.equals = games.get(EQUALS, [])
        self.findings = Findings(game, self.equals)
        self.shares: dict[str, Share] = {}
        """The shares with bounds by name: `won`, `drawn`, and those of simple players by side, such as `script 2`."""
        people = [side.people for side in scenario.sides]
        if self.equals:
            won, drawn = _percent(self.equals, 0), _percent(self.equals, -1)
            text = f"{people[0]} win {won:.0f}% of the games if both sides play at level {EQUAL}"
            self.shares["won"] = Share(won, text, LEAST_WON, MOST_WON)
            self.shares["drawn"] = Share(drawn, f"{drawn:.0f}% of these games are drawn", 0, MOST_DRAWN)
        for word, (does, most) in SIMPLE.items():
            for side, pair in enumerate(_pairs(word)):
                if pair in games:
                    won = _percent(games[pair], side)
                    text = f"{people[side]} win {won:.0f}% of their games against level {OPPONENT} {does}"
                    self.shares[f"{word} {side + 1}"] = Share(won, text, 0, most)

    def figures(self) -> dict[str, float]:
        """Return the figures without bounds: averages and the median of games between equals.

        Nothing without such games.
        """
        if not self.equals:
            return {}
        return {
            "mean": round(fmean(game.margin for game in self.equals), 1),
            "median": median(game.margin for game in self.equals),
            "orders": round(fmean(game.orders for game in self.equals)),
            "minutes": round(fmean(game.minutes for game in self.equals)),
            "late": round(100 * fmean(game.winner != game.ahead for game in self.equals)),
        }

    def data(self) -> dict[str, object]:
        """Return everything as plain data."""
        sides = [side.name for side in self.scenario.sides]
        found: dict[str, object] = {"scenario": self.scenario.key, "sides": sides, "games": len(self.equals)}
        found |= {name: round(share.value, 1) for name, share in self.shares.items()} | self.figures()
        if self.equals:
            found["start"] = self.findings.start
        return found | {"outside": [name for name, share in self.shares.items() if not share.good]}

    def lines(self) -> list[str]:
        """Return the figures as sentences. Those with bounds say whether they are within them."""
        found = []
        for share in self.shares.values():
            bounds = f"{share.least} to {share.most}" if share.least else f"at most {share.most}"
            found.append(f"{'good' if share.good else 'OUTSIDE'}: {share.text} ({bounds})")
        figures = self.figures()
        if figures:
            found.append(f"A game has {figures['orders']} orders")
            found.append(f"In {figures['late']}% of the games, the last Game-Turn changes the winner")
            found += self.findings.sentences()
        return found

    def row(self) -> str:
        """Return the scenario's line of the table."""
        cells = {name: share.cell for name, share in self.shares.items()}
        cells |= {name: f"{value:g}" for name, value in self.figures().items()}
        if self.equals:
            cells["lead"] = f"{self.figures()['mean']:+g}, {self.figures()['median']:+g}"
            cells["even"] = self._even_with()
        for word in SIMPLE:
            cells[word] = f"{cells.get(f'{word} 1', '-')}, {cells.get(f'{word} 2', '-')}"
        names = ("won", "drawn", "lead", *SIMPLE, "orders", "minutes", "late", "even")
        first, second = (side.adjective for side in self.scenario.sides)
        title = f"{self.scenario.name}: {first}, {second}".replace("|", "/")
        return f"| {' | '.join([title, *(cells.get(name, '-') for name in names)])} |"

    def _even_with(self) -> str:
        """Return the fair points at the start, or that the present ones are: `German 3`, `as it is`."""
        if not self.findings.is_start_better:
            return "as it is"
        sides = {side.name: side.adjective for side in self.scenario.sides}
        return ", ".join(f"{sides[name]} {points}" for name, points in self.findings.start.items()) or "none"


def _percent(games: Sequence[Result], winner: int) -> float:
    return 100 * fmean(game.winner == winner for game in games)


def table(found: Sequence[Balance]) -> str:
    """Return the table in Markdown."""
    head = [f"| {' | '.join(HEADINGS)} |", "|" + " --- |" * len(HEADINGS)]
    return "\n".join([*head, *(each.row() for each in found)]) + "\n"
