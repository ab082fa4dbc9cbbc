"""The administrator's log: file descriptor 2 of every process of the club, including players' processes.

A player's process has its terminal or pipes on other descriptors. Every error message of Python, Textual or the C
library therefore goes to the log, and never to a player.
"""

import contextlib
import logging
import os
import sys
import threading
import time
import traceback

from westwall_tui.files.faults import printable


def log(*words: object) -> None:
    """Write a line for the administrator. Never pass a key, a mail address, or typed text."""
    _write_lines(time.strftime("%Y-%m-%dT%H:%M:%S "), " ".join(str(word) for word in words))


def log_failure(what: str, error: BaseException) -> None:
    """Write a failure and its traceback."""
    log(what)
    _write_lines("", *"".join(traceback.format_exception(error)).splitlines())


def _write_lines(head: str, *lines: str) -> None:
    """Write lines in one call, so that lines of two processes do not mix."""
    text = "".join(f"{head}{printable(line)}\n" for line in lines)
    with contextlib.suppress(OSError):  # the log is full or closed
        os.write(2, text.encode("utf-8", "replace"))


class _ToLog(logging.Handler):
    """A log handler for the messages of libraries, such as asyncio's about a failed task."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            log_failure(record.getMessage(), error)
        else:
            first, *others = record.getMessage().splitlines() or [""]
            log(first)
            _write_lines("", *others)


def log_all_failures() -> None:
    """Log all uncaught exceptions: in threads, in tasks, in libraries."""
    logging.basicConfig(handlers=[_ToLog()], level=logging.WARNING, force=True)
    threading.excepthook = lambda failed: log_failure(
        f"the thread {failed.thread.name if failed.thread else '?'} failed", failed.exc_value or SystemError()
    )
    sys.unraisablehook = lambda failed: log_failure("a failure was ignored", failed.exc_value or SystemError())
