"""A save as a report: what of it may be shown, and who played."""

from collections.abc import Sequence

from westwall_tui.files.saves import Save
from westwall_tui.files.seats import Seat
from westwall_tui.history.record import History
from westwall_tui.prints.report.markdown import markdown
from westwall_tui.prints.report.page import Page


def as_html(save: Save) -> str:
    """A saved game's report as a page of HTML."""
    return Page(history_of(save), players_of(save.seats), missing(save)).html()


def as_markdown(save: Save) -> str:
    """A saved game's report as Markdown."""
    return markdown(history_of(save), players_of(save.seats), missing(save))


def history_of(save: Save) -> History:
    """The history of a saved game. Of a game that is not over it has only what both sides may know."""
    game = save.game
    return History(game if game.outcome else game.known(-1))


def players_of(seats: Sequence[Seat]) -> Sequence[str]:
    """By side, who plays it: a name, or the computer's level."""
    return [f"computer, level {seat.level}" if seat.level else seat.name or "a player" for seat in seats]


def missing(save: Save) -> str:
    """A sentence on orders that can no longer be played again, so that they have no place in the record."""
    if not save.history:
        return ""
    turn = save.game.root().state.turn
    return f"{len(save.history)} earlier orders can no longer be replayed: the record begins on Game-Turn {turn}."
