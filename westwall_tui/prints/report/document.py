"""The report of a save: what may be shown, and the players; also the report as Markdown."""

import re
from collections.abc import Sequence

from westwall_tui.engine.words import capital, count
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.briefings import what_happened
from westwall_tui.history.course import strength, weighed
from westwall_tui.history.record import History
from westwall_tui.history.story import Story
from westwall_tui.prints.report.page import PlacedNotes, ReportPage

# -- a save as a report


def as_html(save: Save, notes: PlacedNotes = ()) -> str:
    """Return a saved game's report as an HTML page. It has a player's notes only if they are given."""
    return ReportPage(history_of(save), players_of(save.seats), missing(save), notes).html()


def as_markdown(save: Save, notes: PlacedNotes = ()) -> str:
    """Return a saved game's report as Markdown. It has a player's notes only if they are given."""
    return markdown(history_of(save), players_of(save.seats), missing(save), notes)


def history_of(save: Save) -> History:
    """Return the history of a saved game. If the game is not over, it has only what both sides may know."""
    game = save.game
    return History(game if game.outcome else game.known(-1))


def players_of(seats: Sequence[Seat]) -> Sequence[str]:
    """Return who plays each side: a name, or the computer's level."""
    return [f"computer, level {seat.level}" if seat.level else seat.name or "a player" for seat in seats]


def missing(save: Save) -> str:
    """Return a sentence about orders that can no longer be replayed and are missing from the record.

    Empty if none are.
    """
    if not save.history:
        return ""
    turn = save.game.root().state.turn
    return (
        f"The record begins on Game-Turn {turn}, because {len(save.history)} earlier orders can no longer be replayed."
    )


# -- in Markdown, two or three kilobytes without any HTML


BARS = "▁▂▃▄▅▆▇█"
MARKS = re.compile(r"([\\`*_\[\]|#~])")
"""Characters that have a meaning in Markdown."""


def markdown(history: History, players: Sequence[str], note: str = "", notes: PlacedNotes = ()) -> str:
    """Return a game's report as Markdown.

    `players` names the player of each side, `note` says what the record lacks, `notes` are a player's own.
    """
    story = Story(history)
    words = story.words
    seats = " · ".join(f"{name}: {player}" for name, player in zip(words.adjectives, players, strict=True))
    found = [
        f"## {safe(history.scenario.title)}: {safe(story.headline())}",
        safe(seats),
        safe(story.deck()),
        safe(note),
    ]
    found.append("\n".join(f"* {safe(each)}" for each in story.achievements()))
    if history.turns and story.has_points:
        found.append(_course_in_words(history, story))
    if story.swings:
        found.append("**Turning points**")
        found.append("\n".join(_swings_in_words(story)))
    if history.turns:
        found.append(f"**Was it luck?** {safe(story.luck())}")
        found.append("\n".join(f"* {safe(each)}" for each in story.ground()))
        found.append(f"**Losses:** {safe(_losses_in_words(history, story))}")
    if story.has_points:
        lines = sorted((line for line in story.account if line.points), key=lambda line: (line.side, -line.points))
        rows = [f"| {safe(words.adjectives[e.side])} | {safe(capital(e.cause))} | {e.points} |" for e in lines]
        found.append("\n".join(["| side | for | points |", "| --- | --- | ---: |", *rows]))
    if notes:
        found.append("**Notes**")
        found.append("\n".join(f"* {safe(': '.join(filter(None, each)))}" for each in notes))
    really = what_happened(history.scenario)
    if really:
        found.append(f"**What really happened:** {safe(really)}")
    return "\n\n".join(filter(None, found)) + "\n"


def safe(words: str) -> str:
    """Return the text of a file or a player with control characters removed, and with Markdown and HTML escaped."""
    printed = "".join(c if c.isprintable() else "?" for c in words)
    return MARKS.sub(r"\\\1", printed).replace("&", "&amp;").replace("<", "&lt;")


def _course_in_words(history: History, story: Story) -> str:
    """Return each side's points as a row of bars, on the scale that decides: at the start and after each Game-Turn."""
    rows = weighed(history)
    high, low = max(map(max, rows)), min(map(min, rows))
    ends = [0, *(i for i, turn in enumerate(history.turns, 1) if turn.side == 1 or i == len(history.turns))]
    names = ["".join(c if c.isprintable() and c != "`" else "?" for c in name) for name in story.words.adjectives]
    width = max(map(len, names))
    lines = []
    for side, row in enumerate(rows):
        bars = "".join(BARS[round((row[i] - low) / ((high - low) or 1) * (len(BARS) - 1))] for i in ends)
        lines.append(f"{names[side]:>{width}} {bars} {story.points[side]}")
    return "\n".join(["```", *lines, "```"])


def _swings_in_words(story: Story) -> Sequence[str]:
    words, found = story.words, []
    for swing in story.swings:
        cause = story.turned(swing.turn)
        fights = [words.combat(fight) for fight in story.behind(swing, cause, 1)]
        gains = f"({words.gains(swing.turn)}; now {words.points(swing.turn.points)})."
        text = " ".join([gains, *cause.sentences, *fights])
        found.append(f"{swing.number}. *{safe(words.when(swing.turn))}*: **{safe(cause.title)}** {safe(text)}")
    return found


def _losses_in_words(history: History, story: Story) -> str:
    if not history.losses:
        return "Neither side lost a unit."
    units, parts = history.scenario.units, list[str]()
    for side, people in enumerate(story.words.people):
        lost = [units[loss.unit] for loss in history.losses if units[loss.unit].side == side]
        points = f" with {count(sum(map(strength, lost)), 'Strength Point', most=0)}" if lost else ""
        none = "none" if parts else "no units"
        parts.append(f"{people} lost {count(len(lost), 'unit', most=0) if lost else none}{points}")
    return f"{capital(', and '.join(parts))}. {story.losses()}"
