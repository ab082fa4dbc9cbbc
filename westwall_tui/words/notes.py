"""Sentences about a player's notes: where they are, and what they say."""

from collections.abc import Iterable, Sequence

from westwall_tui.engine.board import Board
from westwall_tui.engine.words import capital, with_stop
from westwall_tui.files.faults import printable
from westwall_tui.files.saves.private import Note


def place_of(note: Note, board: Board) -> str:
    """Return what a note is about: `1809 Noville`, `Game-Turn 3`, `the game`; for a bookmark, its name in quotes."""
    if note.order >= 0:
        return f'"{printable(note.name)}"'
    if note.hex:
        known = note.hex in board.by_number
        return board.describe(board.by_number[note.hex]) if known else printable(note.hex)
    return f"Game-Turn {note.turn}" if note.turn else "the game"


def about_note(note: Note, board: Board) -> str:
    """Return a note as a sentence with its place: `1809 Noville: Hold it.`; for a bookmark, also its turn."""
    place, text = capital(place_of(note, board)), printable(note.text)
    if note.order >= 0:
        place = f"{place}, {f'turn {note.turn}' if note.turn else 'set-up'}"
    return with_stop(f"{place}: {text}" if text else place)


def in_order(notes: Iterable[Note], here: str = "") -> list[Note]:
    """Return notes with those about the hex `here` first, and each time the newest first."""
    newest = [*notes][::-1]
    return sorted(newest, key=lambda note: not here or note.hex != here)


def with_text(note: Note, typed: str) -> Note:
    """Return a note with the text that its player has typed. A bookmark takes a name, and after a colon its text."""
    if note.order < 0:
        return note._replace(text=typed.strip())
    name, _, text = typed.partition(":")
    return note._replace(name=name.strip(), text=text.strip())


def as_typed(note: Note) -> str:
    """Return the text of a note as its player would type it."""
    if note.order < 0:
        return printable(note.text)
    return printable(f"{note.name}: {note.text}" if note.text else note.name)


def notes_at(notes: Iterable[Note], number: str) -> Sequence[str]:
    """Return the texts of the notes about a hex, the newest first."""
    return [printable(note.text) for note in in_order(notes) if note.hex == number]


def for_report(notes: Iterable[Note], board: Board) -> Sequence[tuple[str, str]]:
    """Return the places and texts of notes in the order of a report: the game, then turns and bookmarks, then hexes."""
    kept = sorted(notes, key=lambda note: (bool(note.hex), note.turn, note.order, note.hex))
    return [(capital(place_of(note, board)), printable(note.text)) for note in kept]
