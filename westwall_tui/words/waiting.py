"""Sentences on a game at several terminals while it waits for another player."""

from westwall_tui.files.players.seats import FREE
from westwall_tui.files.sessions.base import Session

ROLLING = "Rolling: waiting for each player's share"
DECIDES = {
    "notes": "chooses drop zones",
    "set-up": "sets up",
    "movement": "moves",
    "combat": "chooses attacks",
    "fpf": "decides on Final Protective Fire",
    "retreat": "retreats",
    "displace": "moves a displaced unit",
    "advance": "decides on an advance",
    "demolition": "decides on a demolition",
    "bridges": "decides on a bridge",
    "front": "names the front",
    "offer": "considers an offer",
}
"""The activity of the deciding player, by the kind of decision."""


def player_in_words(session: Session) -> str:
    """Return the deciding player as the beginning of a sentence, such as `anna (German)`."""
    game = session.game
    seat, side = session.seats[game.side], game.scenario.sides[game.side]
    return f"{'The computer' if seat.level else seat.name} ({side.adjective})"


def why_waiting(session: Session) -> str:
    """Return the reason why no player decides now; empty if one does."""
    if session.waiting:
        return session.waiting
    game = session.game
    seat, side = session.seats[game.side], game.scenario.sides[game.side]
    if seat == FREE:
        join = f"westwall join {session.path.name} --side {side.name}"
        return f"Nobody plays {side.people} yet. To play them, type: {join}"
    return "" if seat.here else f"{player_in_words(session)} is away. The game is waiting"


def who_decides(session: Session) -> str:
    """Return who decides what: `anna (German) moves`; or why the game is waiting."""
    kind = session.game.prompt.kind
    if kind == "roll" and not session.waiting:
        return ROLLING
    return why_waiting(session) or f"{player_in_words(session)} {DECIDES.get(kind, 'decides')}"
