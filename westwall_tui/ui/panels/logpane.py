"""The end of the log and the prompt, below the map."""

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from westwall_tui.ui.kit.pane import TextPane
from westwall_tui.ui.kit.rows import Row, Span
from westwall_tui.ui.texts.log import LogLine


class LogPane(TextPane):
    """What happened last."""

    DEFAULT_CSS = "LogPane { width: 1fr; height: 2; }"


class PromptLine(TextPane):
    """Who decides what now, or a refusal or other message."""

    DEFAULT_CSS = "PromptLine { width: 1fr; height: 1; }"


def wrapped(line: Row, width: int) -> list[Row]:
    """A row wrapped to a width, each line behind a space; the words keep their styles."""
    text = "".join(span.text for span in line)
    styles = [span.style for span in line for _ in span.text]
    rows: list[Row] = []
    at = 0
    for part in wrap(text, max(width - 1, 10)):
        at = text.index(part, at)
        runs = groupby(zip(part, styles[at : at + len(part)], strict=True), key=lambda pair: pair[1])
        rows.append((Span(" "), *(Span("".join(c for c, _ in run), role) for role, run in runs)))
        at += len(part)
    return rows or [()]


def fitted(line: Row, width: int, height: int, more: str) -> list[Row]:
    """A row wrapped to a width, in so many lines: if it is longer, its last span is whole, and before it stands `more`.

    The last span says what to press; of what happened before, `more` says where the rest is.
    """
    rows = wrapped(line, width)
    if len(rows) <= height:
        return rows
    *before, asks = line
    words = "".join(span.text for span in before).split()
    while words and len(rows) > height:
        words.pop()
        rows = wrapped((Span(f"{' '.join([*words, more])} ", before[0].style), asks), width)
    return rows[:height] if words else wrapped((asks,), width)[:height]


def last_lines(log: Sequence[LogLine], width: int, height: int) -> list[Row]:
    """The end of the log, wrapped."""
    lines: list[Row] = []
    for entry in reversed(log[-height:] if height > 0 else ()):
        part = wrap(entry.text, width, subsequent_indent="  ") if width > 10 else []
        lines = [(Span(f" {text}", "bold" if entry.heading else ""),) for text in part] + lines
    return lines[-height:] if height > 0 else []
