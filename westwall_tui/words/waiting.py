"""Sentences on a game at several terminals while it waits for another player, and whose move it is in any game."""

from westwall_tui.engine.words import possessive
from westwall_tui.files.players.seats import FREE
from westwall_tui.files.sessions.base import OVER, Session

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


def whose_move(session: Session, side: int) -> str:
    """Return whose move it is, for the title of the window: `your move`, `Bert's move`, `the computer's move`, `over`.

    In a sandbox, return `sandbox`.

    `side` is the one to decide, or -1 if none is.
    """
    if session.game.is_trial:
        return "sandbox"
    if session.game.outcome is not None or session.waiting.startswith(OVER):
        return "over"
    if side < 0:
        return "waiting for a die"
    seat, other = session.seats[side], session.seats[1 - side]
    if seat.is_person and session.waiting:
        return f"waiting for {other.name or 'a player'}"
    if seat.level:
        return "the computer's move"
    if not seat.is_person:
        return f"{possessive(seat.name)} move" if seat.name else "waiting for a player"
    shared = other.is_person and session.owner < 0
    return f"{session.game.scenario.sides[side].people} to move" if shared else "your move"


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


def not_now(what: str) -> str:
    """Return the reason why a player's `notes`, `sandboxes` or `conditions` aren't shown, as a clause."""
    return f"your {what} can be read only in your own turn, because the other player looks on now"
