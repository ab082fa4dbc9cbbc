"""The commands `log` and `copy` in plain lines."""

from westwall_tui.engine.orders import OrderSyntaxError
from westwall_tui.files.sessions.base import Session
from westwall_tui.words.copies import Copy, log_copied, position_copied
from westwall_tui.words.events import log_so_far
from westwall_tui.words.keymap import COPY, LOG, POSITION, REPORT
from westwall_tui.words.log_filter import filtered

MOST_LINES = 40
"""The maximum number of lines of the log in an answer."""
NARROWER = "To hear fewer, add a unit, a hex, a place or a kind, as in log 1/304 losses"


def last_lines(session: Session, words: str) -> list[str]:
    """Return the last lines of the log, or the last ones that some words apply to."""
    found = filtered(log_so_far(session), session.game, words)
    if not found:
        return ["Nothing in the log fits" if words else "The log is empty"]
    texts = [line.text for line in found[-MOST_LINES:]]
    more = f"These are the last {MOST_LINES} of {len(found)} lines. {NARROWER}"
    return [more, *texts] if len(found) > MOST_LINES else texts


def copy_of(session: Session, side: int, rest: str) -> Copy:
    """Return the copy that a line asks for: of the position as a side knows it, or of the log.

    Raises `OrderSyntaxError` for another line.
    """
    what, _, words = rest.partition(" ")
    if what == POSITION and not words:
        return position_copied(session.game, side)
    if what == LOG:
        return log_copied(log_so_far(session), session.game, words)
    raise OrderSyntaxError(f"write it like this: {COPY} {POSITION}, {COPY} {LOG} or {COPY} {REPORT}")
