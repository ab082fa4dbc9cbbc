"""What a side notes in secret before the game, and keeps to itself."""

from westwall_tui.engine.game import Game


def notes(game: Game, side: int) -> tuple[str, ...]:
    """The names of all that a side notes in secret before the game; nothing in most battles."""
    return game.rules.notable(game.state, side) if side in game.rules.noting(game.state) else ()


def notes_left(game: Game, side: int) -> tuple[str, ...]:
    """Those of its `notes` that a side still has to make."""
    return game.rules.unnoted(game.state, side) if side in game.rules.noting(game.state) else ()


def note_case(game: Game) -> str:
    """The case by which a side notes something in secret."""
    return game.rules.note_case


def holds_secret(game: Game, side: int) -> bool:
    """Whether a side knows something of the map that its enemy must not see."""
    return side >= 0 and game.rules.secret(game.state, side)
