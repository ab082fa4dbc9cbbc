"""The report of a club's month: finished games, the ladder, the best attack and the luckiest die; also as HTML.

A month is a calendar month in UTC. The report has only the number of private games.
"""

import json
import re
from calendar import month_name
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from westwall_tui.club.database.lists import ListedGame, Lists
from westwall_tui.club.database.ratings import Rating, Ratings
from westwall_tui.club.database.store import Store
from westwall_tui.engine.game import Game
from westwall_tui.engine.words import count
from westwall_tui.files.faults import refuse

DECEMBER = 12
MADE_BY = "westwall club report"
"""The command that makes the page, which its last line names."""
MOMENTS = BEST_ATTACK, LUCKIEST_DIE = "attack", "die"
"""The names of the moments of a game in the database."""
HIGHLIGHTS = {
    BEST_ATTACK: ("Best attack", "Before the roll it was worth {value:.1f} points on average."),
    LUCKIEST_DIE: ("Luckiest die", "That was {value:.1f} hexes of retreat better than an average roll for {who}."),
}
"""For each moment, its heading and the reason why it is told."""


class Moment(NamedTuple):
    """A combat of a game, for the report of a month."""

    value: float
    """For the best attack, points; for the luckiest die, hexes of retreat above the average of the six rolls."""
    side: int
    """The side that attacked, or that the die helped."""
    order: int
    """The number of the order that rolled the die, from 0."""
    turn: int
    combat: str
    """The combat in a few sentences."""


class Found(NamedTuple):
    """A moment in a game of the month."""

    game: ListedGame
    moment: Moment

    @property
    def who(self) -> str:
        """The player of the side of the moment."""
        return self.game.players[self.moment.side]

    @property
    def where(self) -> str:
        """The game and its Game-Turn in words."""
        return f"{self.who} in game {self.game.id} ({self.game.title}), turn {self.moment.turn}"

    def text(self, why: str) -> str:
        """Return the combat in sentences, and why it is told, as one of `HIGHLIGHTS` says."""
        return f"{self.moment.combat} {why.format(value=self.moment.value, who=self.who)}"


class Place(NamedTuple):
    """A player on the ladder of the month."""

    player: int
    name: str
    rating: Rating
    played: int
    won: int


class Month(NamedTuple):
    """The report of a month."""

    name: str
    """The month in words: `November 2026`."""
    games: Sequence[ListedGame]
    """The public games that ended in the month, the last one first."""
    private: int
    """The number of private games that ended in the month."""
    ladder: Sequence[Place]
    """The players with rated games in the month, best first."""
    best: Mapping[str, Found]
    """The moments of the month, by name."""

    @property
    def highlights(self) -> Sequence[tuple[str, Found, str]]:
        """The moments of the month, each with its heading and in sentences."""
        told = ((head, self.best.get(name), why) for name, (head, why) in HIGHLIGHTS.items())
        return [(head, found, found.text(why)) for head, found, why in told if found is not None]

    @property
    def ladder_lines(self) -> Sequence[str]:
        """The ladder as lines of text."""
        return [
            f"{at:>3}  {line.name:<20} {line.rating!s:>6}   {line.won} won of {line.played}"
            for at, line in enumerate(self.ladder, 1)
        ]

    @property
    def summary(self) -> str:
        """The number of finished games in a sentence, without its full stop."""
        if not self.games and not self.private:
            return f"No game ended in {self.name}"
        public, private = len(self.games), self.private
        most = 9 if max(public, private) < 10 else 0  # a sentence has words or figures, not both
        others = f", and {count(private, 'private one', most=most)}" if private else ""
        return f"In {self.name}, {count(public, 'public game', most=most)} ended{others}"


def moments(game: Game) -> str:
    """Return the best attack and the luckiest die of a finished game as JSON, for the database."""
    from westwall_tui.history.course import beyond
    from westwall_tui.history.record import Fight, History
    from westwall_tui.history.review import best_attack
    from westwall_tui.history.words import Words

    history = History(game)
    words, found = Words(history.scenario), dict[str, Moment]()

    def moment(fight: Fight, value: float, side: int) -> Moment:
        return Moment(value, side, fight.order, fight.turn, words.combat(fight))

    best = best_attack(history)
    if best is not None and best.fight is not None:
        found[BEST_ATTACK] = moment(best.fight, best.value, best.fight.side)
    luckiest = max(history.fights, key=lambda fight: abs(beyond(fight)), default=None)
    if luckiest is not None and beyond(luckiest):
        helped = luckiest.side if beyond(luckiest) > 0 else 1 - luckiest.side
        found[LUCKIEST_DIE] = moment(luckiest, abs(beyond(luckiest)), helped)
    return json.dumps({name: each._asdict() for name, each in found.items()})


