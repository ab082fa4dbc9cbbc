"""The help of the club: a page."""

from collections.abc import Sequence

from westwall_tui.club.words import word_lines
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row

HELP_ROWS: Sequence[Row] = [
    row(text)
    for text in (
        "",
        "Your games are in the club's database: they last however often your line breaks.",
        "Games that wait for you come first, the oldest above.",
        "",
        "Enter opens a game's page: what has happened, who defends, talk, offers.",
        "n challenges anybody, a friend, or a level of the computer, which plays at once.",
        "p has the ladder, o your games that are over.",
        "h: you are away for some days, and clocks of days wait for you.",
        "",
        "Who defends: in the enemy's turn you decide your FPF and your retreats.",
        "While you are away the game waits, or the computer decides them for you at once,",
        "or after some hours. You choose for each game, or for all; the log says who decided.",
        "",
        "Words without the lobby, as in ssh club.example games:",
        *(f"  {line}" for line in word_lines()),
        "",
    )
]


def guide() -> PageScreen:
    """The page."""
    return PageScreen("The club", lambda _: HELP_ROWS)
