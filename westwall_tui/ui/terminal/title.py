"""The title of the terminal's window (OSC 2), which says whose move it is.

xterm and its relatives keep the title that they had before on a stack. Other terminals get an empty title at the end,
and a shell sets its own with the next prompt.
"""

from collections.abc import Mapping

from westwall_tui.ui.terminal.abilities import PLAIN_KINDS
from westwall_tui.words.rows import clean

SAVE = "\x1b[22;2t"
"""The code that keeps the present title on the terminal's stack."""
LONGEST = 100
"""Maximum characters of a title, because a title bar shows no more."""


def has_title(environment: Mapping[str, str]) -> bool:
    """Return True if the terminal understands the code of a title; a console might show it as text."""
    term = environment.get("TERM", "").lower()
    return bool(term) and not term.startswith(PLAIN_KINDS)


def window_title(text: str = "") -> str:
    """Return the title `westwall`, or `westwall: Spearhead, your move`, without characters that control a terminal."""
    name = f"westwall: {clean(text)}" if text else "westwall"
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 3]}..."


def titled(name: str) -> str:
    """Return the code that shows a title, which `window_title` has made."""
    return f"\x1b]2;{name}\x07"


RESTORE = f"{titled('')}\x1b[23;2t"
"""The code that shows the title from before, or none."""