def _moments_in(text: str) -> Mapping[str, Moment]:
    """Return the moments in the JSON of `moments`; none if another version of the program wrote it differently."""
    try:
        return {name: Moment(**values) for name, values in json.loads(text).items() if name in MOMENTS}
    except (TypeError, ValueError, AttributeError):
        return {}


# -- months


def month_of(at: float) -> str:
    """Return the month of a time: `2026-11`."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def neighbor(month: str, step: int) -> str:
    """Return the month some months later, or earlier if `step` is below 0."""
    year, number = map(int, month.split("-"))
    months = year * DECEMBER + number - 1 + step
    return f"{months // DECEMBER:04}-{months % DECEMBER + 1:02}"


def begin_of(month: str) -> float:
    """Return the time at which a month begins. Raises `FileError` if the text is not a month."""
    if not re.fullmatch("20[0-9]{2}-(0[1-9]|1[0-2])", month):
        refuse("club", f"{month!r} isn't a month; write it like this: 2026-11")
    year, number = map(int, month.split("-"))
    return datetime(year, number, 1, tzinfo=UTC).timestamp()


def read_month(store: Store, month: str) -> Month:
    """Return the report of a month. Raises `FileError` if the text is not a month."""
    begin, end = begin_of(month), begin_of(neighbor(month, 1))
    lists = Lists(store)
    games, texts, private = lists.ended_between(begin, end)
    found: dict[str, list[Found]] = {name: [] for name in MOMENTS}
    for game in games:
        for name, moment in _moments_in(texts.get(game.id) or "{}").items():
            found[name].append(Found(game, moment))
    best = {name: max(each, key=lambda one: (one.moment.value, -one.game.id)) for name, each in found.items() if each}
    year, number = map(int, month.split("-"))
    ladder = [Place(*line) for line in Ratings(store).ladder_between(begin, end)]
    return Month(f"{month_name[number]} {year}", games, private, ladder, best)


# -- as text and as HTML


def as_lines(month: Month) -> Sequence[str]:
    """Return the report as lines of text."""
    lines = [f"{month.summary}."]
    for head, found, text in month.highlights:
        lines += ["", f"{head}: {found.where}", text]
    if month.ladder:
        lines += ["", "Ladder, with the ratings of today:", *month.ladder_lines]
    if month.games:
        lines += ["", "Finished games:"]
        lines += [
            f"{game.id:>4}  {game.title:<24}  {' - '.join(game.players):<24}  {game.score}: {game.outcome}"
            for game in month.games
        ]
    return lines


def as_html(month: Month, club: str) -> str:
    """Return the report as an HTML page without scripts, which loads nothing."""
    from westwall_tui.prints.drawing import clean
    from westwall_tui.prints.report.page import html_page

    parts = [
        f'<header><p class="kick">{clean(club)}</p><h1>{clean(month.name)}</h1>'
        f'<p class="deck">{clean(month.summary)}.</p></header>'
    ]
    for head, found, text in month.highlights:
        parts.append(f'<h2>{head}</h2><div class="card"><p class="t">{clean(found.where)}</p>')
        parts.append(f"<p>{clean(text)}</p></div>")
    if month.ladder:
        rows = [
            (f"{at}", clean(line.name), f"{line.rating}", f"{line.won} of {line.played}")
            for at, line in enumerate(month.ladder, 1)
        ]
        parts.append(f"<h2>Ladder</h2>{_table(('', 'Player', 'Rating today', 'Won'), rows)}")
    if month.games:
        listed = [
            (f"{game.id}", *map(clean, (game.title, " - ".join(game.players), game.score, game.outcome)))
            for game in month.games
        ]
        parts.append(f"<h2>Finished games</h2>{_table(('Game', 'Battle', 'Players', 'Points', 'Result'), listed)}")
    return html_page(clean(f"{club}: {month.name}"), f"<main>{''.join(parts)}", MADE_BY)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of cells that are safe as HTML."""
    head = "".join(f"<th>{each}</th>" for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>" for cells in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
