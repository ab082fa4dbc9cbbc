"""The commands `notes` and `note` in plain lines: the player's notes, and changes of them."""

from collections.abc import Sequence

from westwall_tui.engine.game import TURN, Game
from westwall_tui.engine.orders import OrderSyntaxError
from westwall_tui.engine.units import lower
from westwall_tui.files.sessions.notebook import Notebook
from westwall_tui.plain.places import find_hexes
from westwall_tui.words.notes import about_note, with_text

FORMS = "Write it like this: note TEXT, note 1315 TEXT, note turn TEXT, or note here NAME TEXT"
NUMBERS = "notes lists the numbers"


def listed(notebook: Notebook, game: Game, rest: str) -> list[str]:
    """Return the notes, or those about a hex, each with its number; none if there are none."""
    board = game.scenario.board
    try:
        here = {board.number(h) for h in find_hexes(board, rest)} if rest else set()
    except ValueError as error:
        raise OrderSyntaxError(str(error)) from None
    found = [(n, note) for n, note in enumerate(notebook.notes, 1) if not rest or note.hex in here]
    return [f"{n}: {about_note(note, board)}" for n, note in found]


def changed(notebook: Notebook, game: Game, rest: str) -> str:
    """Add a note to the game, a hex, the Game-Turn or the position, or rewrite or delete one. Return what to say.

    Raises `OrderSyntaxError` for a wrong line, and `IllegalOrder` if the note cannot be stored.
    """
    words, board = rest.split(maxsplit=2), game.scenario.board
    first = lower(words[0]) if words else ""
    if first in ("delete", "change"):
        return _changed_by_number(notebook, game, first, words[1:])
    hex_note, *others, bookmark = notebook.blanks(board.by_number.get(first, 0), game.state.turn, len(game.log))
    text = " ".join(words[1:])
    if first in board.by_number and text:
        new = with_text(hex_note, text)
    elif first == TURN and text and len(others) > 1:
        new = with_text(others[0], text)
    elif first == "here" and len(words) > 1:
        new = bookmark._replace(name=words[1], text=" ".join(words[2:]))
    elif rest:
        new = with_text(others[-1], rest)
    else:
        raise OrderSyntaxError(FORMS)
    notebook.add(new)
    return f"Noted as number {len(notebook.notes)}: {about_note(new, board)}"


def _changed_by_number(notebook: Notebook, game: Game, does: str, words: Sequence[str]) -> str:
    """Delete a note by its number, or give it another text."""
    number = int(words[0]) if words and words[0].isdecimal() else 0
    if not 1 <= number <= len(notebook.notes) or (does == "change") != (len(words) > 1):
        raise OrderSyntaxError(f"write it like this: note delete N, or note change N TEXT; {NUMBERS}")
    old, board = notebook.notes[number - 1], game.scenario.board
    if does == "delete":
        notebook.delete(old)
        return f"Deleted: {about_note(old, board)}"
    notebook.replace(old, new := with_text(old, words[1]))
    return f"Changed: {about_note(new, board)}"
