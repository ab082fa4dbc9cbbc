"""`--plain`: a game, a lesson or a demonstration in lines, and how it ends."""

import contextlib
import os
import sys
from collections.abc import Callable

from westwall_tui.files.faults import printable
from westwall_tui.files.session import Session
from westwall_tui.files.settings import load_settings
from westwall_tui.plain.console import Console
from westwall_tui.plain.table import PlainGame

INTERRUPTED = 130
"""Exit status after Ctrl+C, as shells have it."""


def play(make: Callable[[], Session]) -> int:
    """Play a game in lines. However it ends, it is saved, and a sentence says so; returns the exit status."""
    settings, faults = load_settings()
    console = Console()
    for fault in faults:
        console.say(f"Remark: {fault}")
    session = make()
    game = PlainGame(session, console, settings)
    try:
        game.play()
    except KeyboardInterrupt:
        console.say("")
        game.farewell("Interrupted. ")
        return INTERRUPTED
    except BrokenPipeError:
        discard_output()
        with contextlib.suppress(OSError, AttributeError):
            name = printable(session.path.name)
            sys.stderr.write(f"westwall: nobody reads any more. The game is saved: westwall resume {name} --plain\n")
        return 0
    finally:
        session.leave()
    return 0


def discard_output() -> None:
    """Discard the rest of the output, so that Python does not complain when closing it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
